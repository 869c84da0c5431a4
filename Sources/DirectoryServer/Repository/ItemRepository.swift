public import Foundation

/// Where lists of JSON items rest: to-dos, tours, courses. Every change is one transaction: done whole or not at all.
public protocol ItemRepository: Sendable {
    /// All items of `collection` at one moment, by number.
    func items(of collection: String) async throws -> [Item]

    /// The item that has `number`, or nil.
    func item(_ number: Int, of collection: String) async throws -> Item?

    /// Adds what `json` makes of a place no item of `collection` ever had. Where there is no room, items that are over
    /// by now make some.
    /// - Parameters:
    ///   - end: when nobody needs the item any more, or nil where only removing it ends it.
    ///   - request: what asks for it, where it may ask again; the same request gets the item it got the first time.
    /// - Throws: `ItemError`, or what `json` throws; then all is as it was.
    func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item

    /// Puts what `json` makes of an item in its place.
    /// - Returns: the item as it is now, or nil where there is none.
    /// - Throws: `ItemError.full` where it grew and there is no room for that, or what `json` throws; then the list
    ///   is as it was.
    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item?

    /// Removes an item, if `condition` does not throw for what it is.
    /// - Returns: false where there was none.
    func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool

    /// Removes every item, if `condition`, which can look at them, does not throw; their numbers are not given again.
    func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws

    /// Adds `items` under the numbers they have, unless there already are some in `collection`.
    func fill(_ collection: String, with items: [Item]) async throws

    /// Makes `collection` what `change` makes of its items.
    /// - Returns: the items as they were.
    /// - Throws: `ItemError.full`, or what `change` throws; then all is as it was.
    func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item]
}

extension ItemRepository {
    /// Adds an item that stays until `end`, or until it is removed.
    public func addItem(
        to collection: String, until end: Date? = nil, _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item { try await addItem(to: collection, until: end, for: nil, json) }

    /// Removes an item, whatever it is.
    public func removeItem(_ number: Int, of collection: String) async throws -> Bool {
        try await removeItem(number, of: collection) { _ in }
    }

    /// Removes every item, whatever they are.
    public func removeItems(of collection: String) async throws {
        try await removeItems(of: collection) { _ in }
    }
}

/// Where a new item goes.
public struct ItemPlace: Equatable, Sendable {
    /// The number after all that were given.
    public let number: Int
    /// The largest order an item of the list says it has, or nil where none says one.
    public let largestOrder: Int?
}

/// A request that may come again, because its answer was lost.
public struct ItemRequest: Equatable, Sendable {
    /// What the client calls it; no two of its requests have the same.
    public let key: String
    /// A hash of what it asks for.
    public let content: String

    public init(key: String, content: String) {
        self.key = key
        self.content = content
    }

    /// For how many seconds the server remembers what it answered: 60 days.
    static let lifetime = 60 * 86_400.0
}

/// One item of a list.
public struct Item: Equatable, Sendable {
    /// What it is told from others by, from 1 on.
    public let number: Int
    public let json: Data

    public init(number: Int, json: Data) {
        self.number = number
        self.json = json
    }
}

/// Why a list stays as it is.
public enum ItemError: Error, Equatable, Sendable {
    /// It holds as much as it may; everybody may add to it, so that there has to be an end.
    case full
    /// The same key came with another request.
    case otherRequest

    /// How many items a list may have.
    public static let mostItems = 100_000
    /// How many bytes the JSON of a list's items may have together.
    public static let mostBytes = 16 << 20
}
