import DirectoryModel
import Foundation
import GRDB

/// The table of what the server is known to have.
enum PublishedTable {
    /// Stores the hash and the content of `record`. Without a `tag`, the known one is unchanged if the content is.
    static func save(_ table: RecordTable, _ record: Record, hash: Int64, tag: String?, in db: Database) throws {
        let base = try JSONEncoder().encode(record)
        try db.execute(
            sql: """
                INSERT INTO published (collection, key, hash, tag, base) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                tag = coalesce(excluded.tag, CASE WHEN hash = excluded.hash THEN tag END), hash = excluded.hash,
                base = excluded.base
                """, arguments: [table.name, record.key, hash, tag, base])
        if table.definition.owner != nil { try OwnTable(table, in: db).published(record.key) }
        try notify(db)
    }

    /// The record that the server is known to have with `key`, or nil.
    static func record(_ table: RecordTable, key: Int, in db: Database) throws -> Record? {
        let base = try Data.fetchOne(
            db, sql: "SELECT base FROM published WHERE collection = ? AND key = ? AND base IS NOT NULL",
            arguments: [table.name, key])
        return base.flatMap { try? Record(table.definition, json: $0) }
    }

    /// GRDB does not observe tables without row IDs.
    static func notify(_ db: Database) throws { try db.notifyChanges(in: Table("published")) }

    /// The hash of every version that the server is known to have, by key.
    static func hashes(_ table: RecordTable, in db: Database) throws -> [Int: Int64] {
        let sql = "SELECT key, hash FROM published WHERE collection = ?"
        return try Row.fetchAll(db, sql: sql, arguments: [table.name]).reduce(into: [:]) {
            $0[try $1.decode(Int.self, atIndex: 0)] = try $1.decode(Int64.self, atIndex: 1)
        }
    }

    static func editedKeys(_ table: RecordTable, owner: String?, in db: Database) throws -> [Int] {
        let key = "r.\"\(table.keyColumn)\""
        let edited = try Int.fetchAll(
            db,
            sql: """
                SELECT p.key FROM published p JOIN \(table.name) r ON \(key) = p.key
                WHERE p.collection = ? AND r.hash <> p.hash
                """, arguments: [table.name])
        let own = try OwnTable(table, in: db).edited(owner: owner).map(\.key)
        return Set(edited + own).sorted()
    }
}
