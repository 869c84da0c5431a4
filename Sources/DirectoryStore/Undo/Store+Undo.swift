public import DirectoryModel
import Foundation
import GRDB
import Language

extension Store {
    /// Undoes the last change of the collection, also of an earlier run, in one transaction. What was changed since
    /// stays.
    /// - Returns: the result, or nil if there is nothing to undo.
    /// - Throws: `StoreError.cancelled`, and the store is unchanged, if the task was canceled.
    public func undoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        try undoLast(type, as: .undone)
    }

    /// Redoes the change that was undone last, unless another change followed.
    /// - Returns: the result, or nil if there is nothing to redo.
    public func redoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        var redone = try undoLast(type, as: .redone)
        redone?.isRedone = true
        return redone
    }

    /// - Parameter kind: what the undo counts as.
    private func undoLast<R: DirectoryRecord>(_ type: R.Type, as kind: ChangeKind) throws(StoreError) -> Undone? {
        guard session != nil else { return nil }
        return try write(type) { db in
            try interruptWhenCancelled(db)
            defer { stopInterrupting(db) }
            let sql = """
                SELECT id, label, has_list, is_whole FROM undo_change WHERE collection = ? AND is_undo = ?
                ORDER BY id DESC LIMIT 1
                """
            guard let last = try Row.fetchOne(db, sql: sql, arguments: [R.collection.name, kind == .redone]) else {
                return nil
            }
            let (change, label): (Int64, String) = (try last.decode(atIndex: 0), try last.decode(atIndex: 1))
            let isWhole: Bool = try last.decode(atIndex: 3)
            let journal = try UndoJournal<R>(kind, session: session, label: label, in: db)
            try journal.remember(touchedBy: change)
            if try last.decode(atIndex: 2) { try journal.rememberList() }
            var undoing = UndoOperation<R>(change, isWhole: isWhole, in: db)
            try undoing.run()
            try journal.rememberAfter(isWhole: isWhole)
            let isRefused = undoing.putBack == 0 && !undoing.left.isEmpty
            if isRefused { try journal.forget() } else { try journal.forgetIfEmpty() }
            return Undone(
                label: label, left: undoing.left.subtracting(undoing.taken).count,
                taken: undoing.taken.count, ownerLabel: R.definition.owner?.label ?? "", isRefused: isRefused)
        }
    }

    /// How many records the last change touched.
    /// - Parameter isUndone: true for the change that was undone last.
    public func lastChangeCount<R: DirectoryRecord>(of type: R.Type, isUndone: Bool = false) throws(StoreError) -> Int {
        guard session != nil else { return 0 }
        return try read { db in
            let sql = "SELECT MAX(id) FROM undo_change WHERE collection = ? AND is_undo = ?"
            let last = try Int64.fetchOne(db, sql: sql, arguments: [R.collection.name, isUndone])
            return try last.flatMap { change in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(JournalTable.records(of: type).rows(of: change))")
            } ?? 0
        }
    }

    /// How many changes of the collection can be undone, 50 at most, or redone.
    public func undoCount<R: DirectoryRecord>(of type: R.Type, areUndone: Bool = false) throws(StoreError) -> Int {
        guard session != nil else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM undo_change WHERE collection = ? AND is_undo = ?",
                arguments: [R.collection.name, areUndone]) ?? 0
        }
    }

    /// Removes the search texts of deleted records, and the oldest changes beyond 200 MB. It may take a while, so call
    /// it after the window is shown.
    public func removeLeftovers<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        guard session != nil else { return }
        try mappingErrors {
            try pool.write { db in
                let texts = SearchTextTable<R>().name
                try db.execute(sql: "DELETE FROM \(texts) WHERE row NOT IN (SELECT row FROM \(R.collection.name))")
                try db.execute(
                    sql: """
                        DELETE FROM undo_change WHERE id IN (SELECT id FROM (
                            SELECT id, MAX(id) OVER () AS last, SUM(bytes) OVER (ORDER BY id DESC) AS total
                            FROM undo_change WHERE collection = ?) WHERE total > ? AND id < last)
                        """, arguments: [R.collection.name, 200 << 20])
            }
        }
    }
}

/// The result of undoing or redoing a change.
public struct Undone: Equatable, Sendable {
    /// The name of the change.
    public let label: String
    /// How many records were edited since in the same fields, and left as they are.
    public let left: Int
    /// How many records did not get their owner back, or were not restored, because another record has it now.
    public let taken: Int
    /// True if nothing could be restored.
    public let isRefused: Bool
    var isRedone = false
    private let ownerLabel: String

    public init(label: String, left: Int = 0, taken: Int = 0, ownerLabel: String = "", isRefused: Bool = false) {
        (self.label, self.left, self.taken, self.ownerLabel) = (label, left, taken, ownerLabel)
        self.isRefused = isRefused
    }

    public var words: String {
        let first =
            switch (isRefused, isRedone) {
            case (true, false): translated("Not undone: \(label)")
            case (false, false): translated("Undone: \(label)")
            case (true, true): translated("Not redone: \(label)")
            case (false, true): translated("Redone: \(label)")
            }
        let others = [leftWords, takenWords].compactMap(\.self).joined(separator: " ")
        return others.isEmpty ? first : translated("\(first). \(others)")
    }

    private var leftWords: String? {
        guard left > 0 else { return nil }
        return translated(
            left, one: "\(left) record has changed since then and was kept.",
            many: "\(left) records have changed since then and were kept.")
    }

    private var takenWords: String? {
        guard taken > 0 else { return nil }
        return translated(
            taken, one: "The \(ownerLabel) of \(taken) record now belongs to another record, so it was not restored.",
            many: "The \(ownerLabel) of \(taken) records now belongs to other records, so it was not restored.")
    }
}

/// The name of a process in the undo journal and in names of work files.
enum Session {
    /// A unique name.
    static func name() -> String { "\(getpid())-\(UUID().uuidString)" }

    /// True if the process still runs.
    static func isAlive(_ name: String) -> Bool {
        guard let process = Int32(name.prefix { $0.isNumber }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
