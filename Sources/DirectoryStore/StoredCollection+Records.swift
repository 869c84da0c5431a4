public import DirectoryModel
import GRDB
import Language

extension StoredCollection {
    /// Replaces the record that has the same key, or adds `record`.
    /// - Returns: true if there was one.
    @discardableResult
    public func save(_ record: Record) throws(StoreError) -> Bool {
        try write { db in
            let isThere = try table.row(of: record.key, in: db) != nil
            _ = try put(record, replacing: record.key, in: db)
            return isThere
        }
    }

    /// Saves `record` as the server made it, and removes its order's setting. This cannot be undone.
    public func saveFromServer(_ record: Record, forgetting setting: Setting<String>? = nil) throws(StoreError) {
        try write { db in
            let prepared = table.prepare(record)
            try saveUnoffered(prepared, key: record.key, translated("Saving \(Change.nameMark(record.key))"), in: db)
            if definition.owner != nil {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO listed VALUES (?, ?, ?)",
                    arguments: [table.name, record.key, prepared.hash])
            }
            try setting?.set(nil, in: db)
        }
    }

    /// Saves a record in a way that Undo does not offer.
    func saveUnoffered(_ prepared: RecordTable.Prepared, key: Int, _ label: String, in db: Database) throws {
        try change(label, .unoffered, in: db) { try $0.put(prepared, key: key) }
    }

    /// Saves `records` in one transaction, to be undone together.
    public func saveAll(_ records: [Record]) throws(StoreError) {
        try change(translated("Saving \(definition.collection.counted(records.count))")) { change in
            let db = change.db
            try table.forgetMissingCards(in: db)
            let present = try table.hashes(in: db)
            for record in records where present[record.key] != nil { try change.record(key: record.key) }
            try change.recordInsertions(records.map(\.key).filter { present[$0] == nil })
            try db.withBulkCache {
                try table.adding(records.count, in: db) {
                    for start in stride(from: 0, to: records.count, by: Self.maxPreparedAtOnce) {
                        try put(Array(records[start...].prefix(Self.maxPreparedAtOnce)), in: change)
                    }
                }
            }
        }
    }

    /// Adds or replaces records, whose former versions `change` has.
    private func put(_ records: [Record], in change: Change) throws {
        for (record, prepared) in zip(records, records.concurrentMap(table.prepare)) {
            if try table.insert(prepared, in: change.db) {
                change.hasAdded = true
            } else {
                try table.update(prepared, key: record.key, in: change.db)
            }
        }
    }

    /// The number of prepared records, which have pictures, that are in memory together.
    private static var maxPreparedAtOnce: Int { 1000 }

    /// Adds `record`.
    /// - Parameters:
    ///   - offersUndo: false if the user did not request it.
    ///   - refusesSecondOwner: true if a person typed it.
    /// - Returns: false, and the store unchanged, if another record has its key.
    /// - Throws: `StoreError.ownerTaken` if `refusesSecondOwner` and its owner has a record.
    public func insert(
        _ record: Record, offersUndo: Bool = true, refusesSecondOwner: Bool = false
    ) throws(StoreError) -> Bool {
        try write { db in
            if refusesSecondOwner { try table.refuseSecondOwner(record, replacing: nil, in: db) }
            guard try table.row(of: record.key, in: db) == nil else { return false }
            return try put(record, replacing: record.key, offersUndo: offersUndo, in: db)
        }
    }

    /// Replaces the record that has `key` with `record`, which may have another key.
    /// - Returns: false, and the store unchanged, if that key is taken; the user's own record may replace a duplicate
    ///   of its owner.
    public func save(_ record: Record, replacing key: Int) throws(StoreError) -> Bool {
        try write { try put(record, replacing: key, in: $0) }
    }

    /// Reads and changes a record in one transaction, so that other programs' changes of other fields are preserved.
    /// - Parameters:
    ///   - original: the record to change and restore if it was deleted, or nil.
    ///   - change: makes the new record; if it throws, the store is unchanged.
    /// - Returns: the result, or the error of `change`.
    /// - Throws: `StoreError.ownerTaken` if the new owner has another record.
    public func change<Refusal: Error>(
        key: Int, orElse original: Record? = nil, _ change: (Record) throws(Refusal) -> Record
    ) throws(StoreError) -> Result<Changed, Refusal> {
        try write { db -> Result<Changed, Refusal> in
            let stored = try table.whole(key: key, in: db)
            if stored == nil { try table.checkAbsence(of: key, in: db) }
            guard let now = stored ?? original else { return .success(.absent) }
            let changed: Record
            do throws(Refusal) { changed = try change(now) } catch { return .failure(error) }
            if changed == now { return .success(stored.map { .saved($0) } ?? .absent) }
            try table.refuseSecondOwner(changed, replacing: key, in: db)
            let clearing = changed == now.cleared ? translated("Clearing \(Change.nameMark(changed.key))") : nil
            guard try put(changed, replacing: key, as: clearing, in: db) else {
                return .success(.keyTaken(by: try table.holder(ofKey: changed.key, in: db)))
            }
            return .success(stored == nil ? .restored(changed) : .saved(changed))
        }
    }

    /// - Parameter label: the name of the change in undo; nil for an edit.
    func put(
        _ record: Record, replacing key: Int, as label: String? = nil, offersUndo: Bool = true, in db: Database
    ) throws -> Bool {
        let isSame = record.key == key
        let other = try isSame ? nil : table.row(of: record.key, in: db)
        if let other, try !table.isDuplicate(other, of: record, at: key, in: db) { return false }
        let isAddition = try isSame && table.row(of: key, in: db) == nil
        let name = Change.nameMark(record.key)
        let edit = isAddition ? translated("Adding \(name)") : label ?? translated("Editing \(name)")
        try change(edit, offersUndo ? .made : .unoffered, in: db) { change in
            if isSame { try change.put(record) } else { try change.renumber(key, as: record) }
        }
        return true
    }

    /// Deletes a record.
    /// - Returns: false if there is none.
    public func delete(key: Int) throws(StoreError) -> Bool {
        try !delete(keys: [key]).isEmpty
    }

    /// Deletes records in one transaction, to be undone together, except the user's own.
    /// - Returns: the titles of the deleted records.
    /// - Throws: `StoreError.ownRecord` if there is only the user's own record to delete; `cancelled`, and the store is
    ///   unchanged, if the task was canceled.
    public func delete(keys: [Int]) throws(StoreError) -> [String] {
        try write { db in
            try db.interruptWhenCancelled()
            defer { db.stopInterrupting() }
            let own = try OwnRecordPolicy(table, in: db).key
            let others = try keys.filter { try $0 != own && table.row(of: $0, in: db) != nil }
            if others.isEmpty, let own, keys.contains(own) { throw StoreError.ownRecord }
            if others.isEmpty, let key = keys.first { try table.checkAbsence(of: key, in: db) }
            let titles = try others.map { try table.holder(ofKey: $0, in: db) }
            guard let label = definition.collection.called(others.map(Change.nameMark)) else { return [] }
            try change(translated("Deleting \(label)"), in: db) { change in
                for key in others {
                    if Task.isCancelled { throw StoreError.cancelled }
                    try change.remove(key: key)
                }
            }
            return titles
        }
    }
}

/// The result of changing a record.
public enum Changed: Equatable, Sendable {
    /// The change was made.
    case saved(Record)
    /// The record had been deleted, and was restored with the change.
    case restored(Record)
    /// No record has the key; the store is unchanged.
    case absent
    /// The new key belongs to a record called `by`; the store is unchanged.
    case keyTaken(by: String)
    /// Others changed the same fields; the store is unchanged.
    case conflict(ThreeWayMerge)

    public var wasRestored: Bool { if case .restored = self { true } else { false } }

    /// The record as it was stored, or nil.
    public var record: Record? {
        switch self {
        case .saved(let record), .restored(let record): record
        case .absent, .keyTaken, .conflict: nil
        }
    }
}
