internal import Foundation
internal import GRDB

extension SQLiteRepository {
    public func listTag(of collection: String) async throws -> String {
        try await database.read { db in
            let sql = "SELECT tag FROM list WHERE collection = ?"
            return try String.fetchOne(db, sql: sql, arguments: [collection]) ?? ""
        }
    }

    public func snapshot(of collection: String) async throws -> any EntrySnapshot {
        try await SQLiteSnapshot(try database.makeSnapshot(), of: collection)
    }

    public func entry(of owner: String, in collection: String) async throws -> Entry? {
        try await database.read { db in try Self.entry(db, of: owner, in: collection) }
    }

    public func add(_ entry: Entry) async throws {
        try await write { db in
            guard try Self.entry(db, of: entry.owner, in: entry.collection) == nil else { throw EntryError.ownerTaken }
            try Self.requireNotHidden(db, entry.owner, in: entry.collection)
            try Self.requireFree(db, entry, of: entry.owner)
            try Self.insert(db, entry)
        }
    }

    public func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws {
        try await write { db in
            guard let old = try Self.entry(db, of: owner, in: entry.collection) else {
                try Self.requireNotHidden(db, owner, in: entry.collection)
                throw EntryError.unknown
            }
            try condition(old)
            try Self.requireFree(db, entry, of: owner)
            try Self.update(db, old, to: entry)
        }
    }

    public func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool {
        try await write { db in
            guard let old = try Self.entry(db, of: owner, in: collection) else {
                try Self.requireNotHidden(db, owner, in: collection)
                return false
            }
            try condition(old)
            return try Self.delete(db, of: owner, in: collection, table: "entry")
        }
    }

    public func hide(entryOf owner: String, in collection: String) async throws -> Bool {
        try await move(entryOf: owner, in: collection, from: "entry", to: "hidden_entry")
    }

    public func show(entryOf owner: String, in collection: String) async throws -> Bool {
        try await move(entryOf: owner, in: collection, from: "hidden_entry", to: "entry")
    }

    private func move(
        entryOf owner: String, in collection: String, from source: String, to destination: String
    ) async throws -> Bool {
        try await write { db in
            guard let entry = try Self.entry(db, of: owner, in: collection, table: source) else { return false }
            _ = try Self.delete(db, of: owner, in: collection, table: source)
            try Self.insert(db, entry, into: destination)
            return true
        }
    }

    public func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool {
        try await write { db in
            let wasHidden = try Self.delete(db, of: owner, in: collection, table: "hidden_entry")
            return try Self.delete(db, of: owner, in: collection, table: "entry") || wasHidden
        }
    }

    public func fill(
        _ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws {
        try await write { db in
            let sql = "SELECT count FROM list WHERE collection = ?"
            guard try Int.fetchOne(db, sql: sql, arguments: [collection]) ?? 0 == 0 else { return }
            for index in 0..<count { try Self.insert(db, try entry(index)) }
        }
        // Such a large transaction leaves a log as large as the database.
        _ = try await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    public func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T> {
        let condition = (["collection = ?"] + query.words.map { _ in "instr(search, ?)" }).joined(separator: " AND ")
        let arguments = StatementArguments([collection] + query.words)
        return try await database.read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT * FROM entry WHERE \(condition) ORDER BY section, sort, id LIMIT ? OFFSET ?",
                arguments: arguments + [query.limit, query.offset])
            return EntryPage(
                entries: try Array(rows.map { try element(Entry($0)) }),
                counts: try Self.sections(db, with: query.words, where: condition, arguments))
        }
    }

    static func entry(
        _ db: Database, of owner: String, in collection: String, table: String = "entry"
    ) throws -> Entry? {
        // SQLite compares without case up to the first NUL only.
        guard !owner.utf8.contains(0) else { return nil }
        return try Row.fetchOne(
            db, sql: "SELECT * FROM \(table) WHERE collection = ? AND owner = ?", arguments: [collection, owner]
        ).map(Entry.init)
    }

    static func update(_ db: Database, _ old: Entry, to entry: Entry, table: String = "entry") throws {
        try db.execute(
            sql: """
                UPDATE \(table) SET collection = ?, key = ?, owner = ?, section = ?, sort = ?, search = ?, json = ?
                WHERE collection = ? AND owner = ?
                """,
            arguments: entry.arguments + [old.collection, old.owner])
    }

