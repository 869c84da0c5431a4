import DirectoryModel
import GRDB

/// Reverts what a change did to the records of a collection, within the transaction of a new change.
///
/// What is as the change left it is restored. Of a record that was changed since, only the fields that the change set
/// and that are still as it left them are restored. A field whose restoration would lose a later edit or give two
/// records one owner is skipped, and the record counted. Their marks are restored with them.
struct Reversal {
    private let change: Int64
    private let made: Change
    private let own: OwnRecordPolicy
    private var items: [Item] = []
    /// How many records were restored.
    private(set) var restored = 0
    /// The keys of records with later edits of the same fields, and of `taken`.
    private(set) var skipped: Set<Int> = []
    /// The labels of the fields with later edits, in the order in which they were found.
    private(set) var skippedFields: [String] = []
    /// True if the user's own record was not removed.
    private(set) var isOwnSkipped = false
    /// The keys of records that do not get their owner back.
    private(set) var taken: Set<Int> = []
    /// The hashes of unedited own records that got another NetID since, by key.
    private var claimedUntouched: [Int: (before: Int64, now: Int64)] = [:]

    /// A record that the change touched.
    private struct Item {
        let image: Image
        /// What the change left, or nil if that is what is there now.
        let next: Image?
        /// The owner before the change, or "".
        let owner: String
        /// The hash of the present record, or nil.
        let now: Int64?
        var isSkipped = false

        var key: Int { image.key }
        /// What the change left is not there, or was forgotten, as what was before may be; then it is not restored.
        var isChangedSince: Bool { image.isForgotten || next.map { $0.isForgotten || $0.hash != now } ?? false }
    }

    private var table: RecordTable { made.table }
    private var db: Database { made.db }
    /// True if the change is reverted as a whole or not at all.
    private var isWhole: Bool { made.isWhole }

    init(_ change: Int64, _ made: Change) throws {
        self.change = change
        self.made = made
        own = try OwnRecordPolicy(made.table, in: made.db)
    }

    /// Restores what can be restored.
    mutating func run() throws {
        try made.record(touchedBy: change)
        let touched = "key IN (SELECT key FROM \(table.recordImages) AND change = \(change))"
        let next = try table.nextImages(after: change, where: "change <> \(made.id) AND \(touched)", in: db)
        items = try table.images(where: "change = \(change)", in: db).map { image in
            let owner = table.definition.owner == nil ? "" : try table.recordWithoutPicture(of: image, in: db)?.owner
            return Item(
                image: image, next: next[image.key], owner: owner ?? "", now: try table.hash(of: image.key, in: db))
        }
        let conflicts = items.filter { item in
            item.isChangedSince
                && (item.image.isForgotten || item.now != item.image.hash || isWhole && item.now == nil)
        }
        if isWhole, let conflict = conflicts.first {
            skipped = [conflict.key]
        } else if isWhole, let item = try takenItems().first {
            skipped = [item.key]
            taken = skipped
        } else {
            try restore(conflicts)
        }
        try db.notifyChanges(in: Table(table.name))
    }

    // MARK: Records

    /// - Parameter conflicts: the records that were changed since.
    private mutating func restore(_ conflicts: [Item]) throws {
        skip { $0.isChangedSince }
        for item in conflicts { try restoreFields(of: item) }
        try skipOwn()
        // A skipped record keeps its owner, which other records may have had before.
        var found = try takenItems()
        while !found.isEmpty {
            let keys = Set(found.map(\.key))
            skip { keys.contains($0.key) }
            taken.formUnion(keys)
            for item in found { try restoreFields(of: item) }
            found = try takenItems()
        }
        try restoreRecords()
        guard restored > 0 || skipped.isEmpty else { return }
        try made.restoreRejected(of: change)
        try made.restoreMarks(of: change, skipped: skipped)
        try updateOwn()
    }

    private mutating func skip(_ condition: (Item) -> Bool) {
        for index in items.indices where condition(items[index]) { items[index].isSkipped = true }
    }

    /// Restores the fields that are as the change left them, except an owner that another record has now. A record
    /// whose fields were changed since, whose owner is taken, or that was added or deleted, is skipped.
    private mutating func restoreFields(of item: Item) throws {
        guard let row = try table.row(of: item.key, in: db), let now = try table.whole(key: item.key, in: db),
            let before = try table.record(of: item.image, in: db),
            let after = try item.next.map({ try table.record(of: $0, in: db) }) ?? now
        else {
            skipped.insert(item.key)
            return
        }
        var (restored, lost) = merged(before, after, now)
        if let owner = table.definition.owner, lost.contains(owner.key) || restored[owner] != now[owner],
            try isTaken(item)
        {
            restored[owner] = now[owner]
            lost.remove(owner.key)
            taken.insert(item.key)
        }
        if !lost.isEmpty || taken.contains(item.key) { skipped.insert(item.key) }
        skippedFields += table.definition.fields.filter { lost.contains($0.key) }.map(\.label)
            .filter { !skippedFields.contains($0) }
        guard restored != now else { return }
        let prepared = table.prepare(restored)
        try table.update(prepared, row: row, in: db)
        self.restored += 1
        noteIfUntouched(restored, prepared.hash, as: before, item.image.hash)
    }

