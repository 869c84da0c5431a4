public import DirectoryModel
import Foundation
import GRDB
import Language

extension Store {
    /// Puts back what the last change to the collection replaced, rows and pictures, in one transaction, also one of an
    /// earlier run of the program. What was changed since, here or by another program, stays.
    /// - Returns: the result, or nil where there is not a change to undo.
    /// - Throws: `StoreError.cancelled` where the task around it was canceled, and the store is as it was.
    public func undoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        try undoLast(type, as: .undone)
    }

    /// Makes the change again that was undone last, as `undoLast` undoes one; another change since leaves none to redo.
    /// - Returns: the result, or nil where there is not a change to redo.
    /// - Throws: as `undoLast` does.
    public func redoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        var redone = try undoLast(type, as: .redone)
        redone?.isRedone = true
        return redone
    }

    /// - Parameter kind: the kind of change that undoing it is; a change that was undone is redone.
    private func undoLast<R: DirectoryRecord>(_ type: R.Type, as kind: ChangeKind) throws(StoreError) -> Undone? {
        guard session != nil else { return nil }
        return try write(type) { db in
            try stopIfCancelled(db)
            defer { goOn(db) }
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

    /// How many records the last change touched, which is how many undoing it touches.
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - isUndone: true for the change that was undone last.
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

    /// How many changes to the collection can be undone; 50 at most.
    public func undoCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try changeCount(of: type, areUndone: false)
    }

    /// How many changes to the collection that were undone can be made again.
    public func redoCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try changeCount(of: type, areUndone: true)
    }

    private func changeCount<R: DirectoryRecord>(of type: R.Type, areUndone: Bool) throws(StoreError) -> Int {
        guard session != nil else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM undo_change WHERE collection = ? AND is_undo = ?",
                arguments: [R.collection.name, areUndone]) ?? 0
        }
    }

    /// Removes the search texts of records that earlier versions removed, and the oldest changes where all of them take
    /// more than 200 MB; it may take a while, so call it after the window is shown.
    public func removeLeftovers<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        guard session != nil else { return }
        try told {
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

/// The result of undoing a change.
public struct Undone: Equatable, Sendable {
    /// The name of the change.
    public let label: String
    /// How many records have later edits in the fields of the change; they were left as they are.
    public let left: Int
    /// How many records did not get their owner back, or were not put back, because another record has that owner now.
    public let taken: Int
    /// True where no record could be put back, not even in part.
    public let isRefused: Bool
    /// True where the change was made again.
    var isRedone = false
    /// The collection's label for an owner's name.
    private let ownerLabel: String

    /// Makes a result; `ownerLabel` is the collection's label for an owner's name.
    public init(label: String, left: Int = 0, taken: Int = 0, ownerLabel: String = "", isRefused: Bool = false) {
        (self.label, self.left, self.taken, self.ownerLabel) = (label, left, taken, ownerLabel)
        self.isRefused = isRefused
    }

    /// One sentence or several.
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

/// The name of a process in the journal of undo and in the names of work files.
enum Session {
    /// A name for this process that no other has.
    static func name() -> String { "\(getpid())-\(UUID().uuidString)" }

    /// True where the process with that name still runs.
    static func isAlive(_ name: String) -> Bool {
        guard let process = Int32(name.prefix { $0.isNumber }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
