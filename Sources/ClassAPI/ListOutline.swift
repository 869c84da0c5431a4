/// The first line of an answer that contains only the changes of a list. The second line is the JSON array of the
/// entries that were added or changed, and of those that the client asked for.
public struct ListOutline: Codable, Equatable, Sendable {
    /// How many entries the list has now.
    public let count: Int
    /// The keys of the entries that were removed.
    public let removed: [Int]

    public init(count: Int, removed: [Int]) { (self.count, self.removed) = (count, removed) }

    /// The media type of such an answer. A server that does not know `since` answers the whole list as JSON.
    public static let mediaType = "application/vnd.duke-directory.changes"
    /// The name of the query item with the tag of the list that the client has, without quotation marks.
    public static let since = "since"
    /// The name of the query item with the keys of entries that are sent even if they did not change, separated by
    /// commas.
    public static let also = "also"
    /// The name of the query item with the owners whose entries are sent even if they did not change, separated by
    /// commas.
    public static let owners = "owners"
}
