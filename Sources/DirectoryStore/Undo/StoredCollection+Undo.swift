import DirectoryModel
import GRDB
import Language

extension StoredCollection {
    /// Undoes the last change of the collection that Undo offers, also of an earlier run, in one transaction. Later
    /// changes are preserved.
    /// - Returns: the result, or nil if there is nothing to undo.
    /// - Throws: `StoreError.cancelled`, and the store is unchanged, if the task was canceled.
    public func undoLast() throws(StoreError) -> Undone? {
        try revertLast(as: .undone)
    }

    /// Redoes the change that was undone last, unless another change followed.
    /// - Returns: the result, or nil if there is nothing to redo.
    public func redoLast() throws(StoreError) -> Undone? {
        try revertLast(as: .redone)
    }

    private func revertLast(as kind: ChangeKind) throws(StoreError) -> Undone? {
        guard store.author.offersUndo else { return nil }
        return try write { db in
            let offered = offered(areUndone: kind == .redone)
            let last = try Int64.fetchOne(db, sql: "SELECT id FROM \(offered) ORDER BY id DESC LIMIT 1")
            return try last.flatMap { try revert(change: $0, as: kind, in: db) }
        }
    }

    /// Undoes a change of the history as a new change. Later changes are preserved.
    /// - Returns: the result, or nil if the history does not have the change.
    /// - Throws: `StoreError.cancelled`, and the store is unchanged, if the task was canceled.
    public func revert(change: Int64) throws(StoreError) -> Undone? {
        try write { try revert(change: change, as: .made, in: $0) }
    }

    /// - Parameter kind: what the revert counts as.
    private func revert(change: Int64, as kind: ChangeKind, in db: Database) throws -> Undone? {
        try db.interruptWhenCancelled()
        defer { db.stopInterrupting() }
        let sql = "SELECT label, is_whole FROM undo_change WHERE collection = ? AND id = ?"
        guard let found = try Row.fetchOne(db, sql: sql, arguments: [table.name, change]) else { return nil }
        let stored: String = try found.decode(atIndex: 0)
        var undone = Undone(try table.shownLabel(stored, of: change, in: db))
        undone.isRedone = kind == .redone
        var label: String? = Change.label(stored, reverting: change)
        if kind == .made { label = try prepareInHistory(change, &undone, db) }
        guard let label else { return undone }
        try self.change(label, kind, in: db) { made in
            made.isWhole = try found.decode(atIndex: 1)
            try run(change, made, &undone)
            if !undone.isRefused { try made.recordReverting(change) }
        }
        // The next Undo is of an earlier change.
        if undone.isRefused, kind != .made {
            try db.execute(sql: "UPDATE undo_change SET is_offered = 0 WHERE id = \(change)")
        }
        return undone
    }

    /// Finds what reverting a change of the history undoes or redoes.
    /// - Returns: the label of the change that reverts it; nil, with the reason in `undone`, if it was reverted before or
    ///   is a booking.
    private func prepareInHistory(_ change: Int64, _ undone: inout Undone, _ db: Database) throws -> String? {
        if try Reverts(in: db).contains(change) {
            undone.isDone = true
            undone.isRefused = true
            return nil
        }
        let (origin, isRedone) = try origin(of: change, db)
        let stored = try String.fetchOne(db, sql: "SELECT label FROM undo_change WHERE id = \(origin)") ?? ""
        undone = Undone(try table.shownLabel(stored, of: origin, in: db))
        let label = Change.label(stored, reverting: origin)
        undone.isRedone = isRedone
        let isAddition = try table.images(where: "change = \(change)", in: db).allSatisfy { $0.row == nil }
        if definition.home.isBooked, !isRedone, isAddition {
            undone.isRefused = true
            undone.note = translated("The booking is still valid.")
            return nil
        }
        return isRedone ? translated("Redoing “\(label)”") : translated("Undoing “\(label)”")
    }

    /// Reverts the records and the groups of a change, as far as they can be restored.
    private func run(_ change: Int64, _ made: Change, _ undone: inout Undone) throws {
        var reversal = try Reversal(change, made)
        try reversal.run()
        if reversal.restored > 0 { try forgetUnseen(of: change, besides: reversal.skipped, in: made.db) }
        // Group members are numbers, so groups are restored only together with the record's old number.
        let areGroupsLeft = made.isWhole && !reversal.skipped.isEmpty
        let groups = try areGroupsLeft ? (restored: 0, skipped: 0) : revertGroups(change, of: made)
        let own = reversal.isOwnSkipped ? 1 : 0
        undone.left = reversal.skipped.subtracting(reversal.taken).count + groups.skipped - own
        undone.leftFields = reversal.skippedFields
        undone.taken = reversal.taken.count
        undone.ownerLabel = definition.owner?.label ?? ""
        undone.note = reversal.isOwnSkipped ? StoreError.ownRecord.message : nil
        undone.isRefused = reversal.restored + groups.restored == 0 && undone.left + undone.taken + own > 0
    }

