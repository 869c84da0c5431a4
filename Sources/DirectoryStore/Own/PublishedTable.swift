import DirectoryModel
import Foundation
import GRDB

/// The table of what the server is known to have.
enum PublishedTable {
    /// Stores the hash and the content of `record`; without a `tag`, the known one stays where the content is the same.
    static func keep<R: DirectoryRecord>(_ record: R, hash: Int64, tag: String?, in db: Database) throws {
        let base = try JSONEncoder().encode(record)
        try db.execute(
            sql: """
                INSERT INTO published (collection, key, hash, tag, base) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                tag = coalesce(excluded.tag, CASE WHEN hash = excluded.hash THEN tag END), hash = excluded.hash,
                base = excluded.base
                """, arguments: [R.collection.name, record.key, hash, tag, base])
        if R.definition.owner != nil { try OwnTable<R>(in: db).published(record.key) }
        try notify(db)
    }

    /// The content the server is known to have under `key`, or nil.
    static func record<R: DirectoryRecord>(of type: R.Type, key: Int, in db: Database) throws -> R? {
        let base = try Data.fetchOne(
            db, sql: "SELECT base FROM published WHERE collection = ? AND key = ? AND base IS NOT NULL",
            arguments: [R.collection.name, key])
        return base.flatMap { try? JSONDecoder().decode(R.self, from: $0) }
    }

    /// SQLite does not notify observers of a table without row numbers.
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
    /// The record of `owner` that arrived, with its picture, or nil.
    public func record(of owner: String) throws(StoreError) -> R? {
        guard let owned = Store.owned(R.self, by: owner) else { return nil }
        return try record(where: owned, owner)
    }

    /// The record that arrived under `key` and differs from the one here, with its picture, or nil.
    public func record(key: Int) throws(StoreError) -> R? { try record(where: "\"\(table.keyColumn)\" = ?", key) }

    private func record(
        where condition: String, _ argument: some DatabaseValueConvertible
    ) throws(StoreError) -> R? {
        try read { try table.arrived(in: "main", where: condition, argument, $0).first?.record }
    }
}

extension RecordTable {
    /// The records of a list, with pictures, that are new or differ from those here and for which `condition` holds.
    /// - Parameter schema: the database with the list.
    func arrived(
        in schema: String, where condition: String, _ argument: some DatabaseValueConvertible, _ db: Database
    ) throws -> [(record: R, hash: Int64)] {
        let sql = """
            SELECT \(selection), content FROM (SELECT position AS row, * FROM \(schema).arrived)
            WHERE \(condition) AND is_whole
            """
        return try Row.fetchAll(db, sql: sql, arguments: [argument]).map { row in
            let stored = record(row)
            return (complete(stored, PictureContent(databaseValue: row["content"])), stored.hash)
        }
    }

    /// Moves a record of a list to the elements that are set aside.
    func reject(_ record: R, because reason: String, in schema: String, _ db: Database) throws {
        let place = "FROM \(schema).arrived WHERE \(quotedKey) = ?"
        try db.execute(
            sql: "INSERT INTO \(schema).set_aside (reason, raw) SELECT ?, COALESCE(raw, ?) \(place)",
            arguments: [reason, OwnerConflict.raw(of: record), record.key])
        try db.execute(sql: "DELETE \(place)", arguments: [record.key])
    }
}

extension MergeTransaction {
    /// Puts `own` into the list, in place of another version of it or of none.
    func put(_ own: R, _ summary: inout ChangeSummary) throws {
        let prepared = table.prepare(own)
        guard try table.hash(of: own.key, in: db) != prepared.hash else { return }
        try journal.remember(key: own.key)
        let isChange = try table.save(prepared, key: own.key, in: db)
        try db.notifyChanges(in: Table(table.name))
        if isChange { summary.changed += 1 } else { summary.new += 1 }
    }

    /// Removes the records of `keys`.
    /// - Returns: how many of the removed records had a number.
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

    /// Stores what the server has of `owner`, and removes what it no longer has, or has of others. What it had of
    /// people who were signed in before and edited it stays, because they will be asked.
    /// - Parameter edited: keys of own records that were edited here before, which no list contradicts.
    func rememberPublished(edited: Set<Int>) throws {
        guard let owner, let owned = Store.owned(R.self, by: owner) else { return }
        try db.execute(
            sql: """
                DELETE FROM published
                WHERE collection = ? AND key NOT IN (SELECT \(key) FROM incoming.arrived WHERE \(owned))
                AND key NOT IN (SELECT key FROM own_record WHERE collection = ? AND is_former)
                """, arguments: [table.name, owner, table.name])
        try rememberListed(except: edited)
        try PublishedTable.notify(db)
        // The owner's record arrived whole, because it was requested whole.
        for (record, hash) in try table.arrived(in: "incoming", where: owned, owner, db)
        where !request.unseen.contains(record.key) {
            try PublishedTable.keep(record, hash: hash, tag: nil, in: db)
        }
        if let base = request.base { try PublishedTable.keep(base, hash: table.prepare(base).hash, tag: nil, in: db) }
    }

    /// Stores the hash of everything in the server's list, so that a record that becomes the user's own by signing in
    /// later is not taken for one that was edited here.
    private func rememberListed(except edited: Set<Int>) throws {
        try db.execute(
            sql: """
                DELETE FROM listed WHERE collection = ? AND key NOT IN (SELECT \(key) FROM incoming.arrived)
                \(isDelta ? "AND key IN (SELECT key FROM incoming.absent)" : "")
                """, arguments: [table.name])
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
