import DirectoryModel
import GRDB

/// The folded texts of a collection's records, in row order. They are composed when a search needs them, in the language
/// of the program.
struct SearchTexts: Sendable {
    private let table: RecordTable
    private(set) var rows: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
    private var revision: Int64 = -1

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
            rows = try Int64.fetchAll(db, sql: "SELECT row FROM \(table.name) ORDER BY row")
            columns = [:]
            revision = now
        }
        for column in Set(wanted) where columns[column] == nil {
            if let key = column.fieldKey {
                columns[column] = try texts(of: column, table.definition.field(key), in: db)
            } else {
                try loadNamesAndValues(in: db)
            }
            guard columns[column]?.count == rows.count else { throw StoreError.damaged }
        }
        return isChanged
    }

    private mutating func loadNamesAndValues(in db: Database) throws {
        var (titles, summaries) = (TextColumn(), TextColumn())
        // Composing takes longer than reading.
        try table.each(in: db) {
            (title: $0.searchedName, summary: $0.searchedText)
        } _: { text in
            titles.append(text.title)
            summaries.append(text.summary)
        }
        columns[.title] = titles
        columns[.summary] = summaries
    }

    private func texts(of column: SearchColumn, _ field: Field, in db: Database) throws -> TextColumn {
        var texts = TextColumn()
        let isWholeList = column == .whole(field.key) && field.editor == .list
        // A picture only counts as there or not.
        let value = field.isPicture ? "CASE WHEN picture THEN '1' ELSE '' END" : "\"\(field.key)\""
        let rows = try Row.fetchCursor(db, sql: "SELECT \(value) FROM \(table.name) ORDER BY row")
        while let row = try rows.next() {
            let text: String = row[0] ?? ""
            let value = isWholeList ? text.replacing(FieldValue.listSeparator, with: ", ") : text
            texts.append(column.text(stored: value, of: field))
        }
        return texts
    }
}
