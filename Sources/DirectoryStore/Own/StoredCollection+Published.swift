public import DirectoryModel
import GRDB
import Language

extension Record {
    /// The hash of the content, including the picture.
    public var contentHash: Int64 { RecordTable(definition).content(of: self).hash }
}

extension StoredCollection {
    /// Records that the server has `record`, so that later edits can be detected.
    /// - Parameters:
    ///   - tag: the server's ETag, if it has one.
    ///   - sent: the record that was uploaded. If it was not edited since, `record` replaces it, because a server
    ///     may correct what it is sent.
    public func recordPublished(_ record: Record, tag: String?, replacing sent: Record? = nil) throws(StoreError) {
        let prepared = table.prepare(record)
        try store.write { db in
            try PublishedTable.save(table, record, hash: prepared.hash, tag: tag, in: db)
            guard let sent, sent.key == record.key, sent.contentHash != prepared.hash,
                try table.hash(of: sent.key, in: db) == sent.contentHash
            else { return }
            try saveUnoffered(prepared, key: record.key, translated("Saving \(record.displayName)"), in: db)
            try table.count(in: db)
        }
    }

    /// Replaces `mine` with `merged`, and records that the server has `theirs`, in one transaction.
    /// - Returns: false, and the store unchanged, if the key of `merged` is taken.
    /// - Throws: `changedMeanwhile` if `mine` was edited since.
    public func saveMerged(
        _ merged: Record, of mine: Record, and theirs: Record, tag: String?
    ) throws(StoreError) -> Bool {
        let hash = theirs.contentHash
        return try write { db in
            guard try table.hash(of: mine.key, in: db) == mine.contentHash else {
                throw StoreError.changedMeanwhile
            }
            guard try put(merged, replacing: mine.key, in: db) else { return false }
            try PublishedTable.save(table, theirs, hash: hash, tag: tag, in: db)
            return true
        }
    }

    /// Records that the server no longer has a record.
    public func forgetPublished(key: Int) throws(StoreError) {
        try store.write { db in
            try MarkTable(table, in: db).remove(.published, where: "key = \(key)")
            try db.execute(
                sql: "DELETE FROM listed WHERE collection = ? AND key = ?", arguments: [table.name, key])
        }
    }

    /// The version that the server is known to have with `key`, or nil.
    public func publishedVersion(key: Int) throws(StoreError) -> PublishedVersion? {
        try read { try PublishedTable.version(table, key: key, in: $0) }
    }

    /// The record that the server is known to have with `key`, as last read, or nil.
    public func publishedRecord(key: Int) throws(StoreError) -> Record? {
        try read { try PublishedTable.record(table, key: key, in: $0) }
    }

    /// The keys of the records that differ from the server's version.
    /// - Parameter owner: the owner whose records also count if the server has none of them.
    public func editedKeys(owner: String? = nil) throws(StoreError) -> [Int] {
        try read { try PublishedTable.editedKeys(table, owner: owner, in: $0) }
    }

    /// The hash of every version that the server is known to have, by key; it changes with an upload.
    public func publishedHashes() throws(StoreError) -> [Int: Int64] {
        try read { try PublishedTable.hashes(table, in: $0) }
    }

    /// Calls `onChange` with `editedKeys` now, before this returns if `isImmediate`, and whenever they change.
    @MainActor
    public func observeEditedKeys(
        owner: String? = nil, isImmediate: Bool = true,
        onError: @escaping @MainActor (StoreError) -> Void, onChange: @escaping @MainActor ([Int]) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { [table] in
            try PublishedTable.editedKeys(table, owner: owner, in: $0)
        }.removeDuplicates()
        return store.observe(observation, isImmediate: isImmediate, onError: onError, onChange: onChange)
    }

    /// The records of `owner`, ignoring case, with pictures, in the order they were added.
    public func records(ownedBy owner: String) throws(StoreError) -> [Record] {
        guard let owned = table.owned(by: owner) else { return [] }
        return try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(table.selection) FROM \(table.name) WHERE \(owned) ORDER BY row", arguments: [owner])
            return try rows.map { try table.whole($0, in: db) }
        }
    }
}

extension RecordTable {
    /// The condition that its argument owns a row, or nil if records have no owners.
    func owned(by owner: String) -> String? {
        definition.owner(in: owner).isEmpty
            ? nil : definition.owner.map(\.key).map { "\"\($0)\" = ? COLLATE NOCASE" }
    }
}

/// What the server is known to have of a record: its hash and its ETag.
public struct PublishedVersion: Equatable, Sendable {
    public let hash: Int64
    public let tag: String?
    /// The record as JSON; nil if only the tag is known.
    let base: String?

    init(hash: Int64, tag: String?, base: String?) {
        self.hash = hash
        self.tag = tag
        self.base = base
    }

    /// The version in the value of a mark: three lines.
    init?(_ mark: String) {
        let lines = mark.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 3, let hash = Int64(lines[0]) else { return nil }
        self.hash = hash
        tag = lines[1].isEmpty ? nil : lines[1]
        base = lines[2].isEmpty ? nil : lines[2]
    }

    var mark: String { "\(hash)\n\(tag ?? "")\n\(base ?? "")" }
}
