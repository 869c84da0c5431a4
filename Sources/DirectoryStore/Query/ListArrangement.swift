/// How a list is divided and sorted, and which part of it is shown.
public struct ListArrangement: Equatable, Sendable {
    /// The id of one of the record's groupings.
    public var grouping: String
    /// The id of one of the record's orders.
    public var order: String
    /// The id of one of the record's saved queries, or "".
    public var query: String

    /// The key of a field that all rows are sorted by, without sections, or "".
    public var column: String
    /// Whether they are sorted backwards by it.
    public var isDescending: Bool

    /// Makes an arrangement; the parameters are the properties of the same names.
    public init(
        grouping: String = "", order: String = "", query: String = "", column: String = "", isDescending: Bool = false
    ) {
        (self.column, self.isDescending) = (column, isDescending)
        self.grouping = grouping
        self.order = order
        self.query = query
    }
}
