public import DirectoryModel
import Foundation
import GRDB
import Language

/// What came of undoing a change.
public struct Undone: Equatable, Sendable {
    /// What the change was called.
    public let label: String
    /// How many records were changed since in what the change changed, and so were left as they are.
    public let left: Int
    /// True where nothing else was there to be put back.
    public let isNothing: Bool

    public init(label: String, left: Int = 0, isNothing: Bool = false) {
        (self.label, self.left, self.isNothing) = (label, left, isNothing)
    }

    /// One sentence or two.
    public var words: String {
        let first = isNothing ? translated("Not undone: \(label)") : translated("Undone: \(label)")
        guard left > 0 else { return first }
        let second = translated(
            left, one: "\(left) record changed since was left as it is.",
            many: "\(left) records changed since were left as they are.")
        return translated("\(first). \(second)")
    }
}

extension Store {
    /// Puts back what the last change of this session to the collection replaced, rows and pictures, in one transaction.
    /// What was changed since, here or by another program, stays.
    /// - Returns: what came of it, or nil where there is none to undo.
    public func undoLast<R: DirectoryModel.Record>(_ type: R.Type) throws(StoreProblem) -> Undone? {
        guard let session else { return nil }
        return try write(type) { db in
            guard
                let last = try Row.fetchOne(
                    db, sql: "SELECT id, label FROM undo_change WHERE session = ? AND collection = ? ORDER BY id DESC",
                    arguments: [session, R.collection.name])
            else { return nil }
            var undoing = try Undoing<R>(last.decode(atIndex: 0), in: db)
            try undoing.run()
            let left = undoing.left.count
            return Undone(
                label: try last.decode(atIndex: 1), left: left, isNothing: undoing.putBack == 0 && left > 0)
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
