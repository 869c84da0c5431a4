public import DirectoryModel
public import Foundation
import GRDB

/// Reading of records.
extension Store {
    /// The record that has `key`, with its picture, or nil.
    public func find<R: DirectoryRecord>(_ type: R.Type, key: Int) throws(StoreError) -> R? {
        let table = RecordTable<R>()
        return try read { db in
            if let found = try table.whole(key: key, in: db) { return found }
            let sql = "SELECT EXISTS (SELECT 1 FROM \(table.name) NOT INDEXED WHERE \(table.quotedKey) = ?)"
            // A damaged index does not find what the table has.
            if try Bool.fetchOne(db, sql: sql, arguments: [key]) == true { throw StoreError.damaged }
            return nil
        }
    }

    /// The record that has `key`, with its picture, or nil; `table` is made once where many are looked for.
    func find<R: DirectoryRecord>(in table: RecordTable<R>, key: Int) throws(StoreError) -> R? {
        try read { try table.whole(key: key, in: $0) }
    }

    /// The rows of the records that have `keys`, for those that exist.
    public func rows<R: DirectoryRecord>(of type: R.Type, keys: [Int]) throws(StoreError) -> [Int64] {
        try column("row", of: type, whose: R.fields[0].key, isAmong: keys.map(Int64.init))
    }

    /// The keys of the records in `rows`, for those that exist.
    public func keys<R: DirectoryRecord>(of type: R.Type, rows: [Int64]) throws(StoreError) -> [Int] {
        try column(R.fields[0].key, of: type, whose: "row", isAmong: rows).map(Int.init)
    }

    private func column<R: DirectoryRecord>(
        _ column: String, of type: R.Type, whose other: String, isAmong numbers: [Int64]
    ) throws(StoreError) -> [Int64] {
        guard !numbers.isEmpty else { return [] }
        let list = "[\(numbers.map(String.init).joined(separator: ","))]"
        return try read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT "\(column)" FROM \(R.collection.name)
                    WHERE "\(other)" IN (SELECT value FROM json_each(?)) ORDER BY row
                    """, arguments: [list])
        }
    }

    /// The record in `row`, without its picture, or nil where there is not one.
    public func stored<R: DirectoryRecord>(_ type: R.Type, row: Int64) throws(StoreError) -> StoredRecord<R>? {
        try read { try RecordTable<R>().stored(row: row, in: $0) }
    }

    /// The bytes of the picture in `row`, or nil where there is not one.
    public func picture<R: DirectoryRecord>(of type: R.Type, row: Int64) throws(StoreError) -> Data? {
        try read { try RecordTable<R>().picture(row: row, in: $0)?.data }
    }

    /// How many records there are.
    public func count<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(R.collection.name)") ?? 0 }
    }

    /// Passes every record to `body`, without pictures, in the order they were added.
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - rows: the rows of the records; nil for all.
    ///   - body: called with each record.
    public func each<R: DirectoryRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (StoredRecord<R>) throws -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let sql = "SELECT \(table.selection) FROM \(table.name)\(Self.condition(rows)) ORDER BY row"
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() { try body(table.record(row)) }
        }
    }

    /// The condition that selects these rows, after the name of a table; nil selects all.
    static func condition(_ rows: [Int64]?) -> String {
        rows.map { " WHERE row IN (SELECT value FROM json_each('[\($0.map(String.init).joined(separator: ","))]'))" }
            ?? ""
    }

    /// Passes the column of `field` to `body`, in the order records were added.
    func eachValue<R: DirectoryRecord>(
        _ type: R.Type, of field: Field<R>, _ body: (String) -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT CAST(\"\(field.key)\" AS TEXT) FROM \(table.name) ORDER BY row")
            while let row = try rows.next() { body(row[0] ?? "") }
        }
    }

    /// The distinct values of `field`, sorted; empty values are left out.
    public func distinctValues<R: DirectoryRecord>(of field: Field<R>) throws(StoreError) -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT "\(field.key)" FROM \(R.collection.name) WHERE "\(field.key)" <> ''
                    ORDER BY "\(field.key)" COLLATE NOCASE LIMIT 1000
                    """)
        }
    }

    /// The largest whole number in `field`, or nil where no record has one.
    public func largest<R: DirectoryRecord>(of field: Field<R>) throws(StoreError) -> Int? {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT MAX("\(field.key)") FROM \(R.collection.name) WHERE typeof("\(field.key)") = 'integer'
                    """)
        }
    }

    /// Passes every record to `body`, with pictures, in the order they were added; one at a time is in memory.
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - rows: the rows of the records; nil for all.
    ///   - body: called with each record.
    public func eachWhole<R: DirectoryRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (R) throws -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let sql = "SELECT \(table.selection) FROM \(table.name)\(Self.condition(rows)) ORDER BY row"
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() { try body(table.whole(row, in: db)) }
        }
    }

    /// The elements that downloads and files set aside, in the order they arrived; the first 200 of them.
    public func rejected<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [RejectedElement] {
        try storedRejected(type).map(\.element)
    }

    /// Every record, with its picture, for which `isWanted` returns true without it, in the order they were added.
    public func whole<R: DirectoryRecord>(
        _ type: R.Type, where isWanted: (R) -> Bool
    ) throws(StoreError) -> [R] {
        let table = RecordTable<R>()
        return try read { db in
            var found: [R] = []
            let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row")
            while let row = try rows.next() {
                if isWanted(table.record(row).record) { found.append(try table.whole(row, in: db)) }
            }
            return found
        }
    }
}
