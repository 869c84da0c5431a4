import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// The error that a form would not save a record.
struct CannotBeKept: UserFacingError {
    let message: String
    let recovery = ""
}

extension DirectoryRecord {
    /// The record as a form would save it; a person's may be completed later.
    /// - Throws: `CannotBeKept`, which names every field a form would not save.
    func checked() throws -> Self {
        if Self.home.isPublished { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CannotBeKept(message: reasons.joined(separator: " ")) }
        guard isGiven || Self.definition.presentation.saving == .offered else {
            let given = Self.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            throw CannotBeKept(
                message: given.map {
                    translated("Enter more than \($0.label).")
                }
                    ?? translated("No fields were entered."))
        }
        return try normalized()
    }
}
