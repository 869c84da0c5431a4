package import Foundation

/// One item of a list.
package struct Item: Equatable, Sendable {
    /// The number that identifies it, from 1 on.
    package let number: Int
    package let json: Data

    package init(number: Int, json: Data) { (self.number, self.json) = (number, json) }
}

/// The place of a new item.
struct ItemPlace: Equatable, Sendable {
    /// The number after all that were assigned.
    let number: Int
    /// The largest order in an item of the list, or nil where no item has one.
    let largestOrder: Int?
}

/// A request that may be repeated because its answer was lost.
struct ItemRequest: Equatable, Sendable {
    /// The key that the client gave it; no two of its requests have the same.
    let key: String
    /// A hash of the request's content.
    let content: String

    /// How many such answers the server keeps in a list; beyond that, the oldest are removed.
    var maxKept = ItemError.maxItems

    /// How many seconds the server keeps an answer for repeated requests: 60 days.
    static let lifetime = 60 * 86_400.0
}

/// Why a list was not changed.
enum ItemError: Error, Equatable, Sendable {
    /// It has as much as is allowed; everyone may add to it, so there must be a limit.
    case full
    /// The same key came with another request.
    case otherRequest

    /// How many items a list may have.
    static let maxItems = 100_000
    /// How many bytes the JSON of a list's items may have in total.
    static let maxBytes = 16 << 20
}
