public import DirectoryModel
import GRDB

/// The numbers of records that the store counts; a number that was given is not given again.
struct Numbers<R: DirectoryModel.Record> {
    private var last: Int
    private var known: [String: Int] = [:]

    init(in db: Database) throws {
        guard R.numbering == .counted else {
            last = 0
            return
        }
        last = try Self.last(in: db)
        let table = RecordTable<R>()
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row DESC")
        while let row = try rows.next() {
            let record = table.record(row).record
            if !record.identity.isEmpty { known[record.identity] = record.key }
        }
    }

    /// The record under the number of the one here that is the same one, or else under the next.
    mutating func numbered(_ record: R) -> R {
        guard R.numbering == .counted else { return record }
        if let number = known[record.identity] { return record.keyed(number) }
        last += 1
        known[record.identity] = last
        return record.keyed(last)
    }

    /// The number that was given last.
    static func last(in db: Database) throws -> Int {
        let table = RecordTable<R>()
        let kept = try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [setting])
        let highest = try Int.fetchOne(db, sql: "SELECT MAX(\"\(table.keyColumn)\") FROM \(table.name)")
        return max(kept.flatMap { Int($0) } ?? 0, highest ?? 0)
    }

    /// Remembers the number that was given last, for its record may be deleted.
    static func keepLast(in db: Database) throws {
        guard R.numbering == .counted else { return }
        try db.execute(
            sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [setting, String(try last(in: db))])
    }

    private static var setting: String { "last-number-\(R.collection.name)" }
}

extension Store {
    /// Adds `record` under the next number.
    /// - Returns: the record as it was added.
    public func addCounted<R: DirectoryModel.Record>(_ record: R) throws(StoreProblem) -> R {
        let table = RecordTable<R>()
        return try write(R.self) { db in
            let record = record.keyed(try Numbers<R>.last(in: db) + 1)
            try UndoJournal<R>(session: session, label: "Adding \(record.displayName)", in: db).remember(
                key: record.key)
            _ = try table.insert(table.prepare(record), in: db)
            try Numbers<R>.keepLast(in: db)
            return record
        }
    }
}
