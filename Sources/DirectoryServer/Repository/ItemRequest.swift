/// A request that may be repeated because its answer was lost.
public struct ItemRequest: Equatable, Sendable {
    /// The key that the client gave it; no two of its requests have the same.
    public let key: String
    /// A hash of the request's content.
    public let content: String

    public init(key: String, content: String) {
        self.key = key
        self.content = content
    }

    /// How many seconds the server keeps an answer for repeated requests: 60 days.
    static let lifetime = 60 * 86_400.0
}
