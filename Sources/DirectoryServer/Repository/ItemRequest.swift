/// A request that may be repeated because its answer was lost.
public struct ItemRequest: Equatable, Sendable {
    /// The key that the client gave it; no two of its requests have the same.
    public let key: String
    /// A hash of the request's content.
    public let content: String

    /// How many such answers the server keeps in a list; beyond that, the oldest are removed.
    let mostKept: Int

    public init(key: String, content: String, mostKept: Int = ItemError.mostItems) {
        (self.key, self.content, self.mostKept) = (key, content, mostKept)
    }

    /// How many seconds the server keeps an answer for repeated requests: 60 days.
    static let lifetime = 60 * 86_400.0
}
