import ClassAPI
import DirectoryModel
import GRDB
import Language

/// The texts of a record that search by name and free text compares, folded, as UTF-8.
struct SearchText: Equatable, Sendable {
    let title: [UInt8]
    let summary: [UInt8]

    init<R: DirectoryRecord>(of record: R) {
        title = Folding.bytes(record.displayName)
        summary = Folding.bytes(record.text(style: .search))
    }

    /// Adds both to `values`.
    func append(to values: inout EncodedValues) {
        for text in [title, summary] { values.appendText { $0.append(contentsOf: text) } }
    }

    /// Differs where the program makes other texts of the same records, because sentences depend on the language. Raise
    /// the number when sentences or folding change.
    static let version: Int64 = {
        var hash = ContentHash()
        hash.add("3 \(Localization.tag)")
        return hash.number()
    }()
}
