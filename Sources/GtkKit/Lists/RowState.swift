/// How a list's row is used at the moment.
public struct RowState: OptionSet, Hashable, Sendable {
    /// The states as bits.
    public let rawValue: Int

    /// The states of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The pointer is over the row.
    public static let hovered = RowState(rawValue: 1)
    /// The row is selected.
    public static let selected = RowState(rawValue: 2)
    /// The keyboard is on the row.
    public static let focused = RowState(rawValue: 4)
    /// The keyboard is on the row, and the user is moving it with keys.
    public static let focusVisible = RowState(rawValue: 8)
}
