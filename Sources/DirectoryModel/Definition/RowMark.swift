/// The mark of a record's row.
public struct RowMark: Hashable, Sendable {
    /// A symbolic icon of the desktop's theme.
    public let iconName: String
    /// What the icon means, for people who do not see it.
    public let meaning: String

    /// Makes a mark; the parameters are the properties of the same names.
    public init(iconName: String, meaning: String) {
        self.iconName = iconName
        self.meaning = meaning
    }
}