    /// The present record with what was before in the fields that are as the change left them, and the keys of the
    /// others. Later additions and removals of items of lists are preserved.
    private func merged(_ before: Record, _ after: Record, _ now: Record) -> (record: Record, lost: Set<String>) {
        let merge = ThreeWayMerge(mine: before, theirs: now, base: after)
        var lost = Set(merge.conflicts.map(\.key))
        var merged = merge.merged(takingTheirs: lost)
        for key in lost {
            guard case (.list(let old), .list(let left), .list(let present)) = (before[key], after[key], now[key])
            else { continue }
            merged[key] = .list(
                present.filter { !left.contains($0) || old.contains($0) }
                    + old.filter { !left.contains($0) && !present.contains($0) })
            lost.remove(key)
        }
        for field in table.definition.fields where field.editor == .readOnly && after[field] == now[field] {
            merged[field] = before[field]
        }
        return (merged, lost)
    }

    /// Restores the records that were not changed since: first those that the change added go, so that their rows are
    /// free.
    private mutating func restoreRecords() throws {
        let clean = items.filter { !$0.isSkipped }
        for item in clean {
            if let row = try table.row(of: item.key, in: db) { try table.delete(row: row, in: db) }
        }
        // Records whose rows others have now come last.
        let taken = try Set(
            clean.compactMap(\.image.row).filter { try table.stored(row: $0, in: db) != nil })
        let isTaken = { (item: Item) in item.image.row.map(taken.contains) == true }
        for item in clean.filter({ !isTaken($0) }) + clean.filter(isTaken) { try table.restore(item.image, in: db) }
        restored += clean.count
    }

    // MARK: Owners

    /// The records whose owner belongs to a record that is not restored, and did not have it before.
    private func takenItems() throws -> [Item] {
        guard table.definition.owner != nil else { return [] }
        return try items.filter { try !$0.isSkipped && $0.image.hash != nil && isTaken($0) }
    }

    /// True if a record other than that of `item` has its owner, did not have it before the change, and is not removed.
    private func isTaken(_ item: Item) throws -> Bool {
        let holders = try table.keys(ofOwner: item.owner, in: db)
        // The owner of the record is unchanged.
        if holders.contains(item.key) { return false }
        return try holders.contains { key in
            if items.contains(where: { $0.key == key && !$0.isSkipped }) { return false }
            let first = try table.images(where: "key = \(key) AND change >= \(change)", limit: 1, in: db).first
            guard let first, first.change != made.id else { return false }
            return try table.record(of: first, in: db)?.owner?.caseInsensitiveEquals(item.owner) != true
        }
    }

    // MARK: The user's own record

    /// The user's own record is not removed, unless the change also marked it as such. An unedited own record is not
    /// restored beside it.
    private mutating func skipOwn() throws {
        guard let key = own.key else { return }
        let marks = try table.changedMarks(in: change, db).filter { $0.key.kind == .own }
        let isMarkedByChange = marks.contains { $0.key.key == key && $0.value.before == nil }
        let isRemoved = items.contains { $0.key == key && !$0.isSkipped && $0.image.hash == nil }
        if isRemoved, !isMarkedByChange {
            skip { $0.key == key }
            skipped.insert(key)
            isOwnSkipped = true
        }
        guard skipped.contains(key) else { return }
        for (id, values) in marks where id.key != key {
            guard let untouched = values.before.flatMap({ Int64($0) }) else { continue }
            skip { $0.key == id.key && $0.image.hash == untouched }
        }
    }

    /// Completes the mark of the own record. A record that became the user's own since still is, and it takes the
    /// NetID of the person who is signed in.
    private func updateOwn() throws {
        guard table.definition.owner != nil else { return }
        let marks = MarkTable(table, in: db)
        let restored = try OwnRecordPolicy(table, in: db)
        if let key = restored.key, let hash = claimedUntouched[key], restored.untouched == hash.before {
            try marks.markOwn(key, untouched: hash.now)
        }
        try marks.markOwn(restored)
        guard let netid = restored.netid else { return }
        let now = try OwnRecordPolicy(table, signingIn: netid, in: db)
        try now.claim(now.signInEffect(isAccepted: own.isSignedIn && own.key == now.key), made)
    }

    /// Signing in changes the owner of an unedited record, which still counts as unedited.
    private mutating func noteIfUntouched(_ record: Record, _ hash: Int64, as old: Record, _ oldHash: Int64?) {
        guard let field = table.definition.owner, let oldHash else { return }
        var renamed = record
        renamed[field] = old[field]
        if renamed == old { claimedUntouched[record.key] = (before: oldHash, now: hash) }
    }
}
