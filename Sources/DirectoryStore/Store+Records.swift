public import DirectoryModel
import GRDB
import Language

extension Store {
    /// Keeps `record`: replaces the whole record that has its key, or adds it.
    /// - Returns: true where there was one.
    @discardableResult
    public func save<R: DirectoryRecord>(_ record: R) throws(StoreError) -> Bool {
        let table = RecordTable<R>()
        let prepared = table.prepare(record)
        return try write(R.self) { db in
            let isThere = try table.row(of: record.key, in: db) != nil
            let name = record.displayName
            let label = isThere ? translated("Editing \(name)") : translated("Adding \(name)")
            let journal = try UndoJournal<R>(session: session, label: label, in: db)
            try journal.remember(key: record.key)
            _ = try table.save(prepared, key: record.key, in: db)
            try journal.rememberAfter()
            return isThere
        }
    }

    /// Keeps `record` as the server made it; nothing of that can be undone here.
    public func keepFromServer<R: DirectoryRecord>(_ record: R) throws(StoreError) {
        try write(R.self) { try OwnTable<R>(in: $0).keepArrived(record) }
    }

    /// Keeps all of `records` in one transaction, each as `save` does; undone as one.
    public func saveAll<R: DirectoryRecord>(_ records: [R]) throws(StoreError) {
        let table = RecordTable<R>()
        try write(R.self) { db in
            let journal = try UndoJournal<R>(
                session: session, label: translated("Saving \(R.collection.counted(records.count))"), in: db)
            for record in records {
                try journal.remember(key: record.key)
                _ = try table.save(table.prepare(record), key: record.key, in: db)
            }
            try journal.rememberAfter()
        }
    }

    /// Adds `record` where nothing has its key.
    /// - Parameters:
    ///   - record: what is added.
    ///   - keepsUndo: false where it was not asked for, so that undo does not take it away again.
    ///   - refusesSecondOwner: true where somebody typed it: no other record may have its owner.
    /// - Returns: false, and nothing changed, where something has.
    /// - Throws: `StoreError.ownerTaken` where that is asked for.
    public func insert<R: DirectoryRecord>(
        _ record: R, keepsUndo: Bool = true, refusesSecondOwner: Bool = false
    ) throws(StoreError) -> Bool {
        let table = RecordTable<R>()
        let prepared = table.prepare(record)
        return try write(R.self, isChange: \.self) { db in
            if refusesSecondOwner { try Self.refuseSecondOwner(record, inPlaceOf: nil, in: db) }
            guard try table.row(of: record.key, in: db) == nil else { return false }
            let label = keepsUndo ? translated("Adding \(record.displayName)") : nil
            let journal = try UndoJournal<R>(session: session, label: label, in: db)
            try journal.remember(key: record.key)
            guard try table.insert(prepared, in: db) else { return false }
            try journal.rememberAfter()
            return true
        }
    }

    /// Puts `record` in the place of the one that has `key`, whose key nobody knew until now.
    /// - Returns: false, and nothing changed, where something else has the key of `record`; one's own record may take
    ///   the place of the one that its owner has in a list that arrived.
    public func save<R: DirectoryRecord>(_ record: R, inPlaceOf key: Int) throws(StoreError) -> Bool {
        try write(R.self, isChange: \.self) { try put(record, inPlaceOf: key, in: $0) }
    }

