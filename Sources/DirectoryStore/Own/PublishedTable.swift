import DirectoryModel
import Foundation
import GRDB

/// What the server is known to have.
enum PublishedTable {
    /// Stores the hash and the content of `record`. Without a `tag`, the known one is unchanged if the content is.
    static func save(_ table: RecordTable, _ record: Record, hash: Int64, tag: String?, in db: Database) throws {
        let base = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        let known = try version(table, key: record.key, in: db)
        let tag = tag ?? (known?.hash == hash ? known?.tag : nil)
        let version = PublishedVersion(hash: hash, tag: tag, base: base)
        let marks = MarkTable(table, in: db)
        try marks.put(.published, key: record.key, value: version.mark)
        try marks.clearUntouched(record.key)
    }

    static func version(_ table: RecordTable, key: Int, in db: Database) throws -> PublishedVersion? {
        try MarkTable(table, in: db).value(.published, key: key).flatMap(PublishedVersion.init)
    }

    /// The record that the server is known to have with `key`, or nil.
    static func record(_ table: RecordTable, key: Int, in db: Database) throws -> Record? {
        let base = try version(table, key: key, in: db)?.base
        return base.flatMap { try? Record(table.definition, json: Data($0.utf8)) }
    }

    /// The hash of every version that the server is known to have, by key.
    static func hashes(_ table: RecordTable, in db: Database) throws -> [Int: Int64] {
        try MarkTable(table, in: db).values(.published).compactMapValues { PublishedVersion($0)?.hash }
    }

    static func editedKeys(_ table: RecordTable, owner: String?, in db: Database) throws -> [Int] {
        let edited = try Int.fetchAll(
            db,
            sql: """
                SELECT p.key FROM mark p JOIN \(table.name) r ON r.\(table.quotedKey) = p.key
                WHERE p.collection = ? AND p.kind = 'published' AND r.hash <> CAST(p.value AS INTEGER)
                """, arguments: [table.name])
        let own = try OwnRecordPolicy(table, owner: owner, in: db)
        return Set(edited + [own.isEdited ? own.key : nil].compactMap(\.self)).sorted()
    }
}
