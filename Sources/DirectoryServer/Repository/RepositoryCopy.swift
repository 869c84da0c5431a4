internal import ClassAPI
internal import Foundation
private import LibpqClient

/// Copies everything from one repository to another, then compares both.
public struct RepositoryCopy: Sendable {
    public struct Counts: Equatable, Sendable {
        public let entries: Int
        public let items: Int
        public let accounts: Int
    }

    /// The number and the hash of the rows of each table.
    private struct Content: Equatable {
        var counts: [String: Int] = [:]
        var hashes: [String: [UInt8]] = [:]

        mutating func add(_ row: StoredRow) {
            counts[row.table.name, default: 0] += 1
            hashes[row.table.name] = row.hash(after: hashes[row.table.name] ?? [])
        }
    }

    private let source: SQLRepository
    private let destination: SQLRepository

    public init(from source: SQLRepository, to destination: SQLRepository) {
        self.source = source
        self.destination = destination
    }

    /// Copies everything in one transaction of the destination, which must be empty.
    /// - Throws: `ServerError.databaseNotEmpty`, `.copyDiffers`, or an error of a database.
    public func run() async throws -> Counts {
        let source = source.database
        try await destination.addRows { add in try source.readBlocking { try SQLSchema.forEachRow($0, add) } }
        let (one, other) = (try await Self.content(of: self.source), try await Self.content(of: destination))
        guard one == other else { throw ServerError.copyDiffers }
        return Counts(
            entries: other.counts["entry"] ?? 0, items: other.counts["item"] ?? 0,
            accounts: other.counts["account"] ?? 0)
    }

    private static func content(of repository: SQLRepository) async throws -> Content {
        try await repository.database.readMany { db in
            var content = Content()
            try SQLSchema.forEachRow(db) { content.add($0) }
            return content
        }
    }
}

struct StoredRow: Equatable, Sendable {
    let table: SQLTable
    let values: [SQLValue]

    /// A hash chained to that of the rows before.
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
    static func forEachRow(_ db: any SQLConnection, _ body: (StoredRow) throws -> Void) throws {
        for table in tables {
            try db.forEachRow(table.selection(in: db.dialect)) {
                try body(StoredRow(table: table, values: try table.values(of: $0)))
            }
        }
    }
}

extension SQLRepository {
    /// Inserts the rows that `forEachRow` passes to its argument, in one transaction and constant memory.
    /// - Throws: `ServerError.databaseNotEmpty`, or an error of `forEachRow` or of the database; then no row is added.
    func addRows(_ forEachRow: @escaping @Sendable ((StoredRow) throws -> Void) throws -> Void) async throws {
        try await database.fill { db in
            // Reading an empty list may have created its row. Deleting it waits for changes of the list.
            let lists = try db.select("DELETE FROM list RETURNING last")
            guard try lists.allSatisfy({ try $0.integer(0) == 0 }) else { throw ServerError.databaseNotEmpty }
            for log in ["entry_change", "item_request"] { try db.change("DELETE FROM \(log)") }
            for table in ["entry", "item", "account"] {
                guard try db.select("SELECT 1 FROM \(table) LIMIT 1").isEmpty else {
                    throw ServerError.databaseNotEmpty
                }
            }
            do {
                var (batch, bytes): ([SQLStatement], Int) = ([], 0)
                try forEachRow { row in
                    batch.append(row.table.insertion(of: row.values))
                    for case .bytes(let data?) in row.values { bytes += data.count }
                    guard batch.count >= 128 || bytes >= 1 << 20 else { return }
                    try db.changeAll(batch)
                    batch = []
                    bytes = 0
                }
                try db.changeAll(batch)
            } catch PostgresError.refused(PostgresError.uniqueViolation, _) {
                // A server that uses the database added something meanwhile.
                throw ServerError.databaseNotEmpty
            }
        }
    }
}
