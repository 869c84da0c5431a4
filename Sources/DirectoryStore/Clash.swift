import DirectoryModel
import Foundation
import Language

/// Why a record of a list cannot be added to those that are here.
enum Clash {
    /// It has the number of the user's own record, and another owner.
    case stranger
    /// It is another version of the user's own record, which stays.
    case own
    /// Its owner's name belongs to another record, whose title is `by`.
    case taken(by: String)

    func reason<R: DirectoryRecord>(for record: R) -> String {
        switch self {
        case .stranger:
            let field = R.fields[0]
            return translated("The \(field.label) \(field.displayText(record)) belongs to your own record.")
        case .own:
            let label = R.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") is yours, and your own record was kept.")
        case .taken(let name):
            let label = R.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") already belongs to \(name).")
        }
    }

    /// The record as JSON, for a person to correct where the text of the list was not kept; without its picture where
    /// that is too long to keep.
    static func raw<R: DirectoryRecord>(of record: R) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ record: R) -> String? {
            (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
        }
        let whole = text(record) ?? ""
        guard whole.utf8.count > RejectedElement.longestRaw, let field = R.fields.first(where: \.isPicture) else {
            return whole
        }
        var plain = record
        field.set(.text(""), in: &plain)
        return text(plain) ?? whole
    }
}
