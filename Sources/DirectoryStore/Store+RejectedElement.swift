public import DirectoryModel
import Foundation
import GRDB
import Language

/// An element that was set aside, where it rests.
public struct StoredRejectedElement: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let element: RejectedElement

    public init(id: Int64, element: RejectedElement) { (self.id, self.element) = (id, element) }
}

extension Store {
    /// How many of the elements that were set aside are told one by one.
    static let mostToldRejected = 200

    /// What was set aside by the last download or file, in the order it came; the first 200 of it.
    public func storedRejected<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [StoredRejectedElement] {
        try read { db in
            let sql = "SELECT position, reason, raw FROM set_aside WHERE collection = ? ORDER BY position LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [R.collection.name, Self.mostToldRejected])
                .map { row in
                    let element = RejectedElement(reason: try row.decode(atIndex: 1), raw: try row.decode(atIndex: 2))
                    return StoredRejectedElement(id: try row.decode(atIndex: 0), element: element)
                }
        }
    }

    /// How many elements are set aside.
    public func rejectedCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM set_aside WHERE collection = ?", arguments: [R.collection.name]) ?? 0
        }
    }

    /// Takes in the record that an element set aside was mended to, in one transaction. Where all but some fields of the
    /// element were taken in before, it takes the place of that record, unless that is one's own and was edited since.
    /// - Returns: false, and nothing changed, where something else has its key, or somebody else its owner's name.
    public func takeIn<R: DirectoryRecord>(_ record: R, from kept: StoredRejectedElement) throws(StoreError) -> Bool {
        let table = RecordTable<R>()
        return try write(R.self, isChange: \.self) { db in
            var numbers = try KeyAllocator<R>(in: db)
            let record = numbers.numbered(record)
            let isThere = try table.row(of: record.key, in: db) != nil
            guard !isThere || kept.element.isPart(of: record), try Self.isFree(record, in: db) else { return false }
            let name = record.displayName
            let journal = try UndoJournal<R>(
                session: session, label: isThere ? translated("Editing \(name)") : translated("Adding \(name)"), in: db)
            try journal.remember(key: record.key)
            try journal.rememberRejected()
            try Self.forget(kept, of: R.collection, in: db)
            _ = try table.save(table.prepare(record), key: record.key, in: db)
            try KeyAllocator<R>.keepLast(in: db)
            try journal.rememberAfter()
            return true
        }
    }

    /// True where nobody else has the owner's name of `record`, and it takes the place of no own record that was edited.
    private static func isFree<R: DirectoryRecord>(_ record: R, in db: Database) throws -> Bool {
        guard let owner = record.owner else { return true }
        if try OwnTable<R>(in: db).everEdited().contains(where: { $0.key == record.key }) { return false }
        guard let owned = owned(R.self, by: owner) else { return true }
        let sql = "SELECT \"\(RecordTable<R>().keyColumn)\" FROM \(R.collection.name) WHERE \(owned)"
        let holders = try Int.fetchAll(db, sql: sql, arguments: [owner])
        return holders.isEmpty || holders.contains(record.key)
    }

    /// Forgets an element that was set aside.
    public func forgetRejected<R: DirectoryRecord>(_ kept: StoredRejectedElement, of type: R.Type) throws(StoreError) {
        try told { try pool.write { try Self.forget(kept, of: R.collection, in: $0) } }
    }

    /// A take-over may have put another element in its place meanwhile; that one stays.
    private static func forget(_ kept: StoredRejectedElement, of collection: CollectionInfo, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM set_aside WHERE position = ? AND collection = ? AND raw = ?",
            arguments: [kept.id, collection.name, kept.element.raw])
    }
}

extension RejectedElement {
    /// True where it was set aside only for fields whose JSON is broken, and is about the same record.
    fileprivate func isPart<R: DirectoryRecord>(of record: R) -> Bool {
        switch ElementReader<R>().read(.whole(Data(raw.utf8))) {
        case .partly(let part, _, _): part.key == record.key
        // What was no text became replacement characters here.
        case .record(let part): part.key == record.key && raw.contains("\u{FFFD}")
        case .rejected: false
        }
    }
}
