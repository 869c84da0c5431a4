/// A field in the pill under the name of a record's page, which does not repeat it below.
public struct PillPart<R: DirectoryRecord>: Sendable {
    /// The field.
    let key: R.Key
    /// Its text in the pill; nil for the field's own.
    let text: (@Sendable (R) -> String)?

    /// A field with its own text, or with another one.
    public static func field(_ key: R.Key, _ text: (@Sendable (R) -> String)? = nil) -> PillPart {
        PillPart(key: key, text: text)
    }
}
