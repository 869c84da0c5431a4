public import Language

/// One way to sort a list.
public struct SortOrder<R: DirectoryRecord>: Sendable {
    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    /// The name people choose it by.
    public let label: String
    /// The text records are sorted by, compared without case and accents.
    public let text: @Sendable (R) -> String

    /// The part of the name that it sorts by first, which lists make stand out; "" for all of it.
    public let shownPart: @Sendable (R) -> String

    /// Makes an order; the parameters are the properties of the same names.
    public init(
        id: String, label: LocalizedString, shownPart: @escaping @Sendable (R) -> String = { _ in "" },
        text: @escaping @Sendable (R) -> String
    ) {
        self.id = id
        self.label = label.text
        (self.text, self.shownPart) = (text, shownPart)
    }

    /// By the name people know records by.
    static func name(_ name: @escaping @Sendable (R) -> String) -> SortOrder {
        SortOrder(id: "name", label: LocalizedString("Name"), text: name)
    }
}
