public import Foundation

/// One item of a list.
public struct Item: Equatable, Sendable {
    /// The number that identifies it, from 1 on.
    public let number: Int
    public let json: Data

    public init(number: Int, json: Data) {
        self.number = number
        self.json = json
    }
}

/// The place of a new item.
public struct ItemPlace: Equatable, Sendable {
    /// The number after all that were assigned.
    public let number: Int
    /// The largest order in an item of the list, or nil where no item has one.
    public let largestOrder: Int?
}

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

/// Why a list was not changed.
public enum ItemError: Error, Equatable, Sendable {
    /// It has as much as is allowed; everyone may add to it, so there must be a limit.
    case full
    /// The same key came with another request.
    case otherRequest

    /// How many items a list may have.
    public static let mostItems = 100_000
    /// How many bytes the JSON of a list's items may have in total.
    public static let mostBytes = 16 << 20
}
