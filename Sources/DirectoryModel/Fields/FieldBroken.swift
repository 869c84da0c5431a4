/// A field of a record that breaks its rule.
public struct FieldBroken: Error, Equatable, Sendable {
    /// The field's key.
    public let key: String
    /// The field's label.
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
}
