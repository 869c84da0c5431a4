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
            try table.entries("collection = '\(table.name)' AND id < \(earlier ?? .max)", limit: limit, in: db)
        }
    }

    /// The newest changes of a list.
    /// - Parameter key: only changes of this record.
    public func historyQuery(key: Int?, limit: Int) -> StoreQuery<[HistoryEntry]> {
        let ofRecord = key.map { "id IN (SELECT change FROM \(table.recordImages) AND key = \($0))" }
        let condition = ofRecord ?? "collection = '\(table.name)'"
        return StoreQuery(store: store) { [table] in try table.entries(condition, limit: limit, in: $0) }
    }

    /// What a change did to each record, as in a preview: changed records first, then removed, then new.
    /// - Parameters:
    ///   - key: only this record.
    ///   - limit: how many records are listed.
    public func items(in change: Int64, key: Int? = nil, limit: Int = 300) throws(StoreError) -> [ChangePreview.Item] {
        try read { db in
            let condition = "change = \(change)\(key.map { " AND key = \($0)" } ?? "")"
            let items = try table.images(where: condition, limit: limit, in: db).compactMap { image in
                ChangePreview.Item(
                    image.key, try table.record(of: image, in: db),
                    try table.version(of: image.key, after: change, in: db))
            }
            return ChangePreview.Kind.allCases.flatMap { kind in items.filter { $0.kind == kind } }
        }
    }

    /// The versions of a record, the newest first.
    public func versions(key: Int) throws(StoreError) -> [RecordVersion] {
        try read { db in
            var versions: [RecordVersion] = []
            var after = try table.whole(key: key, in: db)
            for image in try table.images(where: "key = \(key)", in: db).reversed() {
                let entry = try table.entries("id = \(image.change)", limit: 1, in: db).first
                versions.append(RecordVersion(change: entry, record: after))
                after = try table.record(of: image, in: db)
            }
            if after != nil || versions.isEmpty { versions.append(RecordVersion(change: nil, record: after)) }
            return versions
        }
    }

    /// The record with `key` as a change left it, or nil.
    public func version(key: Int, after change: Int64) throws(StoreError) -> Record? {
        try read { try table.version(of: key, after: change, in: $0) }
    }
}

extension RecordTable {
    fileprivate func entries(_ condition: String, limit: Int, in db: Database) throws -> [HistoryEntry] {
        let reverts = try StoredCollection.Reverts(in: db)
        let columns = "id, time, label, cause, count, is_undo"
        let sql = "SELECT \(columns) FROM undo_change WHERE \(condition) ORDER BY id DESC LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [limit]).map { row in
            let id: Int64 = try row.decode(atIndex: 0)
            let label = try shownLabel(try row.decode(atIndex: 2), of: id, in: db)
            return HistoryEntry(
                id: id, time: Date(timeIntervalSince1970: try row.decode(atIndex: 1)),
                label: try row.decode(atIndex: 5) ? translated("Undoing “\(label)”") : label,
                cause: try row.decode(atIndex: 3), count: try row.decode(atIndex: 4), isReverted: reverts.contains(id))
        }
    }
}

extension StoredCollection {
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
    init?(_ key: Int, _ before: Record?, _ after: Record?, title: String? = nil) {
        guard let title = title ?? (after ?? before)?.displayName else { return nil }
        let differences = before.flatMap { before in after.map { before.differences(from: $0) } }
        self.init(
            key: key, title: title, kind: before == nil ? .new : after == nil ? .removed : .changed,
            differences: differences ?? [])
    }
}
