import DirectoryModel
import DirectoryStore
import Language

/// A text of the list that a form would not save.
struct OddText<R: DirectoryRecord>: Hashable {
    let key: Int
    let sentence: String

    /// Those of the list, in the order they arrived.
    static func all(in store: Store) throws -> [OddText] {
        var odd: [OddText] = []
        try store.each(R.self) { stored in
            let record = stored.record
            for field in R.fields where !field.isKey && !field.inputText(record).isEmpty {
                guard let reason = field.reasonAgainst(field.inputText(record), .sent) else { continue }
                let name = record.displayName.line(cutAt: 60)
                odd.append(OddText(key: record.key, sentence: translated("\(name): \(field.label) \(reason).")))
            }
        }
        return odd
    }

    /// Prints the first of them, and how many more there are.
    static func say(_ odd: [OddText]) {
        let told = odd.prefix(20)
        for text in told { Terminal.complain(translated("Not changed: \(text.sentence)")) }
        Terminal.sayMore(odd.count - told.count)
    }
}
