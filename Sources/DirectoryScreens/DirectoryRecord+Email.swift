import DirectoryModel

extension DirectoryRecord {
    /// The field of the email address, or nil where records do not have one.
    static var emailField: Field<Self>? { fields.first { $0.editor == .text(.email) } }
}