    /// What a download changed is not new once that is undone.
    private func forgetUnseen(of change: Int64, besides skipped: Set<Int>, in db: Database) throws {
        let download = "SELECT id FROM undo_change WHERE id = \(change) AND is_download"
        let left = skipped.map(String.init).joined(separator: ", ")
        let changed = "SELECT key FROM \(table.recordImages) AND change IN (\(download))"
        try MarkTable(table, in: db).remove(.unseen, where: "key IN (\(changed)) AND key NOT IN (\(left))")
    }

    /// The change that `change` undid or redid, else itself, and whether it undid it.
    private func origin(of change: Int64, _ db: Database) throws -> (change: Int64, isUndo: Bool) {
        var (origin, isUndo) = (change, false)
        let reverted = "SELECT id FROM undo_change WHERE reverted_by = ? ORDER BY id DESC"
        while let id = try Int64.fetchOne(db, sql: reverted, arguments: [origin]) {
            origin = id
            isUndo.toggle()
        }
        return (origin, isUndo)
    }

    /// Restores the groups that a change touched.
    private func revertGroups(_ change: Int64, of made: Change) throws -> (restored: Int, skipped: Int) {
        let groupTable = RecordTable(.groups)
        let touched = Set(try groupTable.images(where: "change = \(change)", in: made.db).map(\.key))
        guard !touched.isEmpty else { return (0, 0) }
        return try made.join(groupTable) { joined in
            var reversal = try Reversal(change, joined)
            try reversal.run()
            try GroupChange(grouped: table, change: joined).run { groups in
                for index in groups.indices where touched.contains(groups[index].key) {
                    groups[index].name = Self.freeName(groups[index], in: groups)
                }
            }
            return (reversal.restored, reversal.skipped.count)
        }
    }

    /// The name of a group, with a number if another one has the name now.
    private static func freeName(_ group: RecordGroup, in groups: [RecordGroup]) -> String {
        let taken = groups.filter { $0.key != group.key }
        let names = [group.name] + (2...taken.count + 2).map { "\(group.name) (\($0))" }
        return names.first { name in !taken.contains { $0.isCalled(name) } } ?? group.name
    }

    /// The changes that Undo or Redo offers, for FROM; a further condition cannot follow.
    func offered(areUndone: Bool) -> String {
        """
        undo_change WHERE collection = '\(table.name)' AND is_undo = \(areUndone ? 1 : 0) AND is_offered
        AND reverted_by IS NULL
        """
    }

    /// How many records the change that Undo offers touched.
    /// - Parameter isUndone: true for the change that Redo offers.
    public func lastChangeCount(isUndone: Bool = false) throws(StoreError) -> Int {
        guard store.author.offersUndo else { return 0 }
        return try read { db in
            let last = "SELECT MAX(id) FROM \(offered(areUndone: isUndone))"
            return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.recordImages) AND change = (\(last))") ?? 0
        }
    }

    /// Whether a change of the collection can be undone, and one redone.
    public func offeredChanges() throws(StoreError) -> (undo: Bool, redo: Bool) {
        guard store.author.offersUndo else { return (false, false) }
        let exists = [false, true].map { "EXISTS (SELECT 1 FROM \(offered(areUndone: $0)))" }
        return try read { db in
            let row = try Row.fetchOne(db, sql: "SELECT \(exists[0]), \(exists[1])")
            return (row?[0] ?? false, row?[1] ?? false)
        }
    }
}

/// The result of undoing or redoing a change.
public struct Undone: Equatable, Sendable {
    /// The name of the change.
    public let label: String
    /// How many records were edited since in the same fields, and left as they are.
    public internal(set) var left = 0
    /// The labels of the fields that were edited since, as far as they were compared.
    public internal(set) var leftFields: [String] = []
    /// How many records did not get their owner back, or were not restored, because another record has it now.
    public internal(set) var taken = 0
    var ownerLabel = ""
    /// True if nothing could be restored.
    public internal(set) var isRefused = false
    /// True if it was undone before.
    var isDone = false
    /// True if the change had been undone, and was made again.
    var isRedone = false
    /// Another sentence, or nil.
    var note: String?
}

extension Undone {
    /// A change that was undone completely.
    public init(_ label: String) { self.init(label: label) }

    public var text: String {
        if isDone { return translated("This was undone before: \(label)") }
        let first =
            switch (isRefused, isRedone) {
            case (true, false): translated("Not undone: \(label)")
            case (false, false): translated("Undone: \(label)")
            case (true, true): translated("Not redone: \(label)")
            case (false, true): translated("Redone: \(label)")
            }
        let others = [leftMessage, takenMessage, note].compactMap(\.self).joined(separator: " ")
        return others.isEmpty ? first : translated("\(first). \(others)")
    }

    private var leftMessage: String? {
        guard left > 0 else { return nil }
        if !leftFields.isEmpty {
            return translated("Changed since then, and kept: \(leftFields.joined(separator: translated(", "))).")
        }
        return translated(
            left, one: "\(left) record has changed since then and was kept.",
            many: "\(left) records have changed since then and were kept.")
    }

    private var takenMessage: String? {
        guard taken > 0 else { return nil }
        return translated(
            taken, one: "The \(ownerLabel) of \(taken) record now belongs to another record, so it was not restored.",
            many: "The \(ownerLabel) of \(taken) records now belongs to other records, so it was not restored.")
    }
}
