/// One field in which two versions of a record differ.
public struct FieldDifference: Equatable, Sendable {
    /// The field's key.
    public let key: String
    /// The field's label.
    public let label: String
    /// The value in the first version.
    public let before: FieldValue
    /// The value in the second version.
    public let after: FieldValue
    /// The first value as people read it, "" where it was not given.
    public let beforeText: String
    /// The second value as people read it, "" where it was not given.
    public let afterText: String

    /// The difference between `before` and `after` in `field`, or nil where both have the same value.
    init?<R>(in field: Field<R>, from before: R, to after: R) {
        (self.before, self.after) = (field.value(before), field.value(after))
        guard self.before != self.after else { return nil }
        let texts = (field.displayText(before), field.displayText(after))
        (key, label) = (field.key, field.label)
        // Two ways to leave a field empty are shown as they were written.
        (beforeText, afterText) = texts.0 == texts.1 ? (self.before.text, self.after.text) : texts
    }
}
