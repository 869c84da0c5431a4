public import DirectoryModel
import GRDB
import Language

extension Store {
    /// Adds `record` under the next number.
    /// - Returns: the record as it was added.
    public func addCounted<R: DirectoryRecord>(_ record: R) throws(StoreError) -> R {
        let table = RecordTable<R>()
        return try write(R.self) { db in
            let record = record.keyed(try KeyAllocator<R>.last(in: db) + 1)
            let label = translated("Adding \(record.displayName)")
            let journal = try UndoJournal<R>(session: session, label: label, in: db)
            try journal.remember(key: record.key)
            _ = try table.insert(table.prepare(record), in: db)
            try journal.rememberAfter()
            try KeyAllocator<R>.keepLast(in: db)
            return record
        }
    }

    /// Stores what a server made of an order, under its number there, or under the next one here where that number is
    /// already in use: for another server, or because this one lost its file and counts from 1 again.
    /// - Parameters:
    ///   - record: the record to add.
    ///   - setting: a setting that is removed in the same transaction: the key the order was sent under.
    /// - Returns: the record as it is stored; this cannot be undone here.
    public func keepBooked<R: DirectoryRecord>(
        _ record: R, forgetting setting: String? = nil
    ) throws(StoreError) -> R {
        let table = RecordTable<R>()
        return try write(R.self) { db in
            let last = try KeyAllocator<R>.last(in: db)
            let isNext = record.key > last && record.key <= KeyAllocator<R>.largest / 2
            let kept = record.keyed(try Self.keyKept(of: record, in: db) ?? (isNext ? record.key : last + 1))
            _ = try table.save(table.prepare(kept), key: kept.key, in: db)
            if kept.key <= KeyAllocator<R>.largest { try KeyAllocator<R>.keep(last: max(last, kept.key), in: db) }
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [setting])
            return kept
        }
    }

    /// The number under which the same record is here already, because its answer may come twice; nil where it is not.
    private static func keyKept<R: DirectoryRecord>(of record: R, in db: Database) throws -> Int? {
        guard !record.identity.isEmpty else { return nil }
        let table = RecordTable<R>()
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name)")
        while let row = try rows.next() {
            let kept = table.record(row).record
            if kept.identity == record.identity { return kept.key }
        }
        return nil
    }
}
