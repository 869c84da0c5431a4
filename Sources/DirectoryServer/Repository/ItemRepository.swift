public import Foundation

/// The storage of lists of JSON items: to-dos, tours, courses. Every change is one transaction: made completely or not
/// at all.
public protocol ItemRepository: Sendable {
    /// All items of `collection` at one moment, by number.
    func items(of collection: String) async throws -> [Item]

    /// The item that has `number`, or nil.
    func item(_ number: Int, of collection: String) async throws -> Item?

    /// Adds the item that `json` makes for a place that no item of `collection` ever had. Where the list is full,
    /// expired items are removed.
    /// - Parameters:
    ///   - end: when the item expires, or nil where it does not.
    ///   - request: the request for the item, where it may be repeated; the same request gets the same item again.
    /// - Throws: `ItemError`, or the error of `json`; then the list is unchanged.
    func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item

    /// Replaces an item with the one that `json` makes of it.
    /// - Returns: the item as it is now, or nil where there is not one.
    /// - Throws: `ItemError.full` where it grew and there is not enough space, or the error of `json`; then the list is
    ///   unchanged.
    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item?

    /// Removes an item, if `condition` does not throw for it.
    /// - Returns: false where there was not one.
    func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool

    /// Removes every item, if `condition`, which receives them, does not throw; their numbers are not assigned again.
    func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws

    /// Adds `items` under their numbers, unless `collection` has items already.
    func fill(_ collection: String, with items: [Item]) async throws

    /// Replaces the items of `collection` with the result of `change`.
    /// - Returns: the previous items.
    /// - Throws: `ItemError.full`, or the error of `change`; then the list is unchanged.
    func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item]
}

extension ItemRepository {
    /// Adds an item that stays until `end`, or until it is removed.
    public func addItem(
        to collection: String, until end: Date? = nil, _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item { try await addItem(to: collection, until: end, for: nil, json) }

    /// Removes an item without a condition.
    public func removeItem(_ number: Int, of collection: String) async throws -> Bool {
        try await removeItem(number, of: collection) { _ in }
    }

    /// Removes every item without a condition.
    public func removeItems(of collection: String) async throws {
        try await removeItems(of: collection) { _ in }
    }
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
