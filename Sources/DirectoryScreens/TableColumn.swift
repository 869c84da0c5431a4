/// A column of a list that is shown as a table.
public struct TableColumn: Equatable, Sendable {
    /// How the rows are sorted by a column.
    public enum Direction: Sendable { case ascending, descending }

    /// The key of its field.
    public let key: String
    /// The label of its field.
    public let label: String
    /// The longest of its texts, as far as columns make room for it.
    public let sample: String
    /// True where its values are numbers, which are aligned at their ends.
    public let isNumeric: Bool
    /// True where it is dropped first in a narrow table.
    public let isMinor: Bool
    /// How the rows are sorted by it, or nil where they are not.
    public let direction: Direction?

    /// A column of these properties.
    public init(
        key: String, label: String, sample: String = "", isNumeric: Bool = false, isMinor: Bool = false,
        direction: Direction? = nil
    ) {
        (self.key, self.label, self.sample) = (key, label, sample)
        (self.isNumeric, self.isMinor, self.direction) = (isNumeric, isMinor, direction)
    }
}
