import Language

/// A field with a value that the record cannot hold.
struct OddField: Sendable {
    let key: String
    let label: String
    /// The value as it came.
    let text: String
    /// Why it cannot be held, as it continues after the label.
    let reason: String
}

extension [OddField] {
    /// Why the values cannot be held, in sentences.
    func reasons<R: DirectoryRecord>(of type: R.Type) -> String {
        map { NotARecord($0.label, $0.reason).sentence(about: type) }.joined(separator: " ")
    }

    /// What was left out, and of whom: `Zoë de la Cruz: State “Greater London” was left out.`
    func sentence<R: DirectoryRecord>(of record: R) -> String {
        let name = record.displayName.line(cutAt: 60)
        return map { translated("\(name): \($0.label) “\($0.text.line(cutAt: 60))” was left out.") }
            .joined(separator: " ")
    }
}
