public import DirectoryModel
import GRDB
import Language

/// The numbers of the records that the store counts, each of which it assigns only once, and free ones of others.
enum KeyAllocator {
    /// The largest number to count on from. A server's record may have a larger one; counting never starts above half
    /// of it, so there is always a next number.
    static var largest: Int { 1 << 53 }

    /// The last number assigned.
    static func last(_ table: RecordTable, in db: Database) throws -> Int {
        let saved = try setting(table).value(in: db)
        let highest = try Int.fetchOne(
            db, sql: "SELECT MAX(\(table.quotedKey)) FROM \(table.name) WHERE \(table.quotedKey) <= ?",
            arguments: [largest])
        let last = saved ?? 0
        return max(last <= largest ? last : 0, highest ?? 0)
    }

    /// Stores the last number assigned, whose record may be deleted, so that undoing the deletion replaces no other.
    static func saveLast(_ table: RecordTable, in db: Database) throws {
        if table.definition.numbering != .typed { try setting(table).set(last(table, in: db), in: db) }
    }

    fileprivate static func setting(_ table: RecordTable) -> Setting<Int> { Setting("last-number-\(table.name)") }

    /// A free number in a collection whose numbers people type: the next after the largest of the usual length, or else
    /// the smallest free one.
    /// - Parameter last: set for the free number after it.
    static func free(_ table: RecordTable, after last: Int? = nil, in db: Database) throws -> Int {
        if var key = last.map({ $0 + 1 }) {
            while try table.row(of: key, in: db) != nil { key += 1 }
            return key
        }
        let (name, column, definition) = (table.name, table.quotedKey, table.definition)
        let end = definition.fields[0].displayText(Record(definition, key: 0)).utf8.reduce(1) { end, _ in end * 10 }
        let last = try Int.fetchOne(db, sql: "SELECT max(\(column)) FROM \(name) WHERE \(column) < \(end)")
        if let last, last + 1 < end { return last + 1 }
        let gap = """
            SELECT min(\(column)) + 1 FROM \(name) r WHERE \(column) >= 0 AND NOT EXISTS
                (SELECT 1 FROM \(name) o WHERE o.\(column) = r.\(column) + 1)
            """
        return try Int.fetchOne(db, sql: gap) ?? 1
    }
}

extension StoredCollection {
    /// A free number for a collection whose numbers people type.
    public func freeKey() throws(StoreError) -> Int { try read { try KeyAllocator.free(table, in: $0) } }

    /// Adds `record` with the next number.
    public func addCounted(_ record: Record) throws(StoreError) -> Record {
        try write { db in
            let record = record.keyed(try KeyAllocator.last(table, in: db) + 1)
            try change(translated("Adding \(Change.nameMark(record.key))"), in: db) { try $0.put(record) }
            return record
        }
    }

    /// Stores what a server made of an order, with the server's number, or with the next one if that is taken. It
    /// cannot be undone.
    /// - Parameter setting: a setting to remove in the same transaction: the order's key.
    /// - Returns: the record as stored.
    public func saveBooked(_ record: Record, forgetting setting: Setting<String>? = nil) throws(StoreError) -> Record {
        try write { db in
            let last = try KeyAllocator.last(table, in: db)
            let isNext = record.key > last && record.key <= KeyAllocator.largest / 2
            let booked = record.keyed(try existingKey(of: record, in: db) ?? (isNext ? record.key : last + 1))
            let label = translated("Booking \(Change.nameMark(booked.key))")
            try saveUnoffered(table.prepare(booked), key: booked.key, label, in: db)
            if booked.key <= KeyAllocator.largest {
                try KeyAllocator.setting(table).set(max(last, booked.key), in: db)
            }
            try setting?.set(nil, in: db)
            return booked
        }
    }

    /// The number of the same record if it is stored already, because an answer may arrive twice.
    private func existingKey(of record: Record, in db: Database) throws -> Int? {
        guard !record.identity.isEmpty else { return nil }
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name)")
        return try rows.map { table.record($0).record }.first { $0.identity == record.identity }?.key
    }
}
