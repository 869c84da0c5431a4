public import DirectoryModel
import DirectoryStore

extension Definition {
    public var hasPictures: Bool { fields.contains(where: \.isPicture) }
    public var hasToggle: Bool { toggle != nil }
    public func toggleLabel(isOn: Bool) -> String? { toggle?.label(isOn: isOn) }
    var hasOwner: Bool { owner != nil }
    var emailField: Field? { fields.first { $0.editor == .text(.email) } }

    var groupingItems: [ListChoice] { groupings.map { ListChoice(id: $0.id, label: $0.label) } }
    var orderItems: [ListChoice] { orders.map { ListChoice(id: $0.id, label: $0.label) } }
    var queryItems: [ListChoice] { queries.map { ListChoice(id: $0.id, label: $0.label) } }
}

extension Field {
    /// The suggestion for `text` typed into the field `key`; nil if this field does not follow it.
    func suggestion(for text: String, in key: String) -> String? {
        suggestion.flatMap { $0.from == key ? $0.value(text) : nil }
    }
}

extension StoredCollection {
    /// The name of the record with `key`; nil if there is none.
    func title(of key: Int) -> String? {
        ifReadable { try $0.rows(keys: [key]).first.flatMap(stored(row:)) }?.record.displayName
    }
}
