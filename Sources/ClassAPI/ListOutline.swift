/// The first line of a delta. The second line is the JSON array of the added, changed, and requested entries.
public struct ListOutline: Codable, Equatable, Sendable {
    /// The number of entries in the list.
    public let count: Int
    /// The keys of removed entries.
    public let removed: [Int]

    public init(count: Int, removed: [Int]) { (self.count, self.removed) = (count, removed) }

    /// The media type of a delta. A server without deltas answers with the whole list as JSON.
    public static let mediaType = "application/vnd.duke-directory.changes"
    /// The query item with the tag of the client’s list, without quotation marks.
    public static let since = "since"
    /// The query item with the keys of entries to send even if they did not change, separated by commas.
    public static let also = "also"
    /// The query item with the owners of entries to send even if they did not change, separated by commas.
    public static let owners = "owners"
}
