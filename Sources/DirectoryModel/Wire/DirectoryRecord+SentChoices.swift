public import Foundation

extension DirectoryRecord {
    /// Checks that an element that is sent has only words that its fields can be chosen from. A list that is downloaded
    /// may contain other words, which mean `Choice.notKnown`; a client that publishes a record must use known ones.
    /// - Throws: `FieldBroken` for the first field with another word.
    public static func requireKnownChoices(in element: Data) throws(FieldBroken) {
        guard let sent = try? JSONDecoder().decode(SentChoices<Self>.self, from: element) else { return }
        if let broken = sent.broken { throw broken }
    }
}

/// The fields of an object that are chosen from a few words.
private struct SentChoices<R: DirectoryRecord>: Decodable {
    let broken: FieldBroken?

    init(from decoder: any Decoder) throws {
        let object = try WireObject(decoder)
        broken = R.fields.lazy.compactMap { field in object.value(of: field).flatMap(field.broken) }.first
    }
}

extension Field {
    /// The fault of `value`, where it cannot be chosen.
    fileprivate func broken(by value: WireValue) -> FieldBroken? {
        guard case .choice(let options) = editor, let text = value.text, !isKnown(value, text.trimmed, options),
            let reason = reasonAgainst(text, .sent)
        else { return nil }
        return FieldBroken(key: key, label: label, reason: reason)
    }

    private func isKnown(_ value: WireValue, _ text: String, _ options: [ChoiceOption]) -> Bool {
        switch value {
        // Older dialects have numbers, and true or false, for some of the words.
        case .value(.number), .value(.flag): fieldValue(of: value).map(result) != result(of: .text("\u{0}"))
        default: text.isEmpty || NotGiven.isWord(text) || options.contains { $0.isMeant(by: text) }
        }
    }

    /// The value of a new record after it is given `value`.
    private func result(of value: FieldValue) -> FieldValue {
        var record = R(key: 0)
        set(value, in: &record)
        return self.value(record)
    }
}
