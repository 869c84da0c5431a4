public import Foundation

extension DirectoryRecord {
    /// Holds an element that is sent against the words its fields can be chosen from. A list that is downloaded may hold
    /// other words, which mean `Choice.notKnown`; who publishes a record has to know them.
    /// - Throws: the first field that says another word.
    public static func requireKnownChoices(in element: Data) throws(FieldBroken) {
        guard let sent = try? JSONDecoder().decode(SentChoices<Self>.self, from: element) else { return }
        if let broken = sent.broken { throw broken }
    }
}

/// An object, as far as its fields are chosen from a few words.
private struct SentChoices<R: DirectoryRecord>: Decodable {
    let broken: FieldBroken?

    init(from decoder: any Decoder) throws {
        let object = try WireObject(decoder)
        broken = R.fields.lazy.compactMap { field in object.value(of: field).flatMap(field.broken) }.first
    }
}

extension Field {
    /// What is wrong with `value`, where it says something that cannot be chosen.
    fileprivate func broken(by value: WireValue) -> FieldBroken? {
        guard case .choice(let options) = editor, let text = value.text, !isKnown(value, text.trimmed, options),
            let reason = reasonAgainst(text, .sent)
        else { return nil }
        return FieldBroken(key: key, label: label, reason: reason)
    }

    private func isKnown(_ value: WireValue, _ text: String, _ options: [ChoiceOption]) -> Bool {
        switch value {
        // Older dialects have numbers, and true or false, for some of the words.
        case .number, .bool: fieldValue(of: value).map(result) != result(of: .text("\u{0}"))
        default: text.isEmpty || NotGiven.isWord(text) || options.contains { $0.isMeant(by: text) }
        }
    }

    /// What a new record says once it was given `value`.
    private func result(of value: FieldValue) -> FieldValue {
        var record = R(key: 0)
        set(value, in: &record)
        return self.value(record)
    }
}
