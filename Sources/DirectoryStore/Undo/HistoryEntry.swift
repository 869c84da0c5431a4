public import DirectoryModel
public import Foundation
import GRDB
import Language

/// A change in the history of a list.
public struct HistoryEntry: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let time: Date
    /// What was done: "Editing Ana Núñez".
    public let label: String
    /// Where it came from: "edited here".
    public let cause: String
    /// How many records it changed.
    public let count: Int
    /// True if a later change reverted it.
    public let isReverted: Bool
}

/// A record after one of its changes.
public struct RecordVersion: Sendable, Identifiable {
    /// The change that made the version; nil for what was there before the history began.
    public let change: HistoryEntry?
    /// Nil if the change deleted the record.
    public let record: Record?

    public var id: Int64 { change?.id ?? 0 }
}

extension StoredCollection {
    /// The changes of a list, the newest first.
    /// - Parameter earlier: only changes before this one.
    public func history(before earlier: Int64? = nil, limit: Int = 500) throws(StoreError) -> [HistoryEntry] {
        try read { db in
            try Self.entries("collection = '\(table.name)' AND id < \(earlier ?? .max)", limit: limit, in: db)
        }
    }

    /// Calls `onChange` with the newest changes of a list, before this returns and whenever there is another.
    /// - Parameter key: only changes of this record.
    @MainActor
    public func observeHistory(
        key: Int? = nil, limit: Int = 500, onError: @escaping @MainActor (StoreError) -> Void,
        onChange: @escaping @MainActor ([HistoryEntry]) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { [table] db in
            let touched = "SELECT change FROM undo_row WHERE source = '\(table.name)' AND is_after = 0 AND key"
            let condition = key.map { "id IN (\(touched) = \($0))" } ?? "collection = '\(table.name)'"
            return try Self.entries(condition, limit: limit, in: db)
        }.removeDuplicates()
        return store.observe(observation, isImmediate: true, onError: onError, onChange: onChange)
    }

    /// What a change did to each record, as in a preview: changed records first, then removed, then new.
    /// - Parameters:
    ///   - key: only this record.
    ///   - limit: how many records are listed.
    public func items(in change: Int64, key: Int? = nil, limit: Int = 300) throws(StoreError) -> [ChangePreview.Item] {
        try read { db in
            let rows = JournalTable.records(of: table).rows(of: change) + (key.map { " AND key = \($0)" } ?? "")
            let copies = try Row.fetchAll(
                db, sql: "SELECT MIN(rowid), key FROM \(rows) GROUP BY key ORDER BY MIN(rowid) LIMIT ?",
                arguments: [limit])
            let items = try copies.compactMap { copy -> ChangePreview.Item? in
                let (id, key): (Int64, Int) = (try copy.decode(atIndex: 0), try copy.decode(atIndex: 1))
                let before = try table.copy("undo_row WHERE rowid = \(id)", in: db)?.record
                return ChangePreview.Item(key, before, try table.version(of: key, after: (id, change), in: db))
            }
            return ChangePreview.Kind.allCases.flatMap { kind in items.filter { $0.kind == kind } }
        }
    }

    /// The versions of a record, the newest first.
    public func versions(key: Int) throws(StoreError) -> [RecordVersion] {
        try read { db in
            let copies = try Row.fetchAll(
                db,
                sql: """
                    SELECT MIN(rowid), change FROM undo_row WHERE source = ? AND key = ? AND is_after = 0
                    GROUP BY change ORDER BY MIN(rowid) DESC
                    """, arguments: [table.name, key])
            var versions: [RecordVersion] = []
            var after = try table.whole(key: key, in: db)
            for copy in copies {
                let change: Int64 = try copy.decode(atIndex: 1)
                let entry = try Self.entries("id = \(change)", limit: 1, in: db).first
                versions.append(RecordVersion(change: entry, record: after))
                after = try table.copy("undo_row WHERE rowid = \(copy.decode(Int64.self, atIndex: 0))", in: db)?.record
            }
            if after != nil || versions.isEmpty { versions.append(RecordVersion(change: nil, record: after)) }
            return versions
        }
    }

    /// The record with `key` as a change left it, or nil.
    public func version(key: Int, after change: Int64) throws(StoreError) -> Record? {
        try read { try table.version(of: key, after: (0, change), in: $0) }
    }

    private static func entries(_ condition: String, limit: Int, in db: Database) throws -> [HistoryEntry] {
        let reverts = try Reverts(in: db)
        let columns = "id, time, label, cause, count, is_undo"
        let sql = "SELECT \(columns) FROM undo_change WHERE \(condition) ORDER BY id DESC LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [limit]).map { row in
            let (id, label): (Int64, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 2))
            return HistoryEntry(
                id: id, time: Date(timeIntervalSince1970: try row.decode(atIndex: 1)),
                label: try row.decode(atIndex: 5) ? translated("Undoing “\(label)”") : label,
                cause: try row.decode(atIndex: 3), count: try row.decode(atIndex: 4), isReverted: reverts.contains(id))
        }
    }

    /// Which changes were reverted.
    struct Reverts {
        private var reverting: [Int64: Int64] = [:]

        init(in db: Database) throws {
            let sql = "SELECT id, reverted_by FROM undo_change WHERE reverted_by IS NOT NULL"
            for row in try Row.fetchAll(db, sql: sql) {
                reverting[try row.decode(atIndex: 0)] = try row.decode(Int64.self, atIndex: 1)
            }
        }

        /// True if the change was reverted. A revert that was itself reverted does not count.
        func contains(_ change: Int64) -> Bool {
            reverting[change].map { $0 > change && !contains($0) } ?? false
        }
    }
}

extension ChangePreview.Item {
    /// Nil if both are nil.
    init?(_ key: Int, _ before: Record?, _ after: Record?) {
        guard let title = (after ?? before)?.displayName else { return nil }
        let differences = before.flatMap { before in after.map { before.differences(from: $0) } }
        self.init(
            key: key, title: title, kind: before == nil ? .new : after == nil ? .removed : .changed,
            differences: differences ?? [])
    }
}

extension RecordTable {
    /// The record in a copy of a row, with its hash; nil if there was none, or only the hash is stored.
    /// - Parameter rows: the rows of the journal, for FROM, with a condition.
    func copy(_ rows: String, in db: Database) throws -> (record: Record, hash: Int64)? {
        let journal = JournalTable.records(of: self)
        let columns = selection.split(separator: ", ").map { journal.place(of: String($0)) }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT \(columns.joined(separator: ", "))
                FROM (SELECT * FROM \(rows) AND c0 IS NOT NULL) u
                """)
        return try row.map { row in
            let stored = record(row)
            return (complete(stored.record, try PictureTable(db: db).picture(row[2])), stored.hash)
        }
    }

    /// The record with `key` right after a change, or nil if the change deleted it.
    /// - Parameter place: the rowid of its copy before the change, and the change.
    fileprivate func version(
        of key: Int, after place: (copy: Int64, change: Int64), in db: Database
    ) throws -> Record? {
        let next = try Int64.fetchOne(
            db,
            sql: """
                SELECT MIN(rowid) FROM undo_row
                WHERE source = ? AND key = ? AND is_after = 0 AND rowid > ? AND change > ?
                """, arguments: [name, key, place.copy, place.change])
        guard let next else { return try whole(key: key, in: db) }
        return try copy("undo_row WHERE rowid = \(next)", in: db)?.record
    }
}
