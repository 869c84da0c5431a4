public import DirectoryModel
import Foundation
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

    /// Forgets what sessions that ended kept for undo; it may take a while, so not before the window is up.
    public func forgetEarlierSessions<R: DirectoryModel.Record>(of type: R.Type) throws(StoreProblem) {
        guard session != nil else { return }
        try told {
            try pool.write { db in
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

/// A process, as the journal of undo and work files name it.
enum Session {
    /// A name for this process that no other has.
    static func name() -> String { "\(getpid())-\(UUID().uuidString)" }

    /// True where the process of a name still runs.
    static func isAlive(_ name: String) -> Bool {
        guard let process = Int32(name.prefix { $0.isNumber }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
