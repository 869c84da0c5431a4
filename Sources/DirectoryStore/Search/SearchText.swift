import ClassAPI
import DirectoryModel
import GRDB
import Language

/// The folded texts of a record that search compares, as UTF-8.
struct SearchText: Equatable, Sendable {
    let title: [UInt8]
    let summary: [UInt8]

    func append(to values: inout EncodedValues) {
        for text in [title, summary] { values.appendText { $0.append(contentsOf: text) } }
    }

    /// Changes with the language and with the way texts are composed. Increment the number when sentences or folding
    /// change.
    static let version: Int64 = {
        var hash = ContentHash()
        hash.add("4 \(Localization.tag)")
        return hash.number()
    }()
}

/// The search texts of a collection, in row order.
struct SearchTexts: Sendable {
    var rows: [Int64] = []
    var hashes: [Int64] = []
    var titles = TextColumn()
    var summaries = TextColumn()
    /// The texts that were not stored.
    var made: [(row: Int64, hash: Int64, text: SearchText)] = []
    var revision: Int64 = 0
}

/// The stored search texts, which make starting faster.
///
/// A text is valid for its record's hash and `SearchText.version`. A reader composes missing ones.
struct SearchTextTable<R: DirectoryRecord>: Sendable {
    let name = "\(R.collection.name)_text"
    private let insertSQL = "INSERT OR REPLACE INTO \(R.collection.name)_text VALUES (?, ?, ?, ?, ?)"
    // Stored properties, because bulk writes use them a million times.
    private let title = R.definition.presentation.name
    private let parts = R.definition.searchTexts

    static var create: String {
        """
        CREATE TABLE IF NOT EXISTS \(R.collection.name)_text (
            row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
            summary TEXT NOT NULL)
        """
    }

    /// The folded texts of a record. Parts are folded one by one, which is fast for those in ASCII.
    func text(of record: R) -> SearchText {
        var summary: [UInt8] = []
        summary.reserveCapacity(Self.typicalLength)
        for part in parts { SearchColumn.append(part(record.record), to: &summary) }
        return SearchText(title: R.searchedName(title(record.record), of: record), summary: summary)
    }

    /// The bytes that the summaries of most records fit in.
    private static var typicalLength: Int { 256 }

    func write(_ text: SearchText, hash: Int64, row: Int64, in db: Database) throws {
        var values = EncodedValues(capacity: text.title.count + text.summary.count + 64)
        values.append(row)
        values.append(hash)
        values.append(SearchText.version)
        text.append(to: &values)
        try FastStatement(insertSQL, in: db).run(values)
    }

    /// The texts of all records, in row order.
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
            let made = try table.stored(row: row, in: db).map { self.text(of: $0.record) }
            texts.titles.append(folded: made?.title ?? [])
            texts.summaries.append(folded: made?.summary ?? [])
            if let made { texts.made.append((row, hash, made)) }
        }
        texts.revision = try Schema.revision(of: R.collection, in: db)
        return texts
    }
}
