import DirectoryModel
import DirectoryStore
import Language

/// A text of a record that a form would not save.
struct InvalidText: Hashable {
    let key: Int
    let label: String
    let reason: String

    /// Those of the record.
    static func all<R: DirectoryRecord>(of record: R) -> [InvalidText] {
        R.fields.compactMap { field in
            let text = field.inputText(record)
            guard !field.isKey, !text.isEmpty, let reason = field.reasonAgainst(text, .sent) else { return nil }
            return InvalidText(key: record.key, label: field.label, reason: reason)
        }
    }

    /// Prints the first of those of the records with `keys` that are not `known`, and how many more there are.
    static func say<R: DirectoryRecord>(
        of type: R.Type, _ keys: [Int], besides known: Set<InvalidText>, in store: Store
    )
        throws
    {
        var count = 0
        for key in keys {
            guard let record = try store.find(type, key: key) else { continue }
            for odd in all(of: record) where !known.contains(odd) {
                count += 1
                guard count <= 20 else { continue }
                let sentence = translated("\(record.displayName.line(cutAt: 60)): \(odd.label) \(odd.reason).")
                Terminal.complain(translated("Kept as it is: \(sentence)"))
            }
        }
        Terminal.sayMore(count - 20)
    }
}
