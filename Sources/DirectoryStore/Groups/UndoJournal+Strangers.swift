import DirectoryModel
import GRDB
import Language

/// Numbers that people type, such as DUIDs, may be given to somebody else.
extension UndoJournal {
    /// Removes numbers from groups, and from pairs that are not the same, if somebody else has them with this change.
    /// - Parameters:
    ///   - arriving: a record that is about to be added; nil to compare all that the change touched.
    ///   - isMerge: true for a list that arrived, which may also replace a person; an edit does not.
    func dropStrangers(_ arriving: Record? = nil, isMerge: Bool = false) throws {
        guard let change, table.definition.numbering == .typed else { return }
        let copies = JournalTable.records(of: table)
        let marked = try Set(table.groups(in: db).flatMap(\.memberKeys))
            .union(NotSameTable(table, in: db).pairs().joined())
        guard !marked.isEmpty else { return }
        let touched = try Int.fetchSet(db, sql: "SELECT key FROM \(copies.rows(of: change))")
        let own = try OwnTable(table, in: db).current()?.key
        var gone: Set<Int> = []
        for key in marked.intersection(arriving.map { [$0.key] } ?? touched) where key != own {
            let last = "undo_row WHERE source = '\(table.name)' AND key = \(key) AND is_after = 0 AND c0 IS NOT NULL"
            let id = try Row.fetchOne(db, sql: "SELECT rowid, change FROM \(last) ORDER BY rowid DESC LIMIT 1")
            guard let id, let now = try arriving ?? table.whole(key: key, in: db),
                let former = try table.copy("undo_row WHERE rowid = \(id.decode(Int64.self, atIndex: 0))", in: db)?
                    .record
            else { continue }
            let isReplaced = try id.decode(Int64.self, atIndex: 1) == change
            if isReplaced, !isMerge { continue }
            if Self.isOther(now, than: former, ifUnowned: !isReplaced) { gone.insert(key) }
        }
        guard !gone.isEmpty else { return }
        let groupTable = RecordTable(.groups)
        let isChanged = try GroupChange(table, UndoJournal(groupTable, joining: self)).run { groups in
            for place in groups.indices { groups[place].members.removeAll { Int($0).map(gone.contains) == true } }
        }.isChanged
        if isChanged { try groupTable.count(in: db) }
        let keys = MergeTransaction.list(gone)
        let pairs = "FROM not_same WHERE collection = '\(table.name)' AND (key IN \(keys) OR other IN \(keys))"
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, c0) SELECT ?, 'not_same', key, 0, other \(pairs)
                """, arguments: [change])
        try db.execute(sql: "DELETE \(pairs)")
    }

    /// - Parameter ifUnowned: true if names tell people without owners apart.
    private static func isOther(_ now: Record, than former: Record, ifUnowned: Bool) -> Bool {
        guard let owner = now.owner, let before = former.owner, !owner.isEmpty, !before.isEmpty else {
            return ifUnowned && Folding.text(now.displayName) != Folding.text(former.displayName)
        }
        return !owner.caseInsensitiveEquals(before)
    }
}