    /// Changes the record that has `key` as it is now: it is read and written in one transaction, so that what other
    /// programs change meanwhile in other fields stays.
    /// - Parameters:
    ///   - type: the collection.
    ///   - key: the record's number.
    ///   - original: what is changed, and put back, where nothing has the key any more, or nil where nothing is changed
    ///     then. Without a change nothing is put back.
    ///   - change: makes the new record of the present one; where it throws, nothing is changed.
    /// - Returns: what came of it, or what `change` threw.
    /// - Throws: `StoreError.ownerTaken` where it takes an owner that another record has.
    public func change<R: DirectoryRecord, Refusal: Error>(
        _ type: R.Type, key: Int, orElse original: R? = nil, _ change: (R) throws(Refusal) -> R
    ) throws(StoreError) -> Result<Changed<R>, Refusal> {
        try told {
            var outcome = Result<Changed<R>, Refusal>.success(.absent)
            try pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    let here = try RecordTable<R>().whole(key: key, in: db)
                    guard let now = here ?? original else { return .rollback }
                    let changed: R
                    do throws(Refusal) { changed = try change(now) } catch {
                        outcome = .failure(error)
                        return .rollback
                    }
                    if changed == now {
                        outcome = .success(here.map { .kept($0) } ?? .absent)
                        return .rollback
                    }
                    outcome = .success(here == nil ? .putBack(changed) : .kept(changed))
                    try Self.refuseSecondOwner(changed, inPlaceOf: key, in: db)
                    guard try put(changed, inPlaceOf: key, in: db) else {
                        outcome = .success(.keyTaken)
                        return .rollback
                    }
                    try db.notifyChanges(in: Table(R.collection.name))
                    try Schema.countChange(of: R.collection, in: db)
                    return .commit
                }
            }
            return outcome
        }
    }

    func put<R: DirectoryRecord>(_ record: R, inPlaceOf key: Int, in db: Database) throws -> Bool {
        let table = RecordTable<R>()
        let isThere = try table.row(of: key, in: db) != nil
        let isSame = record.key == key
        let own = OwnTable<R>(in: db)
        let other = try isSame ? nil : table.row(of: record.key, in: db)
        if let other, try !own.isDuplicate(other, of: record, at: key) { return false }
        let name = record.displayName
        let label = isSame && !isThere ? translated("Adding \(name)") : translated("Editing \(name)")
        let journal = try UndoJournal<R>(session: session, label: label, in: db)
        for key in isSame ? [key] : [key, record.key] { try journal.remember(key: key) }
        if isSame {
            _ = try table.save(table.prepare(record), key: key, in: db)
            try journal.rememberAfter()
            return true
        }
        if let other { try table.delete(row: other, in: db) }
        if let row = try table.row(of: key, in: db) { try table.delete(row: row, in: db) }
        try own.moved(key, to: record.key)
        guard try table.insert(table.prepare(record), in: db) else { return false }
        try journal.rememberAfter(isWhole: true)
        return true
    }

    /// Removes the record that has `key`.
    /// - Returns: false where none has.
    public func delete<R: DirectoryRecord>(_ type: R.Type, key: Int) throws(StoreError) -> Bool {
        try !delete(type, keys: [key]).isEmpty
    }

    /// Removes the records that have `keys`, in one transaction; undone as one. One's own record stays.
    /// - Returns: the titles of those that were there.
    /// - Throws: `StoreError.ownRecord` where there was nothing but one's own record to remove.
    public func delete<R: DirectoryRecord>(_ type: R.Type, keys: [Int]) throws(StoreError) -> [String] {
        let table = RecordTable<R>()
        return try write(type, isChange: { !$0.isEmpty }) { db in
            let own = try OwnTable<R>(in: db).current()?.key
            let rows = try keys.filter { $0 != own }.compactMap { try table.row(of: $0, in: db) }
            if rows.isEmpty, let own, keys.contains(own) { throw StoreError.ownRecord }
            let titles = try rows.compactMap { try table.stored(row: $0, in: db)?.record.displayName }
            guard let label = R.collection.called(titles) else { return [] }
            let journal = try UndoJournal<R>(session: session, label: translated("Deleting \(label)"), in: db)
            for row in rows {
                try journal.remember(where: "p.row = ?", [row])
                try table.delete(row: row, in: db)
            }
            try OwnTable<R>(in: db).settle()
            try journal.rememberAfter()
            return titles
        }
    }
}
