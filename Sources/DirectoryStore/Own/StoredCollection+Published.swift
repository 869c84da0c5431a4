public import DirectoryModel
import Foundation
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
            try table.savePublished(record, hash: prepared.hash, tag: tag, in: db)
            guard let sent, sent.key == record.key, sent.contentHash != prepared.hash,
                try table.hash(of: sent.key, in: db) == sent.contentHash
            else { return }
            try saveUnoffered(prepared, key: record.key, translated("Saving \(Change.nameMark(record.key))"), in: db)
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
            try table.savePublished(theirs, hash: hash, tag: tag, in: db)
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
        try read { try table.publishedVersion(key: key, in: $0) }
    }

    /// The record that the server is known to have with `key`, as last read, or nil.
    public func publishedRecord(key: Int) throws(StoreError) -> Record? {
        try read { try table.publishedRecord(key: key, in: $0) }
    }

    /// The keys of the records that differ from the server's version.
    /// - Parameter owner: the owner whose records also count if the server has none of them.
    public func editedQuery(owner: String? = nil) -> StoreQuery<[Int]> {
        StoreQuery(store: store) { [table] in try table.editedKeys(owner: owner, in: $0) }
    }

    /// The hash of every version that the server is known to have, by key; it changes with an upload.
    public func publishedHashes() throws(StoreError) -> [Int: Int64] {
        try read { try table.publishedHashes(in: $0) }
    }

    /// The records of `owner`, ignoring case, with pictures, in the order they were added.
    public func records(ownedBy owner: String) throws(StoreError) -> [Record] {
        try read { db in try table.keys(ofOwner: owner, in: db).compactMap { try table.whole(key: $0, in: db) } }
    }
}

/// What the server is known to have.
extension RecordTable {
    /// Stores the hash and the content of `record`. Without a `tag`, the known one is unchanged if the content is.
    func savePublished(_ record: Record, hash: Int64, tag: String?, in db: Database) throws {
        let known = try publishedVersion(key: record.key, in: db)
        let tag = tag ?? (known?.hash == hash ? known?.tag : nil)
        let version = PublishedVersion(hash: hash, tag: tag, base: record.json)
        let marks = MarkTable(self, in: db)
        try marks.put(.published, key: record.key, value: version.mark)
        try marks.clearUntouched(record.key)
    }

    func publishedVersion(key: Int, in db: Database) throws -> PublishedVersion? {
        try MarkTable(self, in: db).value(.published, key: key).flatMap(PublishedVersion.init)
    }

    /// The record that the server is known to have with `key`, or nil.
    func publishedRecord(key: Int, in db: Database) throws -> Record? {
        let base = try publishedVersion(key: key, in: db)?.base
        return base.flatMap { try? Record(definition, json: Data($0.utf8)) }
    }

    /// The hash of every version that the server is known to have, by key.
    func publishedHashes(in db: Database) throws -> [Int: Int64] {
        try MarkTable(self, in: db).values(.published).compactMapValues { PublishedVersion($0)?.hash }
    }

    /// The keys of the records that differ from the server's version, and of edited own records.
    func editedKeys(owner: String?, in db: Database) throws -> [Int] {
        let edited = try publishedHashes(in: db).filter { key, published in
            try hash(of: key, in: db).map { $0 != published } == true
        }
        let own = try OwnRecordPolicy(self, owner: owner, in: db)
        return Set(edited.keys).union(own.isEdited ? own.keys : []).sorted()
    }
}

/// What the server is known to have of a record: its hash and its ETag.
public struct PublishedVersion: Equatable, Sendable {
    public let hash: Int64
    public let tag: String?
    /// The record as JSON; nil if only the tag is known.
    let base: String?
}

extension PublishedVersion {
    /// The version in the value of a mark: three lines.
    init?(_ mark: String) {
        let lines = mark.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 3, let hash = Int64(lines[0]) else { return nil }
        self.init(hash: hash, tag: lines[1].isEmpty ? nil : lines[1], base: lines[2].isEmpty ? nil : lines[2])
    }

    var mark: String { "\(hash)\n\(tag ?? "")\n\(base ?? "")" }
}
