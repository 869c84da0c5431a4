import DirectoryModel
import GRDB

/// The table that keeps the text of every record, so that a start reads the texts instead of composing them.
///
/// A text is valid where the record still has the hash it was made of, and where this program would make the same text.
/// The reader that finds one missing makes it.
struct SearchTextTable<R: DirectoryRecord>: Sendable {
    let name = "\(R.collection.name)_text"
    private let insertSQL = "INSERT OR REPLACE INTO \(R.collection.name)_text VALUES (?, ?, ?, ?, ?)"

    static var create: String {
        """
        CREATE TABLE IF NOT EXISTS \(R.collection.name)_text (
            row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
            summary TEXT NOT NULL)
        """
    }

    func write(_ text: SearchText, hash: Int64, row: Int64, in db: Database) throws {
        var values = EncodedValues(capacity: text.title.count + text.summary.count + 64)
        values.append(row)
        values.append(hash)
        values.append(SearchText.version)
        text.append(to: &values)
        try FastStatement(insertSQL, in: db).run(values)
    }

    /// The texts of all records, in row order; one that is missing or not valid is made.
    func texts(in db: Database) throws -> SearchTexts {
        let table = RecordTable<R>()
        var texts = SearchTexts()
        let sql = """
            SELECT r.row, r.hash, t.title, t.summary FROM \(R.collection.name) r
            LEFT JOIN \(name) t ON t.row = r.row AND t.hash = r.hash AND t.version = \(SearchText.version) ORDER BY r.row
            """
        try FastStatement(sql, in: db).each { line in
            let (row, hash) = (line.number(0), line.number(1))
            texts.rows.append(row)
            texts.hashes.append(hash)
            if let title = line.bytes(2), let summary = line.bytes(3) {
                texts.titles.append(folded: title)
                texts.summaries.append(folded: summary)
                return
            }
            let made = try table.stored(row: row, in: db).map { SearchText(of: $0.record) }
            texts.titles.append(folded: made?.title ?? [])
            texts.summaries.append(folded: made?.summary ?? [])
            if let made { texts.made.append(SearchTexts.Made(row: row, hash: hash, text: made)) }
        }
        texts.revision = try Schema.revision(of: R.collection, in: db)
        return texts
    }
}
