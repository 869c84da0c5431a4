public import DirectoryModel
import Foundation
import GRDB
import Language

extension Store {
    static let maxToldRejected = 200

    /// The first 200 rejected elements of downloads and files, in order.
    public func storedRejected<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [StoredRejectedElement] {
        try read { db in
            let sql = "SELECT position, reason, raw FROM set_aside WHERE collection = ? ORDER BY position LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [R.collection.name, Self.maxToldRejected])
                .map { row in
                    let element = RejectedElement(reason: try row.decode(atIndex: 1), raw: try row.decode(atIndex: 2))
                    return StoredRejectedElement(id: try row.decode(atIndex: 0), element: element)
                }
        }
    }

    /// The number of stored elements that were rejected.
    public func rejectedCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM set_aside WHERE collection = ?", arguments: [R.collection.name]) ?? 0
        }
    }

    /// Adds the record that a person made of a rejected element. It replaces the one that was added without some of its
    /// fields, unless that is the user's own and was edited since.
    /// - Parameter absent: the keys of the fields that the element lacks, which do not change.
    /// - Returns: false, and the store unchanged, if another record has its key or its owner.
    public func takeIn<R: DirectoryRecord>(
        _ record: R, from kept: StoredRejectedElement, absent: Set<String> = []
    ) throws(StoreError) -> Bool {
        let table = RecordTable<R>()
        return try write(R.self, isChange: \.self) { db in
            var numbers = try KeyAllocator<R>(in: db)
            var record = numbers.numbered(record)
            let isThere = try table.row(of: record.key, in: db) != nil
            guard !isThere || kept.element.isPart(of: record), try Self.isFree(record, in: db) else { return false }
            if !absent.isEmpty, let stored = try table.whole(key: record.key, in: db) {
                for field in R.fields where absent.contains(field.key) { field.set(field.value(stored), in: &record) }
            }
            if !isThere { try CardKeys<R>(in: db).forgetMissing() }
            let name = record.displayName
            let journal = try UndoJournal<R>(
                by: author, isThere ? translated("Editing \(name)") : translated("Adding \(name)"), in: db)
            try journal.remember(key: record.key)
            try journal.rememberList()
            try Self.forget(kept, of: R.collection, in: db)
            _ = try table.save(table.prepare(record), key: record.key, in: db)
            try KeyAllocator<R>.keepLast(in: db)
            try journal.rememberAfter()
            return true
        }
    }

    /// False if another record has the owner, or the record would replace an edited own one.
    private static func isFree<R: DirectoryRecord>(_ record: R, in db: Database) throws -> Bool {
        guard let owner = record.owner else { return true }
        if try OwnTable<R>(in: db).everEdited().contains(where: { $0.key == record.key }) { return false }
        guard let owned = owned(R.self, by: owner) else { return true }
        let sql = "SELECT \"\(RecordTable<R>().keyColumn)\" FROM \(R.collection.name) WHERE \(owned)"
        let holders = try Int.fetchAll(db, sql: sql, arguments: [owner])
        return holders.isEmpty || holders.contains(record.key)
    }

    /// Removes a rejected element for good.
    public func forgetRejected<R: DirectoryRecord>(_ kept: StoredRejectedElement, of type: R.Type) throws(StoreError) {
        try write { try Self.forget(kept, of: R.collection, in: $0) }
    }

    /// Another element may have the position by now; it stays.
    private static func forget(_ kept: StoredRejectedElement, of collection: CollectionInfo, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM set_aside WHERE position = ? AND collection = ? AND raw = ?",
            arguments: [kept.id, collection.name, kept.element.raw])
    }
}

extension RejectedElement {
    /// True if only fields with broken JSON were rejected, and the element is about the same record.
    fileprivate func isPart<R: DirectoryRecord>(of record: R) -> Bool {
        switch ElementReader(R.definition).read(.whole(Data(raw.utf8))) {
        case .partly(let part, _, _): part.key == record.key
        // Bytes that were not text became replacement characters.
        case .record(let part): part.key == record.key && raw.contains("\u{FFFD}")
        case .rejected: false
        }
    }
}

/// A rejected element in the store.
public struct StoredRejectedElement: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let element: RejectedElement

    public init(id: Int64, element: RejectedElement) { (self.id, self.element) = (id, element) }
}
