import ClassAPI
import DirectoryModel
import GRDB
import Language

/// What search by name and free text looks at in a record, folded.
struct SearchText: Equatable {
    let title: String
    let summary: String

    init(title: String, summary: String) { (self.title, self.summary) = (title, summary) }

    init<R: DirectoryRecord>(of record: R) {
        title = Folding.text(record.displayName)
        summary = Folding.text(record.summary)
    }

    /// Differs where this program makes other texts of the same records: sentences are in somebody's language. Raise
    /// the number where sentences or folding change.
    static let version: Int64 = {
        var hash = ContentHash()
        hash.add("1 \(Localization.tag)")
        return hash.number()
    }()
}

/// The table that keeps the text of every record, so that a start reads it and composes nothing.
///
/// A text counts where the record still has the hash it was made of, and where this program would make the same. Whoever
/// finds one missing makes it.
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
        try FastStatement(insertSQL, in: db).run([
            row.databaseValue, hash.databaseValue, SearchText.version.databaseValue, text.title.databaseValue,
            text.summary.databaseValue,
        ])
    }

    /// Hands every record to `body` in row order: its row, its hash, and its text where that counts.
    func each(in db: Database, _ body: (Int64, Int64, SearchText?) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.row, r.hash, t.title, t.summary FROM \(R.collection.name) r
                LEFT JOIN \(name) t ON t.row = r.row AND t.hash = r.hash AND t.version = ? ORDER BY r.row
                """, arguments: [SearchText.version])
        while let row = try rows.next() {
            let (title, summary) = (String.fromDatabaseValue(row[2]), String.fromDatabaseValue(row[3]))
            let text = title.flatMap { title in summary.map { SearchText(title: title, summary: $0) } }
            // In a damaged file a number may be anything.
            try body(Int64.fromDatabaseValue(row[0]) ?? 0, Int64.fromDatabaseValue(row[1]) ?? 0, text)
        }
    }
}
