import DirectoryModel
import GRDB

/// Reverts what a change did to the records of a collection, within the transaction of a new change.
///
/// What is as the change left it is restored. Of a record that was changed since, only the fields that the change set
/// and that are still as it left them are restored. A field whose restoration would lose a later edit or give two
/// records one owner is skipped, and the record counted. Their marks are restored with them.
struct Reversal {
    private let change: Int64
    /// True if the change is reverted as a whole or not at all.
    private let isWhole: Bool
    private let made: Change
    private let table: RecordTable
    private let db: Database
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

        var isChangedSince: Bool { next.map { $0.hash != now } ?? false }
    }

    init(_ change: Int64, isWhole: Bool, _ made: Change) throws {
        self.change = change
        self.isWhole = isWhole
        self.made = made
        table = made.table
        db = made.db
        own = try OwnRecordPolicy(table, in: db)
    }

    /// Restores what can be restored.
    mutating func run() throws {
        try made.record(touchedBy: change)
        items = try loadedItems()
        let conflicts = items.filter { item in
            item.isChangedSince && (item.now != item.image.hash || isWhole && item.now == nil)
        }
        if isWhole, let conflict = conflicts.first {
            skipped = [conflict.image.key]
        } else if isWhole, let item = try takenItems().first {
            skipped = [item.image.key]
            taken = skipped
        } else {
            skip { $0.isChangedSince }
            for item in conflicts { try restoreFields(of: item) }
            try skipOwn()
            try skipPlaceholder()
            while true {
                // A skipped record keeps its owner, which other records may have had before.
                let items = try takenItems()
                if items.isEmpty { break }
                let keys = Set(items.map(\.image.key))
                skip { keys.contains($0.image.key) }
                taken.formUnion(keys)
                for item in items { try restoreFields(of: item) }
            }
            try restoreRecords()
            if restored > 0 || skipped.isEmpty {
                try made.restoreRejected(of: change)
                try made.restoreMarks(of: change, skipped: skipped)
                try updateOwn()
            }
        }
        try db.notifyChanges(in: Table(table.name))
    }

    // MARK: Records

    private func loadedItems() throws -> [Item] {
        let touched = "key IN (SELECT key FROM \(table.recordImages) AND change = \(change))"
        let next = try table.nextImages(after: change, where: "change <> \(made.id ?? 0) AND \(touched)", in: db)
        let owner = table.definition.owner.map { "IFNULL(before ->> '$.\"\($0.key)\"', '')" } ?? "''"
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT i.key, \(owner), (SELECT hash FROM \(table.name) p WHERE p.\(table.quotedKey) = i.key)
                FROM (SELECT * FROM \(table.recordImages) AND change = \(change)) i
                """)
        let now = try Dictionary(
            uniqueKeysWithValues: rows.map { row -> (Int, (owner: String, hash: Int64?)) in
                (try row.decode(atIndex: 0), (try row.decode(atIndex: 1), try row.decode(atIndex: 2)))
            })
        return try table.images(where: "change = \(change)", in: db).map { image in
            let present = now[image.key]
            return Item(
                image: image, next: next[image.key], owner: table.definition.owner(in: present?.owner ?? ""),
                now: present?.hash)
        }
    }

    private mutating func skip(_ condition: (Item) -> Bool) {
        for index in items.indices where condition(items[index]) { items[index].isSkipped = true }
    }

    /// Restores the fields that are as the change left them, except an owner that another record has now. A record
    /// whose fields were changed since, whose owner is taken, or that was added or deleted, is skipped.
    private mutating func restoreFields(of item: Item) throws {
        let key = item.image.key
        guard let row = try table.row(of: key, in: db), let now = try table.whole(key: key, in: db),
            let before = try table.record(of: item.image, in: db),
            let after = try item.next.map({ try table.record(of: $0, in: db) }) ?? now
        else {
            skipped.insert(key)
            return
        }
        let merge = ThreeWayMerge(mine: before, theirs: now, base: after)
        var restored = merge.merged(takingTheirs: Set(merge.conflicts.map(\.key)))
        var lost = merge.conflicts.map(\.key)
        for conflict in merge.conflicts {
            guard
                case (.list(let old), .list(let left), .list(let present)) =
                    (before[conflict.key], after[conflict.key], now[conflict.key])
            else { continue }
            // Later additions and removals of items are preserved.
            let isRetained = { !left.contains($0) || old.contains($0) }
            restored[conflict.key] = .list(
                present.filter(isRetained) + old.filter { !left.contains($0) && !present.contains($0) })
            lost.removeAll { $0 == conflict.key }
        }
        for field in table.definition.fields where field.editor == .readOnly && after[field] == now[field] {
            restored[field] = before[field]
        }
        let owner = table.definition.owner
        if let owner, restored[owner] != now[owner], try isTaken(item) {
            restored[owner] = now[owner]
            taken.insert(key)
            skipped.insert(key)
        }
        for field in table.definition.fields where lost.contains(field.key) {
            skipped.insert(key)
            if field.key == owner?.key, try isTaken(item) {
                taken.insert(key)
            } else if !skippedFields.contains(field.label) {
                skippedFields.append(field.label)
            }
        }
        guard restored != now else { return }
        let prepared = table.prepare(restored)
        try table.update(prepared, row: row, in: db)
        self.restored += 1
        noteIfUntouched(restored, prepared.hash, as: before, item.image.hash)
    }

    /// Restores the records that were not changed since: first those that the change added go, so that their rows are
    /// free.
    private mutating func restoreRecords() throws {
        let clean = items.filter { !$0.isSkipped }
        for item in clean {
            if let row = try table.row(of: item.image.key, in: db) { try table.delete(row: row, in: db) }
        }
        // Records whose rows others have now come last.
        let isTaken = try clean.map { item in
            try item.image.row.map { try table.stored(row: $0, in: db) != nil } ?? false
        }
        for (item, isTaken) in zip(clean, isTaken) where !isTaken { try table.restore(item.image, in: db) }
        for (item, isTaken) in zip(clean, isTaken) where isTaken { try table.restore(item.image, in: db) }
        restored += clean.count
    }

    // MARK: Owners

    /// The records whose owner belongs to a record that is not restored, and did not have it before.
    private func takenItems() throws -> [Item] {
        guard table.definition.owner != nil else { return [] }
        let restoredKeys = Set(items.lazy.filter { !$0.isSkipped }.map(\.image.key))
        return try items.filter { try !$0.isSkipped && $0.image.hash != nil && isTaken($0, restoredKeys) }
    }

    /// True if a record other than that of `item` has its owner, did not have it before the change, and is not removed.
    /// - Parameter restoredKeys: the keys of the records that are restored.
    private func isTaken(_ item: Item, _ restoredKeys: Set<Int>? = nil) throws -> Bool {
        let holders = try table.keys(ofOwner: item.owner, in: db)
        // The owner of the record is unchanged.
        if holders.contains(item.image.key) { return false }
        return try holders.contains { key in
            let isRestored =
                restoredKeys?.contains(key) ?? items.contains { $0.image.key == key && !$0.isSkipped }
            if isRestored { return false }
            let first = try table.images(where: "key = \(key) AND change >= \(change)", limit: 1, in: db).first
            guard let first, first.change != made.id else { return false }
            return try table.record(of: first, in: db)?.owner?.caseInsensitiveEquals(item.owner) != true
        }
    }

    // MARK: The user's own record

    /// The user's own record is not removed, unless the change also marked it as such.
    private mutating func skipOwn() throws {
        guard let key = own.key,
            let item = items.first(where: { $0.image.key == key }), !item.isSkipped, item.image.hash == nil,
            try isOwnRestored(key)
        else { return }
        skip { $0.image.key == key }
        skipped.insert(key)
        isOwnSkipped = true
    }

    /// An unedited own record is not restored beside the current one.
    private mutating func skipPlaceholder() throws {
        guard let key = own.key, skipped.contains(key) else { return }
        for changed in try table.changedMarks(in: change, db)
        where changed.id.kind == .own && changed.id.key != key {
            guard let untouched = changed.before.flatMap({ Int64($0) }) else { continue }
            skip { $0.image.key == changed.id.key && $0.image.hash == untouched }
        }
    }

    /// False if the change marked the record as the user's own.
    private func isOwnRestored(_ key: Int) throws -> Bool {
        let changed = try table.changedMarks(in: change, db).filter { $0.id.key == key && $0.id.kind == .own }
        return changed.isEmpty || changed.contains { $0.before != nil }
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
