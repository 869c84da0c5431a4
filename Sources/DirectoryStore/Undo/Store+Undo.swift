public import DirectoryModel
import GRDB

extension Store {
    /// Puts everything back that the last change of this session to the collection replaced, every row and picture,
    /// in one transaction.
    /// - Returns: what the change was called, or nil where there is none to undo.
    public func undoLast<R: DirectoryModel.Record>(_ type: R.Type) throws(StoreProblem) -> String? {
        guard let session else { return nil }
        return try write(type) { db in
            guard
                let last = try Row.fetchOne(
                    db, sql: "SELECT id, label FROM undo_change WHERE session = ? AND collection = ? ORDER BY id DESC",
                    arguments: [session, R.collection.name])
            else { return nil }
            try UndoJournal<R>.undo(last[0], in: db)
            return last[1]
        }
    }

    /// How many changes of this session to the collection can be undone; 50 at most.
    public func undoCount<R: DirectoryModel.Record>(of type: R.Type) throws(StoreProblem) -> Int {
        guard let session else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM undo_change WHERE session = ? AND collection = ?",
                arguments: [session, R.collection.name]) ?? 0
        }
    }

    /// Forgets what earlier sessions kept for undo; it may take a while, so not before the window is up.
    public func forgetEarlierSessions<R: DirectoryModel.Record>(of type: R.Type) throws(StoreProblem) {
        guard let session else { return }
        try explained {
            try pool.write { db in
                let earlier = "SELECT id FROM undo_change WHERE session <> ? AND collection = ?"
                let arguments: StatementArguments = [session, R.collection.name]
                try db.execute(
                    sql: "DELETE FROM \(R.collection.name)_before WHERE change IN (\(earlier))", arguments: arguments)
                try db.execute(sql: "DELETE FROM undo_change WHERE id IN (\(earlier))", arguments: arguments)
            }
        }
    }
}
