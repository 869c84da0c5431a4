public import Foundation

/// Where lists of JSON items rest: to-dos, tours, courses. Every change is one transaction: done whole or not at all.
public protocol ItemRepository: Sendable {
    /// All items of `collection` at one moment, by number.
    func items(of collection: String) async throws -> [Item]

    /// The item that has `number`, or nil.
    func item(_ number: Int, of collection: String) async throws -> Item?

    /// Adds what `json` makes of the next number, which no item of `collection` ever had. Where there is no room,
    /// items that are over by now make some.
    /// - Parameter end: when nobody needs the item any more, or nil where only removing it ends it.
    /// - Throws: `ItemProblem.full` where there is no room for it, or what `json` throws; then nothing has changed.
    func addItem(
        to collection: String, until end: Date?, _ json: @escaping @Sendable (Int) throws -> Data
    ) async throws -> Item

    /// Puts what `json` makes of an item in its place.
    /// - Returns: the item as it is now, or nil where there is none.
    /// - Throws: `ItemProblem.full` where it grew and there is no room for that, or what `json` throws; then nothing
    ///   has changed.
    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item?

    /// Removes an item.
    /// - Returns: false where there was none.
    func removeItem(_ number: Int, of collection: String) async throws -> Bool

    /// Removes every item; their numbers are not given again.
    func removeItems(of collection: String) async throws

    /// Adds `items` under the numbers they have, unless there already are some in `collection`.
    func fill(_ collection: String, with items: [Item]) async throws
}

extension ItemRepository {
    /// Adds an item that stays until it is removed.
    public func addItem(
        to collection: String, _ json: @escaping @Sendable (Int) throws -> Data
    ) async throws -> Item { try await addItem(to: collection, until: nil, json) }
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
public enum ItemProblem: Error, Equatable, Sendable {
    /// It holds as much as it may; everybody may add to it, so that there has to be an end.
    case full

    /// How many items a list may have.
    public static let mostItems = 100_000
    /// How many bytes the JSON of a list's items may have together.
    public static let mostBytes = 16 << 20
}
