public import DirectoryModel
import Foundation
import GRDB

extension Store {
    /// Puts back what the last change of this session to the collection replaced, rows and pictures, in one
    /// transaction. What was changed since, here or by another program, stays.
    /// - Returns: the result, or nil where there is not a change to undo.
    /// - Throws: `StoreError.cancelled` where the task around it was canceled, and the store is as it was.
    public func undoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        try session.flatMap { session throws(StoreError) in
            try undoLast(type, of: session, journal: Session.redo(session))
        }
    }

    /// Makes the change again that was undone last, as `undoLast` undoes one; another change since leaves none to redo.
    /// - Returns: the result, or nil where there is not a change to redo.
    /// - Throws: as `undoLast` does.
    public func redoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        var redone = try session.flatMap { session throws(StoreError) in
            try undoLast(type, of: Session.redo(session), journal: session)
        }
        redone?.isRedone = true
        return redone
    }

    /// - Parameters:
    ///   - session: the session whose last change is undone.
    ///   - other: the session in which undoing it is a change.
    private func undoLast<R: DirectoryRecord>(
        _ type: R.Type, of session: String, journal other: String
    ) throws(StoreError) -> Undone? {
        try write(type) { db in
            try stopIfCancelled(db)
            defer { goOn(db) }
            guard
                let last = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT id, label, has_aside, is_whole FROM undo_change WHERE session = ? AND collection = ?
                        ORDER BY id DESC
                        """, arguments: [session, R.collection.name])
            else { return nil }
            let (change, label): (Int64, String) = (try last.decode(atIndex: 0), try last.decode(atIndex: 1))
            let journal = try UndoJournal<R>(session: other, label: label, isOfUndo: true, in: db)
            try journal.remember(touchedBy: change)
            if try last.decode(atIndex: 2) { try journal.rememberRejected() }
            var undoing = try Undoing<R>(change, in: db)
            try undoing.run()
            try journal.rememberAfter(isWhole: try last.decode(atIndex: 3))
            let isRefused = undoing.putBack == 0 && !undoing.left.isEmpty
            if isRefused { try journal.forget() } else { try journal.forgetIfEmpty() }
            return Undone(
                label: label, left: undoing.left.subtracting(undoing.taken).count,
                taken: undoing.taken.count, ownerLabel: R.definition.owner?.label ?? "", isRefused: isRefused)
        }
    }

    /// How many records the last change of this session touched, which is how many undoing it touches.
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - isUndone: true for the change that was undone last.
    public func lastChangeCount<R: DirectoryRecord>(of type: R.Type, isUndone: Bool = false) throws(StoreError) -> Int {
        guard let session = isUndone ? session.map(Session.redo) : session else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT COUNT(*) FROM \(RecordTable<R>().beforeTable) WHERE change =
                    (SELECT MAX(id) FROM undo_change WHERE session = ? AND collection = ?)
                    """, arguments: [session, R.collection.name]) ?? 0
        }
    }

    /// How many changes of this session to the collection can be undone; 50 at most.
    public func undoCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try changeCount(of: type, in: session)
    }

    /// How many changes to the collection that were undone can be made again.
    public func redoCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try changeCount(of: type, in: session.map(Session.redo))
    }

    private func changeCount<R: DirectoryRecord>(of type: R.Type, in session: String?) throws(StoreError) -> Int {
        guard let session else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM undo_change WHERE session = ? AND collection = ?",
                arguments: [session, R.collection.name]) ?? 0
        }
    }

    /// Removes the undo data of sessions that ended, and the search texts of records that earlier versions removed; it
    /// may take a while, so call it after the window is shown.
    public func forgetEarlierSessions<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        guard session != nil else { return }
        try told {
            try pool.write { db in
                try db.execute(
                    sql:
                        "DELETE FROM \(SearchTextTable<R>().name) WHERE row NOT IN (SELECT row FROM \(R.collection.name))"
                )
                let sessions = try String.fetchAll(db, sql: "SELECT DISTINCT session FROM undo_change")
                for ended in sessions where !Session.isAlive(ended) {
                    try UndoJournal<R>.forget(
                        "IN (SELECT id FROM undo_change WHERE session = ? AND collection = ?)",
                        [ended, R.collection.name], in: db)
                }
            }
        }
    }
}
