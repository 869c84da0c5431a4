import DirectoryModel

/// The fields people may change in which two versions of a record differ, as the body of a request: null where one
/// was emptied, absent where it stays.
struct RecordChange<R: DirectoryRecord>: Encodable, Sendable {
    private let values: [String: SentValue]

    init(from before: R, to after: R) {
        let differing = Set(before.differences(from: after).map(\.key))
        let fields = R.fields.filter { !$0.isKey && $0.editor != .readOnly && differing.contains($0.key) }
        values = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, SentValue(value: $0.value(after))) })
    }

    /// True where there is nothing to send.
    var isEmpty: Bool { values.isEmpty }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

/// A field's value as JSON has it.
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
