internal import ClassAPI
private import Dispatch
internal import Foundation
private import LibpqClient
private import Synchronization

/// Copies everything from one repository to another, table by table, and compares what both have afterwards.
public struct RepositoryCopy: Sendable {
    /// How much was copied.
    public struct Counts: Equatable, Sendable {
        public let entries: Int
        public let items: Int
        public let accounts: Int
    }

    /// The number and the hash of the rows of each table.
    private struct Content: Equatable {
        var counts: [String: Int] = [:]
        var hashes: [String: [UInt8]] = [:]

        /// How many items there are beside those of accounts, whose lists have a slash in their names.
        var items = 0

        mutating func add(_ row: StoredRow) {
            counts[row.table.name, default: 0] += 1
            if row.table.name == "item", case .text(let collection?) = row.values[0], !collection.contains("/") {
                items += 1
            }
            hashes[row.table.name] = row.hash(after: hashes[row.table.name] ?? [])
        }
    }

    private let source: SQLRepository
    private let destination: SQLRepository

    public init(from source: SQLRepository, to destination: SQLRepository) {
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
            entries: (other.counts["entry"] ?? 0) + (other.counts["hidden_entry"] ?? 0), items: other.items,
            accounts: other.counts["account"] ?? 0)
    }

    private static func read(_ source: SQLRepository, into rows: RowChannel) async {
        do {
            try await source.database.snapshot().read { db in try SQLSchema.forEachRow(db) { try rows.add($0) } }
            rows.end()
        } catch {
            rows.end(error)
        }
    }

    private static func content(of repository: SQLRepository) async throws -> Content {
        try await repository.database.snapshot().read { db in
            var content = Content()
            try SQLSchema.forEachRow(db) { content.add($0) }
            return content
        }
    }
}

/// One row of a table, as it is copied.
struct StoredRow: Equatable, Sendable {
    let table: SQLTable
    let values: [SQLValue]

    /// The hash of this row after others that have the hash `earlier`.
    fileprivate func hash(after earlier: [UInt8]) -> [UInt8] {
        var hash = ContentHash()
        hash.add(Data(earlier))
        for value in values {
            if case .bytes(let data?) = value { hash.add(data) } else { hash.add("\(value)") }
        }
        return hash.bytes()
    }
}

extension SQLSchema {
    /// Calls `body` with every row of every table.
    static func forEachRow(_ db: any SQLConnection, _ body: (StoredRow) throws -> Void) throws {
        for table in tables {
            try db.forEachRow(table.selection(in: db.dialect)) {
                try body(StoredRow(table: table, values: try table.values(of: $0)))
            }
        }
    }
}

extension SQLRepository {
    /// Adds the rows that `next` returns until nil, in one transaction.
    /// - Throws: `ServerError.databaseNotEmpty`, the error of `next`, or an error of the database; then no row is added.
    func addRows(_ next: @escaping @Sendable () throws -> StoredRow?) async throws {
        try await database.fill { db in
            // Lists that were only looked for are no content.
            for rows in ["entry", "hidden_entry", "item", "item_list WHERE last > 0", "account"] {
                guard try db.select("SELECT 1 FROM \(rows) LIMIT 1").isEmpty else { throw ServerError.databaseNotEmpty }
            }
            do {
                for table in SQLSchema.tables { try db.change("DELETE FROM \(table.name)") }
                var (batch, bytes): ([SQLStatement], Int) = ([], 0)
                while let row = try next() {
                    batch.append(row.table.insertion(of: row.values))
                    for case .bytes(let data?) in row.values { bytes += data.count }
                    guard batch.count >= 128 || bytes >= 1 << 20 else { continue }
                    try db.changeAll(batch)
                    (batch, bytes) = ([], 0)
                }
                try db.changeAll(batch)
            } catch PostgresError.refused(PostgresError.uniqueViolation, _) {
                // Another copy was made meanwhile.
                throw ServerError.databaseNotEmpty
            }
        }
    }
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
