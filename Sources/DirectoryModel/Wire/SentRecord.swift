/// A record as a client publishes it.
struct SentRecord<R: DirectoryRecord>: Decodable {
    let record: Result<R, any Error>
    /// The fault of the first field that has another word than it can be chosen from.
    let broken: FieldBroken?

    init(from decoder: any Decoder) throws {
        record = Result { try R(from: decoder) }
        let object = try? WireObject(decoder)
        broken = R.fields.lazy.compactMap { field in object?.value(of: field).flatMap(field.broken) }.first
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
