import DirectoryModel
import Foundation
import GRDB

/// The folded texts of a collection's records, in row order. They are read when a search needs them.
struct SearchTexts: Sendable {
    private let table: RecordTable
    private(set) var rows: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
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

    private mutating func loadNamesAndValues(in db: Database) throws {
        var (titles, summaries) = (TextColumn(), TextColumn())
        let fields = table.definition.translatedFields
        // They have few different values.
        var translations = fields.map { _ in [DatabaseValue: [UInt8]]() }
        let selection = ["search_name", "search_text"] + fields.map(\.column)
        let sql = "SELECT \(selection.joined(separator: ", ")) FROM \(table.name) ORDER BY row"
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            try row.withUnsafeData(atIndex: 0) { titles.append($0 ?? Data()) }
            var summary = try row.withUnsafeData(atIndex: 1) { Array($0 ?? Data()) }
            for (index, field) in fields.enumerated() {
                let value: DatabaseValue = row[index + 2]
                let text = translations[index][value] ?? folded(value, of: field)
                translations[index][value] = text
                if !summary.isEmpty, !text.isEmpty { summary.append(SearchColumn.divider) }
                summary += text
            }
            summaries.append(summary)
        }
        columns[.title] = titles
        columns[.summary] = summaries
    }

    /// The folded text of a field that reads differently in other languages.
    private func folded(_ value: DatabaseValue, of field: Field) -> [UInt8] {
        var record = Record(table.definition, key: 0)
        if let value = FieldValue(value, of: field) { record[field] = value }
        var text: [UInt8] = []
        SearchColumn.append(field.freeText(record), to: &text)
        return text
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
