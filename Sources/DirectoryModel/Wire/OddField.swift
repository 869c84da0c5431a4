import Language

/// A field with a value that the record cannot hold.
struct OddField: Sendable {
    let key: String
    let label: String
    /// The value as it came; nil where it is not text.
    let text: String?
    /// Why it cannot be held, as it continues after the label.
    let reason: String
    /// True where the text is only the end of the value, and the record holds the rest.
    var isEnd = false
}

extension Field {
    /// `text` in the form of this field; an end of it with letters or digits that the form has no place for is added to
    /// `odd`.
    func tidied(_ text: String, _ odd: inout [OddField]) -> String {
        let (text, whole) = (text.trimmed, tidy(text))
        let kept = whole.trimmed
        guard kept.utf8.count < text.utf8.count, text.hasPrefix(kept) else { return whole }
        let end = text.dropFirst(kept.count)
        if end.contains(where: { $0.isLetter || $0.isNumber }) {
            let reason = kept.isEmpty ? reasonAgainst(text, .sent) : nil
            odd.append(
                OddField(
                    key: key, label: label, text: String(end), reason: reason ?? translated("can be only “\(kept)”"),
                    isEnd: !kept.isEmpty))
        }
        return whole
    }
}

extension [OddField] {
    /// Why the values cannot be held, in sentences.
    func reasons<R: DirectoryRecord>(of type: R.Type) -> String {
        map { NotARecord($0.label, $0.reason).sentence(about: type) }.joined(separator: " ")
    }

    /// What was left out, and of whom: `Zoë de la Cruz: State “Greater London” was left out.`
    func sentence<R: DirectoryRecord>(of record: R) -> String {
        let name = record.displayName.line(cutAt: 60)
        return map { odd in
            guard let text = odd.text else { return translated("\(name): \(odd.label) \(odd.reason).") }
            return translated("\(name): \(odd.label) “\(text.line(cutAt: 60))” was left out.")
        }
        .joined(separator: " ")
    }
}