    /// - Returns: false where there was not one.
    static func delete(_ db: Database, of owner: String, in collection: String, table: String) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM \(table) WHERE collection = ? AND owner = ?", arguments: [collection, owner])
        return db.changesCount > 0
    }

    static func insert(_ db: Database, _ entry: Entry, into table: String = "entry") throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO \(table) (collection, key, owner, section, sort, search, json)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: entry.arguments)
    }

    private static func requireNotHidden(_ db: Database, _ owner: String, in collection: String) throws {
        let hidden = try entry(db, of: owner, in: collection, table: "hidden_entry")
        guard hidden == nil else { throw EntryError.hidden }
    }

    private static func requireFree(_ db: Database, _ entry: Entry, of owner: String) throws {
        let other = try Row.fetchOne(
            db,
            sql: """
                SELECT 1 FROM entry WHERE collection = ?1 AND key = ?2 AND owner <> ?3
                UNION ALL SELECT 1 FROM hidden_entry WHERE collection = ?1 AND key = ?2 AND owner <> ?3
                """, arguments: [entry.collection, entry.key, owner])
        guard other == nil else { throw EntryError.keyTaken }
    }
}

extension Entry {
    fileprivate var arguments: StatementArguments { [collection, key, owner, section, order, searchText, json] }

    init(_ row: Row) throws {
        self.init(
            collection: try row.decode(forColumn: "collection"), key: try row.decode(forColumn: "key"),
            owner: try row.decode(forColumn: "owner"), json: try row.decode(forColumn: "json"),
            section: try row.decode(forColumn: "section"), order: try row.decode(forColumn: "sort"),
            searchText: try row.decode(forColumn: "search"))
    }
}

/// The number of entries of each section, which pages tell without counting.
extension SQLiteRepository {
    /// Triggers count for every writer.
    static let sectionSchema = """
        CREATE TABLE entry_section (
            collection TEXT NOT NULL, section TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (collection, section)
        ) WITHOUT ROWID;
        INSERT INTO entry_section SELECT collection, section, count(*) FROM entry GROUP BY collection, section;
        CREATE TRIGGER entry_section_added AFTER INSERT ON entry BEGIN
            INSERT INTO entry_section VALUES (new.collection, new.section, 1)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER entry_section_changed AFTER UPDATE ON entry WHEN old.section <> new.section BEGIN
            UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
            DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
            INSERT INTO entry_section VALUES (new.collection, new.section, 1)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER entry_section_removed AFTER DELETE ON entry BEGIN
            UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
            DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
        END;
        """

    /// The number of entries of each section that match `condition`, which begins with the collection.
    /// - Parameters:
    ///   - words: the words that entries must contain; where there are none, all entries are counted already.
    ///   - condition: what the rows of entries must satisfy.
    ///   - arguments: the values of `condition`.
    static func sections(
        _ db: Database, with words: [String], where condition: String, _ arguments: StatementArguments
    ) throws -> [String: Int] {
        let sql =
            words.isEmpty
            ? "SELECT section, count FROM entry_section WHERE \(condition)"
            // In the order of the table, whose rows an index by sections would fetch one by one.
            : "SELECT section, count(*) FROM entry NOT INDEXED WHERE \(condition) GROUP BY section"
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        return Dictionary(
            try rows.map { (try $0.decode(String.self, atIndex: 0), try $0.decode(Int.self, atIndex: 1)) },
            uniquingKeysWith: +)
    }
}

/// All entries at one moment, read in pieces of about 128 KB from a connection of its own.
struct SQLiteSnapshot: EntrySnapshot {
    let tag: String
    let count: Int
    let byteCount: Int
    private let database: DatabaseSnapshot
    private let collection: String

    /// How many bytes a piece has at least, unless it is the last.
    private static let pieceSize = 128 << 10

    init(_ database: DatabaseSnapshot, of collection: String) async throws {
        (self.database, self.collection) = (database, collection)
        let state = try await database.read { db in
            let sql = "SELECT tag, count, bytes FROM list WHERE collection = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [collection]).map {
                (
                    tag: try $0.decode(String.self, atIndex: 0), count: try $0.decode(Int.self, atIndex: 1),
                    bytes: try $0.decode(Int.self, atIndex: 2)
                )
            }
        }
        tag = state?.tag ?? ""
        count = state?.count ?? 0
        byteCount = state?.bytes ?? 0
    }

    func piece(after position: Int64) async throws -> EntryPiece? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, json FROM entry WHERE collection = ? AND id > ? ORDER BY id")
            let rows = try Row.fetchCursor(statement, arguments: [collection, position])
            var json = Data()
            var last = position
            while json.count < Self.pieceSize, let row = try rows.next() {
                if last != position { json.append(UInt8(ascii: ",")) }
                try row.withUnsafeData(atIndex: 1) { json.append($0 ?? Data()) }
                last = try row.decode(atIndex: 0)
            }
            return last == position ? nil : EntryPiece(json: json, position: last)
        }
    }
}
