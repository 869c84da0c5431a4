public import DirectoryModel
import GRDB

extension DirectoryRecord {
    /// Differs where content differs, including the picture; the store keeps the same number with the record.
    public var contentHash: Int64 { RecordTable<Self>().content(of: self).hash }
}

extension Store {
    /// Stores that the server has `record`, so that later edits can be detected.
    /// - Parameters:
    ///   - record: the record as the server has it.
    ///   - tag: the server's ETag for it, or nil where there is not one.
    ///   - sent: the record that was uploaded. Where it is still here, `record` replaces it, because a server may correct
    ///     what it is sent; where it was edited in the meantime, the edit stays.
    public func keepPublished<R: DirectoryRecord>(
        _ record: R, tag: String?, inPlaceOf sent: R? = nil
    ) throws(StoreError) {
        let table = RecordTable<R>()
        let prepared = table.prepare(record)
        try write { db in
            try PublishedTable.keep(record, hash: prepared.hash, tag: tag, in: db)
            guard let sent, sent.key == record.key, sent.contentHash != prepared.hash,
                try table.hash(of: sent.key, in: db) == sent.contentHash
            else { return }
            _ = try table.save(prepared, key: record.key, in: db)
            try Self.count(R.self, in: db)
        }
    }

    /// Replaces `mine` with `merged`, the merge of it and `theirs`, and stores that the server has `theirs`, in one
    /// transaction.
    /// - Returns: false, and neither done, where another record has the key of `merged`.
    /// - Throws: `changedMeanwhile` where `mine` was edited here since.
    public func keepMerged<R: DirectoryRecord>(
        _ merged: R, of mine: R, and theirs: R, tag: String?
    ) throws(StoreError) -> Bool {
        let hash = theirs.contentHash
        return try write(R.self) { db in
            guard try RecordTable<R>().hash(of: mine.key, in: db) == mine.contentHash else {
                throw StoreError.changedMeanwhile
            }
            guard try put(merged, inPlaceOf: mine.key, in: db) else { return false }
            try PublishedTable.keep(theirs, hash: hash, tag: tag, in: db)
            return true
        }
    }

    /// Stores that the server no longer has the record that has `key`.
    public func forgetPublished<R: DirectoryRecord>(_ type: R.Type, key: Int) throws(StoreError) {
        try write { db in
            for table in ["published", "listed"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE collection = ? AND key = ?", arguments: [R.collection.name, key])
            }
            try PublishedTable.notify(db)
        }
    }

    /// The version that the server is known to have under `key`, or nil.
    public func publishedVersion<R: DirectoryRecord>(
        of type: R.Type, key: Int
    ) throws(StoreError) -> PublishedVersion? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT hash, tag FROM published WHERE collection = ? AND key = ?",
                arguments: [R.collection.name, key]
            ).map { PublishedVersion(hash: try $0.decode(atIndex: 0), tag: try $0.decode(atIndex: 1)) }
        }
    }

    /// The record that the server is known to have under `key`, as it was when it was last read here; nil where it is
    /// not known, or was last read before versions were stored.
    public func publishedRecord<R: DirectoryRecord>(of type: R.Type, key: Int) throws(StoreError) -> R? {
        try read { try PublishedTable.record(of: type, key: key, in: $0) }
    }

    /// The keys of the records here that differ on the server: a list marks them as not uploaded yet.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: the owner whose records also count where the server is not known to have them at all.
    public func editedKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreError) -> [Int] {
        try read { try PublishedTable.editedKeys(of: type, owner: owner, in: $0) }
    }

    /// The hash of every version the server is known to have, by key; a difference means that a record was uploaded.
    public func publishedHashes<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int: Int64] {
        try read { try PublishedTable.hashes(of: R.collection, in: $0) }
    }

    /// Calls `onChange` with `editedKeys` now, before this returns unless `isImmediate` is false, and again whenever
    /// they change.
    @MainActor
    public func observeEditedKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil, isImmediate: Bool = true,
        onError: @escaping @MainActor (StoreError) -> Void, onChange: @escaping @MainActor ([Int]) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { try PublishedTable.editedKeys(of: type, owner: owner, in: $0) }
            .removeDuplicates()
        return observe(observation, isImmediate: isImmediate, onError: onError, onChange: onChange)
    }

    /// The records that `owner` owns, in any case, with pictures, in the order they were added.
    public func records<R: DirectoryRecord>(of type: R.Type, ownedBy owner: String) throws(StoreError) -> [R] {
        guard let owned = Self.owned(type, by: owner) else { return [] }
        let table = RecordTable<R>()
        return try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(table.selection) FROM \(table.name) WHERE \(owned) ORDER BY row", arguments: [owner])
            return try rows.map { try table.whole($0, in: db) }
        }
    }

    /// The condition that its argument owns a row, or nil where records do not have owners.
    static func owned<R: DirectoryRecord>(_ type: R.Type, by owner: String) -> String? {
        R.owner(in: owner).isEmpty ? nil : R.definition.owner.map(\.key).map { "\"\($0)\" = ? COLLATE NOCASE" }
    }
}

/// The version of a record that the server is known to have.
public struct PublishedVersion: Equatable, Sendable {
    /// The hash of the content, as `DirectoryRecord.contentHash`.
    public let hash: Int64
    /// The server's tag of the version, where it is known.
    public let tag: String?
}
