public import DirectoryModel
import Foundation
import GRDB
import Language

/// What came of undoing a change.
public struct Undone: Equatable, Sendable {
    /// What the change was called.
    public let label: String
    /// How many records were changed since in what the change changed; that was left as it is.
    public let left: Int
    /// How many records did not get their owner back, or did not come back, for another record has that owner now.
    public let taken: Int
    /// True where no record could be put back, not even in part.
    public let isNothing: Bool
    /// What the collection calls an owner's name.
    private let ownerLabel: String

    public init(label: String, left: Int = 0, taken: Int = 0, ownerLabel: String = "", isNothing: Bool = false) {
        (self.label, self.left, self.taken, self.ownerLabel) = (label, left, taken, ownerLabel)
        self.isNothing = isNothing
    }

    /// One sentence or several.
    public var words: String {
        let first = isNothing ? translated("Not undone: \(label)") : translated("Undone: \(label)")
        let others = [leftWords, takenWords].compactMap(\.self).joined(separator: " ")
        return others.isEmpty ? first : translated("\(first). \(others)")
    }

    private var leftWords: String? {
        guard left > 0 else { return nil }
        return translated(
            left, one: "\(left) record was changed since; what was changed there stays.",
            many: "\(left) records were changed since; what was changed there stays.")
    }

    private var takenWords: String? {
        guard taken > 0 else { return nil }
        return translated(
            taken, one: "The \(ownerLabel) of \(taken) record belongs to another record now, so it was not put back.",
            many: "The \(ownerLabel) of \(taken) records belongs to other records now, so it was not put back.")
    }
}

extension Store {
    /// Puts back what the last change of this session to the collection replaced, rows and pictures, in one transaction.
    /// What was changed since, here or by another program, stays.
    /// - Returns: what came of it, or nil where there is none to undo.
    public func undoLast<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Undone? {
        guard let session else { return nil }
        return try write(type) { db in
            guard
                let last = try Row.fetchOne(
                    db, sql: "SELECT id, label FROM undo_change WHERE session = ? AND collection = ? ORDER BY id DESC",
                    arguments: [session, R.collection.name])
            else { return nil }
            var undoing = try Undoing<R>(last.decode(atIndex: 0), in: db)
            try undoing.run()
            return Undone(
                label: try last.decode(atIndex: 1), left: undoing.left.subtracting(undoing.taken).count,
                taken: undoing.taken.count, ownerLabel: R.ownerKey.flatMap(R.field(named:))?.label ?? "",
                isNothing: undoing.putBack == 0 && !undoing.left.isEmpty)
        }
    }

    /// How many changes of this session to the collection can be undone; 50 at most.
    public func undoCount<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        guard let session else { return 0 }
        return try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM undo_change WHERE session = ? AND collection = ?",
                arguments: [session, R.collection.name]) ?? 0
        }
    }

    /// Forgets what sessions that ended kept for undo; it may take a while, so not before the window is up.
    public func forgetEarlierSessions<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
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
