import DirectoryModel
import GRDB

/// The folded texts of a collection's records, in row order. They are composed when a search needs them, in the language
/// of the program.
struct SearchTexts: Sendable {
    private let table: RecordTable
    private(set) var rows: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
    /// The names and summaries that were composed last, and their indices.
    private var composed = (indices: [RowVersion: Int](), titles: TextColumn(), summaries: TextColumn())
    private var revision: Int64 = -1

    init(_ table: RecordTable) { self.table = table }

    /// Reads which records there are, if they changed.
    /// - Returns: true if anything changed.
    mutating func update(in db: Database) throws -> Bool {
        let now = try Schema.revision(of: table.definition.collection, in: db)
        guard now != revision else { return false }
        rows = try Int64.fetchAll(db, sql: "SELECT row FROM \(table.name) ORDER BY row")
        columns = [:]
        revision = now
        return true
    }

    /// The texts of a column, which are read at its first use.
    /// - Throws: `StoreError.damaged` if rows appeared or disappeared without a new revision.
    mutating func column(_ column: SearchColumn, in db: Database) throws -> TextColumn {
        if let texts = columns[column] { return texts }
        if let key = column.fieldKey {
            columns[column] = try texts(of: column, table.definition.field(key), in: db)
        } else {
            try loadNamesAndValues(in: db)
        }
        guard let texts = columns[column], texts.count == rows.count else { throw StoreError.damaged }
        return texts
    }

    /// Composing takes longer than reading, so only new and changed records are composed.
    private mutating func loadNamesAndValues(in db: Database) throws {
        var (indices, titles, summaries) = ([RowVersion: Int](), TextColumn(), TextColumn())
        let known = composed
        try table.each(in: db) { version in
            known.indices[version].map { (title: known.titles[$0], summary: known.summaries[$0]) }
        } convert: {
            (title: $0.searchedName[...], summary: $0.searchedText[...])
        } _: { version, text in
            indices[version] = titles.count
            titles.append(text.title)
            summaries.append(text.summary)
        }
        composed = (indices, titles, summaries)
        columns[.title] = titles
        columns[.summary] = summaries
    }

    private func texts(of column: SearchColumn, _ field: Field, in db: Database) throws -> TextColumn {
        var texts = TextColumn()
        let isWholeList = column == .whole(field.key) && field.editor == .list
        // A picture only counts as there or not.
        let value = field.isPicture ? "CASE WHEN picture THEN '1' ELSE '' END" : field.column
        let rows = try Row.fetchCursor(db, sql: "SELECT \(value) FROM \(table.name) ORDER BY row")
        while let row = try rows.next() {
            let text: String = row[0] ?? ""
            let value = isWholeList ? text.replacing(FieldValue.listSeparator, with: ", ") : text
            texts.append(column.text(stored: value, of: field))
        }
        return texts
    }
}
