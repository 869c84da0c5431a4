import DirectoryModel
import GRDB

/// The folded texts of a collection's records, in row order. They are composed when the first search needs them, in the
/// language of the program.
struct SearchTexts: Sendable {
    private let table: RecordTable
    private(set) var rows: [Int64] = []
    private var hashes: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
    private var revision: Int64 = -1
    /// The records whose names and values were read last.
    private var known = (rows: [Int64](), hashes: [Int64](), titles: TextColumn(), summaries: TextColumn())

    init(_ table: RecordTable) { self.table = table }

    /// The texts of `column`, which was loaded.
    subscript(column: SearchColumn) -> TextColumn { columns[column] ?? TextColumn() }

    /// Reads which records there are, and the columns of `wanted` that were not read since the last change.
    /// - Returns: true if anything changed.
    /// - Throws: `StoreError.damaged` if rows appeared or disappeared without a new revision.
    mutating func load(_ wanted: [SearchColumn], in db: Database) throws -> Bool {
        let now = try Schema.revision(of: table.definition.collection, in: db)
        let isChanged = now != revision
        if isChanged {
            (rows, hashes) = try table.rowsAndHashes(in: db)
            columns = [:]
            revision = now
        }
        for column in Set(wanted) where columns[column] == nil {
            if column.fieldKey == nil {
                try loadRecords(in: db)
            } else {
                columns[column] = try texts(of: column, in: db)
            }
            guard columns[column]?.count == rows.count else { throw StoreError.damaged }
        }
        return isChanged
    }

    /// Reads the names and values of records whose hashes are new.
    private mutating func loadRecords(in db: Database) throws {
        let old = known
        var index = 0
        let unchanged = zip(rows, hashes).map { row, hash -> Int? in
            while index < old.rows.count, old.rows[index] < row { index += 1 }
            return index < old.rows.count && old.rows[index] == row && old.hashes[index] == hash ? index : nil
        }
        let changed = zip(rows, unchanged).filter { $1 == nil }.map(\.0)
        var (titles, summaries) = (TextColumn(), TextColumn())
        var next = unchanged.startIndex
        // Appends the texts of unchanged rows up to the next changed one.
        func appendUnchanged() {
            while next < unchanged.endIndex, let index = unchanged[next] {
                titles.append(index, of: old.titles)
                summaries.append(index, of: old.summaries)
                next += 1
            }
        }
        try table.eachSearchText(in: changed.count < rows.count ? changed : nil, db) { title, summary in
            appendUnchanged()
            titles.append(title)
            summaries.append(summary)
            next += 1
        }
        appendUnchanged()
        columns[.title] = titles
        columns[.summary] = summaries
        known = (rows, hashes, titles, summaries)
    }

    private func texts(of column: SearchColumn, in db: Database) throws -> TextColumn {
        var texts = TextColumn()
        guard let key = column.fieldKey, let field = table.definition.field(named: key) else { return texts }
        let isWholeList = column == .whole(key) && field.editor == .list
        try table.eachValue(of: field, in: db) { text in
            let value = isWholeList ? text.replacing(EncodedValues.listSeparator, with: ", ") : text
            texts.append(column.text(stored: value, of: field))
        }
        return texts
    }
}

extension RecordTable {
    /// Passes the folded name and values of records to `body`, in row order.
    /// - Parameter rows: the rows of the records; nil for all.
    fileprivate func eachSearchText(
        in rows: [Int64]?, _ db: Database, _ body: (_ title: [UInt8], _ summary: [UInt8]) throws -> Void
    ) throws {
        // Composing takes longer than reading.
        let composed = OrderedParallelMap { (rows: [RawRow]) -> [([UInt8], [UInt8])] in
            rows.map { row in
                let record = self.record(of: row.values)
                return (record.searchedName, record.searchedText)
            }
        }
        func use(_ texts: [([UInt8], [UInt8])]) throws { for text in texts { try body(text.0, text.1) } }
        var some: [RawRow] = []
        let condition = rows == nil ? "" : " WHERE row IN (SELECT value FROM json_each(?))"
        let statement = try FastStatement("SELECT \(selection) FROM \(name)\(condition) ORDER BY row", in: db)
        try statement.each(rows.map { ["\($0)".databaseValue] } ?? []) { row in
            some.append(content(row, hasPicture: false))
            if some.count == 256 {
                try composed.push(some, use)
                some = []
            }
        }
        if !some.isEmpty { try composed.push(some, use) }
        try composed.finish(use)
    }

    /// Passes the column of `field` to `body` in row order.
    fileprivate func eachValue(of field: Field, in db: Database, _ body: (String) throws -> Void) throws {
        // A picture only counts as there or not.
        let column =
            field.isPicture ? "CASE WHEN picture THEN '1' ELSE '' END" : "CAST(\"\(field.key)\" AS TEXT)"
        let rows = try Row.fetchCursor(db, sql: "SELECT \(column) FROM \(name) ORDER BY row")
        while let row = try rows.next() { try body(row[0] ?? "") }
    }
}
