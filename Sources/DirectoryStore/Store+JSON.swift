import DirectoryModel
import Foundation
import GRDB

extension Store {
    /// Passes every record to `body` as JSON, in the order they were added: pieces of about half a megabyte, and how
    /// many records each has. A comma and a line break are between records.
    /// - Parameter rows: the rows of the records; nil for all.
    /// - Throws: `StoreError.damagedRecord` where a record is not what was written.
    func eachJSON<R: DirectoryRecord>(
        of type: R.Type, in rows: [Int64]? = nil, _ body: (_ json: [UInt8], _ count: Int) throws -> Void
    ) throws(StoreError) {
        let table = RecordTable<R>()
        let writer = RowJSON(table)
        try read { db in
            let conversion = OrderedConversion(mostBytes: 8 << 20) { writer.piece($0) }
            func use(_ piece: JSONPiece) throws {
                if let damaged = piece.damaged { try table.refuse(row: damaged, in: db) }
                try body(piece.json, piece.count)
            }
            var batch = RowBatch()
            try FastStatement(table.contentSelection(in: rows), in: db).each { row in
                batch.add(table.content(row))
                if batch.isFull {
                    try conversion.push(batch.rows, bytes: batch.bytes, use)
                    batch = RowBatch()
                }
            }
            if !batch.rows.isEmpty { try conversion.push(batch.rows, bytes: batch.bytes, use) }
            try conversion.finish(use)
        }
    }
}

extension RecordTable {
    /// The query for rows with their pictures, as `content(_:)` expects it.
    /// - Parameter rows: the rows; nil for all.
    func contentSelection(in rows: [Int64]? = nil) -> String {
        let picture = "CASE WHEN has_picture THEN (SELECT content FROM \(pictureTable) c WHERE c.row = r.row) END"
        return "SELECT \(selection), \(picture) FROM \(name) r\(Store.condition(rows)) ORDER BY row"
    }

    /// A copy of a row of `contentSelection`.
    func content(_ row: FastRow) -> RawRow {
        var values = EncodedValues(capacity: Self.usualSize)
        for index in columnFields.indices { values.append(row, index + 3) }
        return RawRow(
            row: row.number(0), hash: row.number(1), values: values,
            picture: PictureContent(row, columnFields.count + 3))
    }

    /// - Throws: `StoreError.damagedRecord` for a row that is not what was written.
    func refuse(row: Int64, in db: Database) throws -> Never {
        let sql = "SELECT \(selection) FROM \(name) WHERE row = ?"
        if let row = try Row.fetchOne(db, sql: sql, arguments: [row]) { try check(row, in: db) }
        throw StoreError.damaged
    }
}
