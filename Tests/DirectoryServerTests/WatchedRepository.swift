import DirectoryServer
import Foundation
import Synchronization

/// A repository that another one does the work for, and that knows what it was asked.
final class WatchedRepository: DirectoryRepository {
    private let base: any DirectoryRepository
    private let calls = Mutex<[String]>([])
    /// Called before a page or a list is read.
    private let willRead: @Sendable () async throws -> Void

    init(_ base: any DirectoryRepository, willRead: @escaping @Sendable () async throws -> Void = {}) {
        (self.base, self.willRead) = (base, willRead)
    }

    /// The names of the methods that were called since the last time.
    func takeCalls() -> [String] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    private func note(_ call: String) { calls.withLock { $0.append(call) } }

    var folder: String { base.folder }
    func changeCount() -> Int64? { base.changeCount() }
    func changedLists() -> AsyncThrowingStream<String?, any Error> { base.changedLists() }

    func account(netid: String) async throws -> Account? {
        note("account")
        return try await base.account(netid: netid)
    }

    func accounts() async throws -> [Account] { try await base.accounts() }
    func add(_ account: Account) async throws -> Bool { try await base.add(account) }

    func add(_ accounts: [Account]) async throws -> Bool { try await base.add(accounts) }

    func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await base.setPasswordHash(hash, netid: netid, replacing: old)
    }

    func setRole(
        _ role: AccountRole, netid: String, entries: [String: @Sendable (Entry) throws -> Entry]
    ) async throws -> Bool { try await base.setRole(role, netid: netid, entries: entries) }

    func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool {
        try await base.removeAccount(netid: netid, entriesIn: collections)
    }

    func hide(entryOf owner: String, in collection: String) async throws -> Bool {
        try await base.hide(entryOf: owner, in: collection)
    }

    func show(entryOf owner: String, in collection: String) async throws -> Bool {
        try await base.show(entryOf: owner, in: collection)
    }

    func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool {
        try await base.removeHiddenOrShown(entryOf: owner, in: collection)
    }

    func items(of collection: String) async throws -> [Item] {
        note("items")
        return try await base.items(of: collection)
    }

    func item(_ number: Int, of collection: String) async throws -> Item? {
        try await base.item(number, of: collection)
    }

    func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item { try await base.addItem(to: collection, until: end, for: request, json) }

    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? { try await base.changeItem(number, of: collection, json) }

    func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool { try await base.removeItem(number, of: collection, if: condition) }

    func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws { try await base.removeItems(of: collection, if: condition) }

    func fill(_ collection: String, with items: [Item]) async throws {
        try await base.fill(collection, with: items)
    }

    func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item] { try await base.replaceItems(of: collection, with: change) }

    func listTag(of collection: String) async throws -> String { try await base.listTag(of: collection) }

    func snapshot(of collection: String) async throws -> any EntrySnapshot {
        try await willRead()
        return try await base.snapshot(of: collection)
    }

    func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? { try await base.withDelta(of: collection, since: request, body) }

    func entry(of owner: String, in collection: String) async throws -> Entry? {
        try await base.entry(of: owner, in: collection)
    }

    func add(_ entry: Entry) async throws { try await base.add(entry) }

    func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws { try await base.replace(entryOf: owner, with: entry, condition: condition) }

    func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool { try await base.remove(entryOf: owner, in: collection, condition: condition) }

    func fill(_ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry) async throws {
        try await base.fill(collection, count: count, entry: entry)
    }

    func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T> {
        try await willRead()
        return try await base.page(query, of: collection, element)
    }
}
