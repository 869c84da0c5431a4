import DirectoryModel

/// The editable fields in which two versions of a record differ, as the body of a request: null where a field was
/// emptied, absent where it stays.
struct RecordChange<R: DirectoryRecord>: Encodable, Sendable {
    private let values: [String: SentValue]

    init(from before: R, to after: R) {
        let differing = Set(before.differences(from: after).map(\.key))
        let fields = R.fields.filter { !$0.isKey && $0.editor != .readOnly && differing.contains($0.key) }
        values = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, SentValue(value: $0.value(after))) })
    }

    /// True where there is not a change to send.
    var isEmpty: Bool { values.isEmpty }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

/// The JSON value of a field.
private struct SentValue: Encodable {
    let value: FieldValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .text(""): try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .flag(let isOn): try container.encode(isOn)
        case .list(let items): try container.encode(items)
        }
    }
}
