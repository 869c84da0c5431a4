import Language

/// Why an element is not the record it should be, as a sentence people can read.
struct NotARecord: Error {
    let reason: String
    /// The label of the field at fault, which the reason continues as a sentence; nil where it is the element itself.
    var label: String?

    init(reason: String) { self.reason = reason }

    init(_ label: String, _ reason: String) {
        (self.label, self.reason) = (label, reason)
    }

    func sentence<R: DirectoryRecord>(about type: R.Type) -> String {
        label.map { translated("The \($0) \(reason).") } ?? translated("This is not a \(R.collection.one): \(reason).")
    }
}
