public import DirectoryModel
public import Foundation
import GRDB

extension Store {
    /// The record with `key`, including its picture, or nil.
    public func find<R: DirectoryRecord>(_ type: R.Type, key: Int) throws(StoreError) -> R? {
        let table = RecordTable<R>()
        return try read { db in
            if let found = try table.whole(key: key, in: db) { return found }
            try table.checkAbsence(of: key, in: db)
            return nil
        }
    }

    /// The same with a reusable `table`.
    func find<R: DirectoryRecord>(in table: RecordTable<R>, key: Int) throws(StoreError) -> R? {
        try read { try table.whole(key: key, in: $0) }
    }

    /// The rows of the existing records among `keys`.
    public func rows<R: DirectoryRecord>(of type: R.Type, keys: [Int]) throws(StoreError) -> [Int64] {
        try column("row", of: type, whose: R.fields[0].key, isAmong: keys.map(Int64.init))
    }

    /// The keys of the existing records among `rows`.
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

    /// The record in `row`, without its picture, or nil.
    public func stored<R: DirectoryRecord>(_ type: R.Type, row: Int64) throws(StoreError) -> StoredRecord<R>? {
        try read { try RecordTable<R>().stored(row: row, in: $0) }
    }

    /// The bytes of the picture in `row`, or nil.
    public func picture<R: DirectoryRecord>(of type: R.Type, row: Int64) throws(StoreError) -> Data? {
        try read { try RecordTable<R>().picture(row: row, in: $0)?.data }
    }

    /// The number of records.
    public func count<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(R.collection.name)") ?? 0 }
    }

    /// Passes every record, without pictures, to `body` in the order they were added.
    /// - Parameter rows: the rows of the records; nil for all.
    public func each<R: DirectoryRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (StoredRecord<R>) throws -> Void
    ) throws(StoreError) {
        try eachRow(type, in: rows) { table, row, _ in try body(table.record(row)) }
    }

    private func eachRow<R: DirectoryRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (RecordTable<R>, Row, Database) throws -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let sql = "SELECT \(table.selection) FROM \(table.name)\(Self.condition(rows)) ORDER BY row"
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() { try body(table, row, db) }
        }
    }

    /// Compares every record and picture with its hash.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    public func verify<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) {
        try eachRow(type) { table, row, db in try table.check(row, in: db) }
    }

    /// The WHERE clause that selects these rows; nil selects all.
    static func condition(_ rows: [Int64]?) -> String {
        rows.map { " WHERE row IN (SELECT value FROM json_each('[\($0.map(String.init).joined(separator: ","))]'))" }
            ?? ""
    }

    /// Passes the column of `field` to `body` in the order records were added.
    func eachValue<R: DirectoryRecord>(
        _ type: R.Type, of field: Field, _ body: (String) -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        // A picture only counts as there or not.
        let column =
            field.isPicture ? "CASE WHEN picture THEN '1' ELSE '' END" : "CAST(\"\(field.key)\" AS TEXT)"
        try read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(column) FROM \(table.name) ORDER BY row")
            while let row = try rows.next() { body(row[0] ?? "") }
        }
    }

    /// The distinct values of `field`, sorted, without empty ones; 1,000 at most.
    public func distinctValues<R: DirectoryRecord>(_ type: R.Type, of field: Field) throws(StoreError) -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT "\(field.key)" FROM \(R.collection.name) WHERE "\(field.key)" <> ''
                    ORDER BY "\(field.key)" COLLATE NOCASE LIMIT 1000
                    """)
        }
    }

    /// The largest integer in `field`, or nil.
    public func largest<R: DirectoryRecord>(_ type: R.Type, of field: Field) throws(StoreError) -> Int? {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT MAX("\(field.key)") FROM \(R.collection.name) WHERE typeof("\(field.key)") = 'integer'
                    """)
        }
    }

    /// The same with pictures; only one record at a time is in memory.
    public func eachWhole<R: DirectoryRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (R) throws -> Void
    ) throws(StoreError) {
        try eachRow(type, in: rows) { table, row, db in try body(table.whole(row, in: db)) }
    }

    /// The first 200 rejected elements of downloads and files, in order.
    public func rejected<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [RejectedElement] {
        try storedRejected(type).map(\.element)
    }

    /// The records for which `isWanted`, called without the picture, returns true.
    public func whole<R: DirectoryRecord>(
        _ type: R.Type, where isWanted: (R) -> Bool
    ) throws(StoreError) -> [R] {
        var found: [R] = []
        try eachRow(type) { table, row, db in
            if isWanted(table.record(row).record) { found.append(try table.whole(row, in: db)) }
        }
        return found
    }
}

/// Reads records repeatedly without preparing the table each time.
public struct RecordReader<R: DirectoryRecord>: Sendable {
    private let store: Store
    private let table = RecordTable<R>()

    public init(store: Store) { self.store = store }

    /// The existing records among `rows`, without pictures, from one snapshot.
    public func stored(_ rows: [Int64]) throws(StoreError) -> [StoredRecord<R>] {
        try store.read { db in try rows.compactMap { try table.stored(row: $0, in: db) } }
    }
}

