public import DirectoryModel
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
        try MarkTable(table, in: db).put(.published, key: record.key, value: version.mark)
        if table.definition.owner != nil { try OwnTable(table, in: db).published(record.key) }
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
        let own = try OwnTable(table, in: db).edited(owner: owner).map(\.key)
        return Set(edited + own).sorted()
    }
}

extension StagingDatabase {
    /// The record of `owner` that arrived, with its picture, or nil.
    public func record(of owner: String) throws(StoreError) -> Record? {
        guard let owned = table.owned(by: owner) else { return nil }
        return try record(where: owned, owner)
    }

    /// The new or changed record that arrived with `key`, with its picture, or nil.
    public func record(key: Int) throws(StoreError) -> Record? { try record(where: "\"\(table.keyColumn)\" = ?", key) }

    private func record(
        where condition: String, _ argument: some DatabaseValueConvertible
    ) throws(StoreError) -> Record? {
        guard let row = try read({ try table.arrivedRows(in: "main", where: condition, argument, $0).first }) else {
            return nil
        }
        return try collection.read { try table.unchecked(row, in: $0) }
    }
}

extension RecordTable {
    /// The rows of new and changed records of a list that meet `condition`.
    /// - Parameter schema: the name of the database with the list.
    fileprivate func arrivedRows(
        in schema: String, where condition: String, _ argument: some DatabaseValueConvertible, _ db: Database
    ) throws -> [Row] {
        let sql = """
            SELECT \(selection) FROM (SELECT position AS row, * FROM \(schema).arrived)
            WHERE \(condition) AND is_whole
            """
        return try Row.fetchAll(db, sql: sql, arguments: [argument])
    }

    /// The new and changed records of the list attached to the store that meet `condition`, with pictures.
    func arrived(
        where condition: String, _ argument: some DatabaseValueConvertible, _ db: Database
    ) throws -> [(record: Record, hash: Int64)] {
        try arrivedRows(in: "incoming", where: condition, argument, db).map {
            (try unchecked($0, in: db), try $0.decode(atIndex: 1))
        }
    }

    /// Moves a record of a list to the rejected elements.
    func reject(_ record: Record, because reason: String, in schema: String, _ db: Database) throws {
        let source = "FROM \(schema).arrived WHERE \(quotedKey) = ?"
        try db.execute(
            sql: "INSERT INTO \(schema).set_aside (reason, raw) SELECT ?, COALESCE(raw, ?) \(source)",
            arguments: [reason, OwnerConflict.raw(of: record), record.key])
        try db.execute(sql: "DELETE \(source)", arguments: [record.key])
    }
}

extension MergeTransaction {
    /// Stores `own` instead of the version that arrived, if any.
    /// - Parameter isMoved: true if it had another number.
    func put(_ own: Record, isMoved: Bool, _ summary: inout ChangeSummary) throws {
        let prepared = table.prepare(own)
        guard try table.hash(of: own.key, in: db) != prepared.hash else { return }
        try change.record(key: own.key)
        let isChange = try table.save(prepared, key: own.key, in: db)
        try db.notifyChanges(in: Table(table.name))
        if isChange || isMoved { summary.changed += 1 } else { summary.new += 1 }
    }

    /// Removes records.
    /// - Returns: how many of them had a number.
    func drop(_ keys: Set<Int>) throws -> Int {
        var removed = 0
        for key in keys {
            if try change.remove(key: key), key != 0 { removed += 1 }
        }
        return removed
    }

    /// Records what the server has of `owner`, and forgets the rest. The user's published record is theirs under
    /// another NetID, too. Versions of former own records are not removed, because the user decides about them later.
    /// - Parameter edited: the keys of own records that were edited locally.
    func recordPublishedVersions(edited: Set<Int>) throws {
        guard let owner, let owned = table.owned(by: owner) else { return }
        let mark = try OwnTable(table, in: db).current(owner: owner).flatMap { $0.published == nil ? nil : $0.key }
        let isTheirs = "(\(owned) OR \(key) = \(mark.map(String.init) ?? "NULL"))"
        let theirs = try Int.fetchSet(
            db, sql: "SELECT \(key) FROM incoming.arrived WHERE \(isTheirs)", arguments: [owner])
        try MarkTable(table, in: db).remove(
            .published, where: "key NOT IN \(Self.list(theirs)) AND key NOT IN (\(table.marked(.formerOwn)))")
        try recordListed(except: edited)
        // These records were requested whole.
        for (record, hash) in try table.arrived(where: isTheirs, owner, db)
        where !request.unseen.contains(record.key) {
            try PublishedTable.save(table, record, hash: hash, tag: nil, in: db)
        }
        if let base = request.base {
            try PublishedTable.save(table, base, hash: table.prepare(base).hash, tag: nil, in: db)
        }
    }

    /// Records the hashes of the server's list, so that a record that becomes the user's own later does not count as
    /// edited.
    private func recordListed(except edited: Set<Int>) throws {
        try db.execute(
            sql: """
                DELETE FROM listed WHERE collection = ? AND key NOT IN (SELECT \(key) FROM incoming.arrived)
                \(isDelta ? "AND key IN (SELECT key FROM incoming.absent)" : "")
                """, arguments: [table.name])
        try db.execute(
            sql: """
                INSERT INTO listed SELECT ?, \(key), hash FROM incoming.arrived WHERE true ORDER BY \(key)
                ON CONFLICT DO UPDATE SET hash = excluded.hash WHERE hash <> excluded.hash
                """, arguments: [table.name])
        for key in edited {
            try db.execute(
                sql: "DELETE FROM listed WHERE collection = ? AND key = ?", arguments: [table.name, key])
        }
    }
}
