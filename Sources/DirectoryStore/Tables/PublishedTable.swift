import DirectoryModel
import Foundation
import GRDB

/// The table that says what the server is known to have.
enum PublishedTable {
    /// Keeps the hash and the content of `record`; without a `tag` the one that is known stays where the content is the
    /// same.
    static func keep<R: DirectoryRecord>(_ record: R, hash: Int64, tag: String?, in db: Database) throws {
        let base = try JSONEncoder().encode(record)
        try db.execute(
            sql: """
                INSERT INTO published (collection, key, hash, tag, base) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                tag = coalesce(excluded.tag, CASE WHEN hash = excluded.hash THEN tag END), hash = excluded.hash,
                base = excluded.base
                """, arguments: [R.collection.name, record.key, hash, tag, base])
        if R.ownerKey != nil { try OwnTable<R>(in: db).published(record.key) }
        try notify(db)
    }

    /// The content the server is known to have under `key`, or nil.
    static func record<R: DirectoryRecord>(of type: R.Type, key: Int, in db: Database) throws -> R? {
        let base = try Data.fetchOne(
            db, sql: "SELECT base FROM published WHERE collection = ? AND key = ? AND base IS NOT NULL",
            arguments: [R.collection.name, key])
        return base.flatMap { try? JSONDecoder().decode(R.self, from: $0) }
    }

    /// SQLite tells observers nothing of a table without row numbers.
    static func notify(_ db: Database) throws { try db.notifyChanges(in: Table("published")) }

    static func editedKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String?, in db: Database
    ) throws -> [Int] {
        let table = RecordTable<R>()
        let key = "r.\"\(table.keyColumn)\""
        let edited = try Int.fetchAll(
            db,
            sql: """
                SELECT p.key FROM published p JOIN \(table.name) r ON \(key) = p.key
                WHERE p.collection = ? AND r.hash <> p.hash
                """, arguments: [table.name])
        let own = try OwnTable<R>(in: db).edited(owner: owner).map(\.key)
        return Set(edited + own).sorted()
    }

    /// The hash of every version the server is known to have, by key.
    static func hashes(of collection: CollectionInfo, in db: Database) throws -> [Int: Int64] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT key, hash FROM published WHERE collection = ?", arguments: [collection.name])
        let hashes: [(Int, Int64)] = try rows.map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
        return Dictionary(hashes, uniquingKeysWith: { $1 })
    }
}

extension StagingDatabase {
    /// What arrived of `owner`'s, with its picture, or nil.
    public func record(of owner: String) throws(StoreError) -> R? {
        guard let owned = Store.owned(R.self, by: owner) else { return nil }
        return try record(where: owned, owner)
    }

    /// What arrived under `key` and differs from what is here, with its picture, or nil.
    public func record(key: Int) throws(StoreError) -> R? { try record(where: "\"\(table.keyColumn)\" = ?", key) }

    private func record(
        where condition: String, _ argument: some DatabaseValueConvertible
    ) throws(StoreError) -> R? {
        let sql = """
            SELECT \(table.selection), content FROM (SELECT position AS row, * FROM arrived)
            WHERE \(condition) AND is_whole LIMIT 1
            """
        return try explained {
            try queue.read { db in
                guard let row = try Row.fetchOne(db, sql: sql, arguments: [argument]) else { return nil }
                return table.complete(table.record(row), PictureContent(databaseValue: row["content"]))
            }
        }
    }
}

extension MergeTransaction {
    /// Puts `own` where the list has another version of it, or none.
    func put(_ own: R, _ summary: inout ChangeSummary) throws {
        let prepared = table.prepare(own)
        let hash = try Int64.fetchOne(
            db, sql: "SELECT hash FROM \(table.name) WHERE \(key) = ?", arguments: [own.key])
        guard hash != prepared.hash else { return }
        try journal.remember(key: own.key)
        let isChange = try table.save(prepared, key: own.key, in: db)
        try db.notifyChanges(in: Table(table.name))
        if isChange { summary.changed += 1 } else { summary.new += 1 }
    }

    /// Takes the records of `keys` out.
    /// - Returns: how many of them had a number.
    func drop(_ keys: Set<Int>) throws -> Int {
        var removed = 0
        for key in keys {
            guard let row = try table.row(of: key, in: db) else { continue }
            try journal.remember(key: key)
            try table.delete(row: row, in: db)
            if key != 0 { removed += 1 }
        }
        return removed
    }

    /// Remembers what the server has of `owner`'s, and forgets what it no longer has, or has of others; what it had of
    /// those who were signed in before and edited it stays, for they will be asked.
    /// - Parameter unseen: keys of which nobody looked at what the server has; what was known of them stays.
    /// - Parameter edited: keys of own records that were edited here before, of which no list says otherwise.
    /// - Parameter base: what the own record was made of where that is not what arrived.
    func rememberPublished(of owner: String, except unseen: Set<Int>, edited: Set<Int>, madeOf base: R?) throws {
        guard let owned = Store.owned(R.self, by: owner) else { return }
        try db.execute(
            sql: """
                DELETE FROM published
                WHERE collection = ? AND key NOT IN (SELECT \(key) FROM incoming.arrived WHERE \(owned))
                AND key NOT IN (SELECT key FROM own_record WHERE collection = ? AND is_former)
                """, arguments: [table.name, owner, table.name])
        try rememberListed(except: edited)
        try PublishedTable.notify(db)
        // What is its owner's arrived whole, for it was asked for.
        let arrived = try Row.fetchAll(
            db,
            sql: """
                SELECT \(table.selection), content FROM (SELECT position AS row, * FROM incoming.arrived)
                WHERE \(owned) AND is_whole
                """, arguments: [owner])
        for row in arrived {
            let stored = table.record(row)
            if unseen.contains(stored.record.key) { continue }
            let record = table.complete(stored, PictureContent(databaseValue: row["content"]))
            try PublishedTable.keep(record, hash: stored.hash, tag: nil, in: db)
        }
        if let base { try PublishedTable.keep(base, hash: table.prepare(base).hash, tag: nil, in: db) }
    }

    /// Remembers the hash of everything the server's list holds, so that a record that becomes one's own by signing in
    /// later is not taken for one that was edited here.
    private func rememberListed(except edited: Set<Int>) throws {
        try db.execute(
            sql: "DELETE FROM listed WHERE collection = ? AND key NOT IN (SELECT \(key) FROM incoming.arrived)",
            arguments: [table.name])
        try db.execute(
            sql: """
                INSERT INTO listed SELECT ?, \(key), hash FROM incoming.arrived WHERE true
                ON CONFLICT DO UPDATE SET hash = excluded.hash WHERE hash <> excluded.hash
                """, arguments: [table.name])
        for key in edited {
            try db.execute(
                sql: "DELETE FROM listed WHERE collection = ? AND key = ?", arguments: [table.name, key])
        }
    }
}
