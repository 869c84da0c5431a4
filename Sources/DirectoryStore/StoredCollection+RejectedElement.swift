public import DirectoryModel
import Foundation
import GRDB
import Language

extension StoredCollection {
    static let maxReportedRejected = 200

    /// The first 200 rejected elements of downloads and files, in order.
    public func storedRejected() throws(StoreError) -> [StoredRejectedElement] {
        try read { db in
            let sql = "SELECT position, reason, raw FROM set_aside WHERE collection = ? ORDER BY position LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [table.name, Self.maxReportedRejected])
                .map { row in
                    let element = RejectedElement(reason: try row.decode(atIndex: 1), raw: try row.decode(atIndex: 2))
                    return StoredRejectedElement(id: try row.decode(atIndex: 0), element: element)
                }
        }
    }

    /// The number of stored elements that were rejected.
    public func rejectedCount() throws(StoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM set_aside WHERE collection = ?", arguments: [table.name]) ?? 0
        }
    }

    /// Adds the record that a person made of a rejected element. It replaces the one that was added without some of its
    /// fields, unless that is the user's own and was edited since.
    /// - Parameter absent: the keys of the fields that the element lacks, which do not change.
    /// - Returns: false, and the store unchanged, if another record has its key or its owner.
    public func accept(
        _ record: Record, from rejected: StoredRejectedElement, absent: Set<String> = []
    ) throws(StoreError) -> Bool {
        try write { db in
            var matcher = try RecordMatcher(table, in: db)
            var record = matcher.numbered(record)
            let isThere = try table.row(of: record.key, in: db) != nil
            let isAllowed = !isThere || rejected.element.isPart(of: record)
            guard isAllowed, try table.isFree(record, in: db) else { return false }
            if !absent.isEmpty, let stored = try table.whole(key: record.key, in: db) {
                for field in definition.fields where absent.contains(field.key) { record[field] = stored[field] }
            }
            let name = Change.nameMark(record.key)
            let label = isThere ? translated("Editing \(name)") : translated("Adding \(name)")
            try change(label, in: db) { change in
                try change.recordRejected()
                try forget(rejected, in: db)
                try change.put(record)
            }
            return true
        }
    }

    /// Removes a rejected element for good.
    public func forgetRejected(_ rejected: StoredRejectedElement) throws(StoreError) {
        try store.write { try forget(rejected, in: $0) }
    }

    /// The element may have another position by now, and another element its position.
    private func forget(_ rejected: StoredRejectedElement, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM set_aside WHERE collection = ? AND raw = ?",
            arguments: [table.name, rejected.element.raw])
    }
}

extension RecordTable {
    /// False if another record has the owner, or the record would replace an edited own one.
    fileprivate func isFree(_ record: Record, in db: Database) throws -> Bool {
        let own = try OwnRecordPolicy(self, in: db)
        if own.wasEdited, own.key == record.key { return false }
        return try key(ofOwner: record.owner, besides: record.key, in: db) == nil
    }
}

extension RejectedElement {
    /// True if only fields with broken JSON were rejected, and the element is about the same record.
    fileprivate func isPart(of record: Record) -> Bool {
        switch ElementReader(record.definition).read(.whole(Data(raw.utf8))) {
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
