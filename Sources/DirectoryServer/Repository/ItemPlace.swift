/// The place of a new item.
public struct ItemPlace: Equatable, Sendable {
    /// The number after all that were assigned.
    public let number: Int
    /// The largest order in an item of the list, or nil where no item has one.
    public let largestOrder: Int?
}
