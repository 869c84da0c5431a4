internal import ClassAPI
private import Dispatch
internal import Foundation
private import Synchronization

/// Copies everything from one repository to another, and compares what both have afterwards.
public struct RepositoryCopy: Sendable {
    /// How much was copied.
    public struct Counts: Equatable, Sendable {
        public let entries: Int
        public let items: Int
        public let accounts: Int
    }

    /// The number and the hash of the rows of each kind.
    private struct Content: Equatable {
        var counts: [StoredRow.Kind: Int] = [:]
        var hashes: [StoredRow.Kind: [UInt8]] = [:]

        /// How many items there are beside those of accounts, whose lists have a slash in their names.
        var items = 0

        mutating func add(_ row: StoredRow) {
            counts[row.kind, default: 0] += 1
            if case .item(_, let collection, _) = row, !collection.contains("/") { items += 1 }
            hashes[row.kind] = row.hash(after: hashes[row.kind] ?? [])
        }
    }

    private let source: any CopyableRepository
    private let destination: any CopyableRepository

    /// - Returns: nil where one of them cannot be copied.
    public init?(from source: any DirectoryRepository, to destination: any DirectoryRepository) {
        guard let source = source as? any CopyableRepository,
            let destination = destination as? any CopyableRepository
        else { return nil }
        (self.source, self.destination) = (source, destination)
    }

    /// Copies everything, in one transaction of the destination, which must be empty.
    /// - Throws: `ServerError.databaseNotEmpty`, `.copyDiffers`, or an error of a database.
    public func run() async throws -> Counts {
        let rows = RowChannel()
        async let reading: Void = Self.read(source, into: rows)
        do {
            try await destination.addRows { try rows.next() }
        } catch {
            rows.stop()
            await reading
            throw error
        }
        await reading
        let (one, other) = (try await Self.content(of: source), try await Self.content(of: destination))
        guard one == other else { throw ServerError.copyDiffers }
        return Counts(
            entries: (other.counts[.entry] ?? 0) + (other.counts[.hiddenEntry] ?? 0), items: other.items,
            accounts: other.counts[.account] ?? 0)
    }

    private static func read(_ source: any CopyableRepository, into rows: RowChannel) async {
        do {
            try await source.forEachRow { try rows.add($0) }
            rows.end()
        } catch {
            rows.end(error)
        }
    }

    private static func content(of repository: any CopyableRepository) async throws -> Content {
        let content = SharedContent()
        try await repository.forEachRow { row in content.value.withLock { $0.add(row) } }
        return content.value.withLock { $0 }
    }

    private final class SharedContent: Sendable {
        let value = Mutex(Content())
    }
}

/// A repository that is copied whole to another one.
protocol CopyableRepository: Sendable {
    /// Calls `body` with every row that is stored at one moment, in the order of `StoredRow`'s cases, lists by name,
    /// and each list in its own order.
    func forEachRow(_ body: @escaping @Sendable (StoredRow) throws -> Void) async throws

    /// Adds the rows that `next` returns until nil, in one transaction.
    /// - Throws: `ServerError.databaseNotEmpty`, the error of `next`, or an error of the database; then no row is added.
    func addRows(_ next: @escaping @Sendable () throws -> StoredRow?) async throws
}

/// Rows on their way from the thread that reads them to the thread that stores them; few are in memory at a time. Both
/// sides wait for each other, so that neither may run on a thread that Swift's tasks share.
final class RowChannel: Sendable {
    /// The error of a reader whose rows are not wanted.
    struct NotWanted: Error {}

    private struct State {
        var rows: [Result<StoredRow?, any Error>] = []
        var isWanted = true
    }

    private let state = Mutex(State())
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    /// How many rows may be on their way.
    private static let most = 64

    init() {
        // A semaphore must not end with a lower value than it began with.
        for _ in 0..<Self.most { free.signal() }
    }

    /// Passes `row` on.
    /// - Throws: `NotWanted`.
    func add(_ row: StoredRow) throws {
        free.wait()
        try state.withLock { state in
            guard state.isWanted else { throw NotWanted() }
            state.rows.append(.success(row))
        }
        filled.signal()
    }

    /// Passes the end on, or the error that the rest could not be read for.
    func end(_ error: (any Error)? = nil) {
        state.withLock { $0.rows.append(error.map { .failure($0) } ?? .success(nil)) }
        filled.signal()
    }

    /// The next row, or nil at the end.
    /// - Throws: the error that the rest could not be read for.
    func next() throws -> StoredRow? {
        filled.wait()
        defer { free.signal() }
        return try state.withLock { $0.rows.removeFirst() }.get()
    }

    /// Lets the reader end.
    func stop() {
        state.withLock { $0.isWanted = false }
        free.signal()
    }
}

/// One row of what a repository stores, as it is copied to another one.
enum StoredRow: Equatable, Sendable {
    /// An entry, in the order of its list.
    case entry(Entry)
    /// A hidden entry, by its number.
    case hiddenEntry(Entry)
    /// The tag of a list of entries, after all of these.
    case entryList(collection: String, tag: String)
    /// A change of a list of entries, by age: the tag of the list after it, and the key of the entry.
    case entryChange(collection: String, tag: String, key: Int?)
    case item(Item, collection: String, ends: Double?)
    /// The largest number that an item of a list ever had, after all of its items.
    case itemList(collection: String, last: Int)
    /// The answer to a request that may be repeated.
    case request(ItemRequest, answer: Item, collection: String, made: Double)
    case account(Account)

    /// What rows of a kind are called in a report.
    enum Kind: String, CaseIterable {
        case entry, hiddenEntry, entryList, entryChange, item, itemList, request, account
    }

    var kind: Kind {
        switch self {
        case .entry: .entry
        case .hiddenEntry: .hiddenEntry
        case .entryList: .entryList
        case .entryChange: .entryChange
        case .item: .item
        case .itemList: .itemList
        case .request: .request
        case .account: .account
        }
    }

    /// The hash of this row after others that have the hash `earlier`.
    func hash(after earlier: [UInt8]) -> [UInt8] {
        var hash = ContentHash()
        for part in [Data(earlier)] + parts { hash.add(part) }
        return hash.bytes()
    }

    private var parts: [Data] {
        switch self {
        case .entry(let entry), .hiddenEntry(let entry):
            let keys = [entry.collection, String(entry.key), entry.owner, entry.section, entry.order, entry.searchText]
            return Self.bytes(keys) + [entry.json]
        case .entryList(let collection, let tag): return Self.bytes([collection, tag])
        case .entryChange(let collection, let tag, let key):
            return Self.bytes([collection, tag, key.map { "\($0)" } ?? ""])
        case .item(let item, let collection, let ends):
            return Self.bytes([collection, String(item.number), ends.map { "\($0)" } ?? ""]) + [item.json]
        case .itemList(let collection, let last): return Self.bytes([collection, String(last)])
        case .request(let request, let answer, let collection, let made):
            return Self.bytes([collection, request.key, request.content, String(answer.number), "\(made)"])
                + [answer.json]
        case .account(let account):
            let created = "\(account.created.timeIntervalSince1970)"
            return Self.bytes([account.netid, account.role.rawValue, account.passwordHash, created])
        }
    }

    private static func bytes(_ texts: [String]) -> [Data] { texts.map { Data($0.utf8) } }
}
