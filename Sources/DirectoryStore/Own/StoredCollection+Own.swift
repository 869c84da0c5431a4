import DirectoryModel
import GRDB
import Language

/// The user's own record: the one that is marked as such, whatever it contains.
extension StoredCollection {
    /// The user's own record, and what may happen to it.
    /// - Parameter owner: the owner whose record counts if none is marked; nil for the person who is signed in.
    public func own(owner: String? = nil) throws(StoreError) -> OwnRecordPolicy {
        try read { try OwnRecordPolicy(table, owner: owner, in: $0) }
    }

    /// The key of the user's own record, or nil.
    public func ownKey(owner: String? = nil) throws(StoreError) -> Int? { try own(owner: owner).key }

    /// The key of the record that became the user's own instead of the one with `key`: theirs under another number, or
    /// the one that a list has of them. The sign-in of another person does not count.
    /// - Returns: nil if there is none, the history does not know it, or the record with `key` is the user's own.
    public func ownKey(replacing key: Int) throws(StoreError) -> Int? {
        try read { db in
            guard try OwnRecordPolicy(table, in: db).key != key else { return nil }
            var found: Int?
            while let next = try table.ownKey(replacing: found ?? key, in: db) { found = next }
            return found
        }
    }

    /// Creates the user's own record if there is none, as at a first launch.
    /// - Parameter netid: the owner of the record; nil or empty for the login name.
    /// - Returns: its key, which is 0, for unknown, if that is free.
    @discardableResult
    public func makeOwnIfAbsent(_ account: SystemAccount = .current, netid: String?) throws(StoreError) -> Int {
        let own = account.ownRecord(netid: netid)
        return try write { db in
            if let key = try OwnRecordPolicy(table, owner: own.netid, in: db).key { return key }
            let free = """
                SELECT MIN(key) FROM (SELECT 0 AS key UNION SELECT \(table.quotedKey) + 1 FROM \(table.name))
                WHERE key >= 0 AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                """
            let key = try Int.fetchOne(db, sql: free) ?? 0
            let prepared = table.prepare(own.keyed(key).record)
            try saveUnoffered(prepared, key: key, translated("Record created"), in: db)
            try MarkTable(table, in: db).markOwn(key, untouched: prepared.hash)
            return key
        }
    }

    /// The title of the record with a number, for a sentence.
    public func holder(ofKey key: Int) -> String {
        ifReadable { try $0.read { try table.holder(ofKey: key, in: $0) } }
            ?? translated("another \(definition.collection.one)")
    }

    /// The title of the record that `owner` has, or nil if the record with `key` has this owner.
    public func holder(of owner: String, besides key: Int?) throws(StoreError) -> String? {
        try read { db in
            try table.key(ofOwner: owner, besides: key, in: db).map { try table.holder(ofKey: $0, in: db) }
        }
    }
}

extension RecordTable {
    /// The key that got the mark of the own record when `key` lost it; nil if the last change of its mark was another.
    fileprivate func ownKey(replacing key: Int, in db: Database) throws -> Int? {
        let marks = "image WHERE collection = '\(name)' AND source = '\(MarkKind.own.rawValue)'"
        let sql = """
            SELECT key FROM \(marks) AND key <> ?1 AND before ->> '$.after' <> '{}'
            AND change = (SELECT MAX(change) FROM \(marks) AND key = ?1)
            """
        return try Int.fetchOne(db, sql: sql, arguments: [key])
    }

    /// The title of the record with a number, for a sentence.
    func holder(ofKey key: Int, in db: Database) throws -> String {
        let holder = try row(of: key, in: db).flatMap { try stored(row: $0, in: db)?.record }
        return holder?.displayName.line(cutAt: 200) ?? translated("another \(definition.collection.one)")
    }

    /// The number of the record that has an owner; nil if there is none, or the record with `key` has this owner, which
    /// it may keep.
    func key(ofOwner owner: String?, besides key: Int?, in db: Database) throws -> Int? {
        let keys = try keys(ofOwner: owner ?? "", in: db)
        return keys.contains { $0 == key } ? nil : keys.first
    }

    /// True if `row` is another record with the owner of `record`, which is the user's own and had `key`.
    func isDuplicate(_ row: Int64, of record: Record, at key: Int, in db: Database) throws -> Bool {
        guard let owner = record.owner, !owner.isEmpty, try OwnRecordPolicy(self, in: db).key == key else {
            return false
        }
        return try stored(row: row, in: db)?.record.owner?.caseInsensitiveEquals(owner) ?? false
    }

    /// Throws `ownerTaken` if the owner of `record` has another record.
    /// - Parameter key: the record that `record` replaces, or nil if it is new.
    func refuseSecondOwner(_ record: Record, replacing key: Int?, in db: Database) throws {
        guard let owner = record.owner, let other = try self.key(ofOwner: owner, besides: key, in: db) else { return }
        let holder = try holder(ofKey: other, in: db)
        throw StoreError.ownerTaken(label: definition.owner?.label ?? "", owner: owner, holder: holder)
    }
}

/// The user's own record in the store.
public struct OwnRow: Equatable, Sendable {
    public let key: Int
    public let row: Int64
}

extension StoredCollection {
    /// The user's own record, or nil.
    /// - Parameter owner: the owner whose record counts if none is marked.
    public func ownQuery(owner: String?) -> StoreQuery<OwnRow?> {
        StoreQuery(store: store) { [table] db in
            try OwnRecordPolicy(table, owner: owner, in: db).key.flatMap { key in
                try table.row(of: key, in: db).map { OwnRow(key: key, row: $0) }
            }
        }
    }
}
