package import Foundation

package struct Item: Equatable, Sendable {
    /// Identifies the item; starts at 1.
    package let number: Int
    package let json: Data

    package init(number: Int, json: Data) { (self.number, self.json) = (number, json) }
}

/// The position of a new item: a number after all that were ever assigned, and the largest order of any item.
typealias ItemPosition = (number: Int, largestOrder: Int?)

/// A request that a client may repeat because it lost the answer.
struct ItemRequest: Equatable, Sendable {
    /// The client’s `Idempotency-Key`.
    let key: String
    /// A hash of the request’s content.
    let content: String

    /// The maximum size of the stored answers of a list, in bytes; the oldest are removed first.
    static let maxBytes = 4 << 20
    /// About the size of what is stored with an answer, in bytes.
    static let overhead = 128

    /// How long an answer is kept, in seconds: 60 days.
    static let lifetime = 60 * 86_400.0
}

enum ItemError: Error, Equatable, Sendable {
    /// The list has reached its limits, which exist because anyone may add items.
    case full
    /// The key was used for a different request.
    case otherRequest

    static let maxItems = 100_000
    /// The maximum size of the JSON of all items, in bytes.
    static let maxBytes = 16 << 20
}
