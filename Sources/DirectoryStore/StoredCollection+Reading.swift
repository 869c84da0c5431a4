public import DirectoryModel
public import Foundation
import GRDB

extension StoredCollection {
    /// What `read` returns; nil if the store cannot be read, of which the observer of errors learns if it is damaged.
    /// For what can be shown without it.
    public func ifReadable<T>(_ read: (StoredCollection) throws -> T?) -> T? {
        do { return try read(self) } catch {
            let problem = StoreError(error)
            if problem.isDamage { store.mirror.report(problem, of: definition.collection) }
            return nil
        }
    }

    /// The record with `key`, including its picture, or nil.
    public func find(key: Int) throws(StoreError) -> Record? {
        try read { db in
            if let found = try table.whole(key: key, in: db) { return found }
            try table.checkAbsence(of: key, in: db)
            return nil
        }
    }

    /// The rows of the existing records among `keys`.
    public func rows(keys: [Int]) throws(StoreError) -> [Int64] {
        try read { try table.numbers("row", whose: table.quotedKey, isAmong: keys.map(Int64.init), in: $0) }
    }

    /// The keys of the existing records among `rows`.
    public func keys(rows: [Int64]) throws(StoreError) -> [Int] {
        try read { try table.numbers(table.quotedKey, whose: "row", isAmong: rows, in: $0) }.map(Int.init)
    }

    /// The record in `row`, without its picture, or nil.
    public func stored(row: Int64) throws(StoreError) -> StoredRecord? {
        try read { try table.stored(row: row, in: $0) }
    }

    /// The bytes of the picture in `row`, or nil.
    public func picture(row: Int64) throws(StoreError) -> Data? {
        try read { try table.picture(row: row, in: $0)?.data }
    }

    /// The number of records.
    public func count() throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0 }
    }

    /// Passes every record, without pictures, to `body` in the order they were added.
    /// - Parameter rows: the rows of the records; nil for all.
    public func each(in rows: [Int64]? = nil, _ body: (StoredRecord) throws -> Void) throws(StoreError) {
        try eachRow(in: rows) { row, _ in try body(table.record(row)) }
    }

    private func eachRow(in rows: [Int64]? = nil, _ body: (Row, Database) throws -> Void) throws(StoreError) {
        try read { db in
            let sql = "SELECT \(table.selection) FROM \(table.name)\(Self.condition(rows)) ORDER BY row"
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() { try body(row, db) }
        }
    }

    /// Compares every record and picture with its hash.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    public func verify() throws(StoreError) {
        try eachRow { row, db in try table.checkedPicture(row, in: db) }
    }

    /// The WHERE clause that selects these rows; nil selects all.
    private static func condition(_ rows: [Int64]?) -> String {
        rows.map { " WHERE row IN (SELECT value FROM json_each('\($0)'))" } ?? ""
    }

    /// The distinct values of `field`, sorted, without empty ones; 1,000 at most.
    public func distinctValues(of field: Field) throws(StoreError) -> [String] {
        let sql = "SELECT DISTINCT \(field.column) FROM \(table.name) WHERE \(field.column) <> ''"
        return try read { try String.fetchAll($0, sql: "\(sql) ORDER BY \(field.column) COLLATE NOCASE LIMIT 1000") }
    }

    /// The largest integer in `field`, or nil.
    public func largest(of field: Field) throws(StoreError) -> Int? {
        let sql = "SELECT MAX(\(field.column)) FROM \(table.name) WHERE typeof(\(field.column)) = 'integer'"
        return try read { try Int.fetchOne($0, sql: sql) }
    }

    /// The same with pictures; only one record at a time is in memory.
    public func eachWhole(in rows: [Int64]? = nil, _ body: (Record) throws -> Void) throws(StoreError) {
        try eachRow(in: rows) { row, db in try body(table.whole(row, in: db)) }
    }

    /// The first 200 rejected elements of downloads and files, in order.
    public func rejected() throws(StoreError) -> [RejectedElement] {
        try storedRejected().map(\.element)
    }

    /// The records for which `isWanted`, called without the picture, returns true.
    public func whole(where isWanted: (Record) -> Bool) throws(StoreError) -> [Record] {
        var found: [Record] = []
        try eachRow { row, db in
            if isWanted(table.record(row).record) { found.append(try table.whole(row, in: db)) }
        }
        return found
    }

    /// The existing records among `rows`, without pictures, from one snapshot.
    public func stored(_ rows: [Int64]) throws(StoreError) -> [StoredRecord] {
        try read { db in try rows.compactMap { try table.stored(row: $0, in: db) } }
    }
}
