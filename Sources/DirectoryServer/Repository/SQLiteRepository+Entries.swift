private import Foundation
internal import GRDB

extension SQLiteRepository {
    public func listTag() async throws -> String {
        try await database.read { db in try String.fetchOne(db, sql: "SELECT tag FROM list") ?? "" }
    }

    public func snapshot() async throws -> any EntrySnapshot {
        try await SQLiteSnapshot(try database.makeSnapshot())
    }

    public func entry(netid: String) async throws -> Entry? {
        try await database.read { db in try Self.entry(db, netid: netid) }
    }

    public func add(_ entry: Entry) async throws {
        try await write { db in
            guard try Self.entry(db, netid: entry.netid) == nil else { throw EntryError.netidTaken }
            try Self.requireFree(db, duid: entry.duid, for: entry.netid)
            try Self.insert(db, entry)
        }
    }

    public func replace(
        netid: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws {
        try await write { db in
            guard let old = try Self.entry(db, netid: netid) else { throw EntryError.unknown }
            try condition(old)
            try Self.requireFree(db, duid: entry.duid, for: netid)
            try db.execute(
                sql: """
                    UPDATE entry SET duid = ?, netid = ?, section = ?, sort = ?, search = ?, json = ? WHERE netid = ?
                    """,
                arguments: entry.arguments + [netid])
        }
    }

    public func remove(
        netid: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool {
        try await write { db in
            guard let old = try Self.entry(db, netid: netid) else { return false }
            try condition(old)
            try db.execute(sql: "DELETE FROM entry WHERE netid = ?", arguments: [netid])
            return db.changesCount > 0
        }
    }

    public func fill(count: Int, entry: @escaping @Sendable (Int) throws -> Entry) async throws {
        try await write { db in
            guard try Int.fetchOne(db, sql: "SELECT count FROM list") == 0 else { return }
            for index in 0..<count { try Self.insert(db, try entry(index)) }
        }
        // So large a transaction leaves a log as large as the database.
        _ = try await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    public func page(_ query: PageQuery) async throws -> EntryPage {
        let condition = query.words.map { _ in "instr(search, ?)" }.joined(separator: " AND ")
        let matching = condition.isEmpty ? "" : "WHERE \(condition)"
        let words = StatementArguments(query.words)
        return try await database.read { db in
            let counts = try Row.fetchAll(
                db, sql: "SELECT section, count(*) FROM entry \(matching) GROUP BY section", arguments: words)
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM entry \(matching) ORDER BY section, sort, id LIMIT ? OFFSET ?",
                arguments: words + [query.limit, query.offset])
            return EntryPage(
                entries: try rows.map(Entry.init),
                counts: Dictionary(
                    try counts.map { (try $0.decode(String.self, atIndex: 0), try $0.decode(Int.self, atIndex: 1)) },
                    uniquingKeysWith: +))
        }
    }

    private static func entry(_ db: Database, netid: String) throws -> Entry? {
        // SQLite compares without case up to the first NUL only.
        guard !netid.utf8.contains(0) else { return nil }
        return try Row.fetchOne(db, sql: "SELECT * FROM entry WHERE netid = ?", arguments: [netid]).map(Entry.init)
    }

    private static func insert(_ db: Database, _ entry: Entry) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO entry (duid, netid, section, sort, search, json) VALUES (?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: entry.arguments)
    }

    private static func requireFree(_ db: Database, duid: Int, for netid: String) throws {
        let other = try Row.fetchOne(
            db, sql: "SELECT 1 FROM entry WHERE duid = ? AND netid <> ?", arguments: [duid, netid])
        guard other == nil else { throw EntryError.duidTaken }
    }
}

extension Entry {
    fileprivate var arguments: StatementArguments { [duid, netid, section, order, searchText, json] }

    fileprivate init(_ row: Row) throws {
        duid = try row.decode(forColumn: "duid")
        netid = try row.decode(forColumn: "netid")
        json = try row.decode(forColumn: "json")
        section = try row.decode(forColumn: "section")
        order = try row.decode(forColumn: "sort")
        searchText = try row.decode(forColumn: "search")
    }
}