extension Store {
    /// Calls `onChange` with the number of records in each collection, by its name, now and after every change.
    @MainActor
    public func observeCounts(
        of types: [any DirectoryRecord.Type], onChange: @escaping @MainActor ([String: Int]) -> Void
    ) -> StoreObservation {
        let names = types.map { $0.collection.name }
        let observation = ValueObservation.tracking { db in
            var counts: [String: Int] = [:]
            for name in names { counts[name] = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name)") }
            return counts
        }.removeDuplicates()
        return StoreObservation(
            observation.start(in: pool, scheduling: .immediate, onError: { _ in }, onChange: onChange))
    }
}

extension Store {
    /// How many bytes are available to this user on the store's disk, or nil.
    public var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(sandbox.path(percentEncoded: false), &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? nil : Int(clamping: bytes)
    }
}

extension Store {
    /// Passes records to `body` as JSON, in parts of about a quarter of a megabyte with their number of records and their
    /// piece. Commas and line breaks separate the records of a part.
    /// - Parameters:
    ///   - rows: the rows of the records; nil for all.
    ///   - copy: if all records are passed, returns the JSON of a piece whose records need not be read, or nil for others;
    ///     without it there are no pieces.
    /// - Throws: `StoreError.damagedRecord` for the first record that is read and does not match its hash; `.damaged` if a
    ///   row is missing.
    func eachJSON<R: DirectoryRecord>(
        of type: R.Type, in rows: [Int64]?, copying copy: ((RowPiece) -> [UInt8]?)? = nil,
        _ body: (_ json: [UInt8], _ count: Int, _ piece: RowPiece?) throws -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        let writer = RowJSON(table)
        try read { db in
            let conversion = OrderedParallelMap(maxBytes: 8 << 20) { (piece: RowPiece?, part: JSONPart) in
                (piece, writer.json(of: part))
            }
            func use(_ piece: RowPiece?, _ json: (bytes: [UInt8], count: Int, damaged: Int64?)) throws {
                if let damaged = json.damaged { try table.refuse(row: damaged, in: db) }
                try body(json.bytes, json.count, piece)
            }
            /// Converts what a statement selects, and returns how many rows that were.
            func convert(_ statement: FastStatement, of piece: RowPiece?) throws -> Int {
                var (rows, bytes, count): ([RawRow], Int, Int) = ([], 0, 0)
                func push() throws {
                    try conversion.push((piece, .rows(rows)), bytes: bytes, use)
                    count += rows.count
                    (rows, bytes) = ([], 0)
                }
                let bounds = piece.map { [$0.bounds.lowerBound, $0.bounds.upperBound].map(\.databaseValue) }
                try statement.each(bounds ?? []) { row in
                    let content = table.content(row)
                    rows.append(content)
                    bytes += content.byteCount
                    if rows.count >= 256 || bytes >= 256 << 10 { try push() }
                }
                if !rows.isEmpty { try push() }
                return count
            }
            if rows == nil, let copy {
                let statement = try FastStatement(table.contentSelection(" WHERE row BETWEEN ? AND ?"), in: db)
                let (rows, hashes) = try table.rowsAndHashes(in: db)
                for piece in RowPiece.pieces(of: rows, hashes: hashes) {
                    if let json = copy(piece) {
                        try conversion.push((piece, .copied(json, count: piece.count)), bytes: json.count, use)
                    } else if try convert(statement, of: piece) != piece.count {
                        throw StoreError.damaged
                    }
                }
            } else {
                _ = try convert(FastStatement(table.contentSelection(Self.condition(rows)), in: db), of: nil)
            }
            try conversion.finish(use)
        }
    }
}

/// Rows to convert at once, or the JSON of so many rows that was copied.
private enum JSONPart: Sendable {
    case rows([RawRow])
    case copied([UInt8], count: Int)
}

extension RowJSON {
    fileprivate func json(of part: JSONPart) -> (bytes: [UInt8], count: Int, damaged: Int64?) {
        switch part {
        case .rows(let rows): json(of: rows)
        case .copied(let json, let count): (json, count, nil)
        }
    }
}

extension RecordTable {
    /// Selects rows with pictures for `content(_:)`.
    func contentSelection(_ condition: String) -> String {
        let picture = "(SELECT content FROM \(pictureTable) c WHERE c.row = r.picture)"
        return "SELECT \(selection), \(picture) FROM \(name) r\(condition) ORDER BY row"
    }

    func content(_ row: FastRow) -> RawRow {
        var values = EncodedValues(capacity: Self.typicalRowSize)
        for index in columnFields.indices { values.append(row, index + 3) }
        return RawRow(
            row: row.number(0), hash: row.number(1), values: values,
            picture: PictureContent(row, columnFields.count + 3))
    }

    /// Throws `StoreError.damagedRecord` for a row that does not match its hash.
    func refuse(row: Int64, in db: Database) throws -> Never {
        let sql = "SELECT \(selection) FROM \(name) WHERE row = ?"
        if let row = try Row.fetchOne(db, sql: sql, arguments: [row]) { try check(row, in: db) }
        throw StoreError.damaged
    }
}
