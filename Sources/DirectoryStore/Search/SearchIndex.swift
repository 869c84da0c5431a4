public import DirectoryModel
import GRDB

/// Finds records by anything somebody types; reads the store's search texts when first asked, and again where the
/// revision is another.
///
/// An actor, so that scanning never holds up the window. The texts stay in the order rows came, one slot a row.
public actor SearchIndex<R: DirectoryRecord> {
    private let store: Store
    private var revision: Int64 = -1
    private var rows: [Int64] = []
    private var hashes: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
    private var previous: (conditions: [SearchQuery<R>.Condition], slots: [Int])?

    /// How many similar names are worth showing.
    private static var mostSimilar: Int { 50 }

    /// With more changed rows than this, reading all of them in one pass is faster.
    private static var mostReadSingly: Int { 1000 }

    public init(store: Store) { self.store = store }

    /// Reads what search by name and free text need, so that the first keystroke does not wait for it.
    public func prepare() throws(StoreError) {
        try refresh()
    }

    /// The rows that `query` finds now.
    public func search(_ query: SearchQuery<R>) throws(StoreError) -> SearchHits {
        guard query.problem == nil else { return SearchHits(exact: BitSet(upTo: 0), ranks: [:], similar: []) }
        guard !query.isEmpty else { return SearchHits(exact: nil, ranks: [:], similar: []) }
        try refresh()
        try load(query.conditions.map(\.column))
        var slots = matching(query.conditions)
        previous = (query.conditions, slots)
        if let alternative = query.alternative { slots += matching([alternative]) }
        if slots.isEmpty { slots = matching(query.otherwise) }
        let ranks = ranks(of: query.nameWords)
        var exact = BitSet(upTo: rows.max() ?? 0)
        for slot in slots { exact.insert(rows[slot]) }
        for row in ranks.keys { exact.insert(row) }
        return SearchHits(exact: exact, ranks: ranks, similar: similar(to: query.nameWords, except: exact))
    }

    // MARK: Searching

    private func matching(_ conditions: [SearchQuery<R>.Condition]) -> [Int] {
        var slots: [Int]? = narrowed(to: conditions)
        for condition in conditions {
            guard let column = columns[condition.column] else { return [] }
            if let some = slots {
                slots = some.filter { column.contains(condition.needle, at: $0) }
            } else {
                var found: [Int] = []
                column.scan(for: condition.needle) { found.append($0) }
                slots = found
            }
        }
        return slots ?? []
    }

    /// What the last search found, where this one only types on.
    private func narrowed(to conditions: [SearchQuery<R>.Condition]) -> [Int]? {
        guard let previous, previous.conditions.count == conditions.count else { return nil }
        let typesOn = zip(previous.conditions, conditions).allSatisfy {
            $0.column == $1.column && $1.needle.starts(with: $0.needle)
        }
        return typesOn ? previous.slots : nil
    }

    /// The rows whose name has a word that begins with each of `words`, and how well.
    private func ranks(of words: [[UInt8]]) -> [Int64: Int] {
        guard let longest = words.max(by: { $0.count < $1.count }), words.count <= Self.mostNameWords,
            let names = columns[.title]
        else { return [:] }
        var ranks: [Int64: Int] = [:]
        names.scan(for: longest) { slot in
            ranks[rows[slot]] = names.withText(at: slot) { FuzzyNameMatcher.rank(of: words, in: $0) }
        }
        return ranks
    }

    /// No name has more words than this.
    private static var mostNameWords: Int { 8 }

    private func similar(to words: [[UInt8]], except exact: BitSet) -> [Int64] {
        guard !words.isEmpty, words.count <= 4, let names = columns[.title] else { return [] }
        var found: [(distance: Int, row: Int64)] = []
        for slot in 0..<names.count where !exact.contains(rows[slot]) {
            if let distance = names.withText(at: slot, { FuzzyNameMatcher.distance(of: words, to: $0) }) {
                found.append((distance, rows[slot]))
            }
        }
        return found.sorted { $0.distance < $1.distance }.prefix(Self.mostSimilar).map(\.row)
    }

    // MARK: Keeping right

    /// Looks whether the store changed; texts of rows that did not are kept as they are.
    private func refresh() throws(StoreError) {
        guard try store.revision(of: R.self) != revision else { return }
        previous = nil
        let old = Dictionary(zip(rows, zip(rows.indices, hashes))) { $1 }
        let now = try store.rowsAndHashes(R.self)
        let changed = zip(now.rows, now.hashes).count { old[$0.0]?.1 != $0.1 }
        guard changed <= Self.mostReadSingly, let titles = columns[.title], let summaries = columns[.summary] else {
            return try readAll()
        }
        var (newTitles, newSummaries) = (TextColumn(), TextColumn())
        for (row, hash) in zip(now.rows, now.hashes) {
            if let (slot, oldHash) = old[row], oldHash == hash {
                newTitles.append(slot: slot, of: titles)
                newSummaries.append(slot: slot, of: summaries)
            } else {
                let text = try store.stored(R.self, row: row).map { SearchText(of: $0.record) }
                newTitles.append(folded: text?.title ?? "")
                newSummaries.append(folded: text?.summary ?? "")
            }
        }
        columns = [.title: newTitles, .summary: newSummaries]
        (rows, hashes, revision) = (now.rows, now.hashes, now.revision)
    }

    /// Reads every text there is and makes those that are missing, which are kept for the next start.
    private func readAll() throws(StoreError) {
        var (titles, summaries) = (TextColumn(), TextColumn())
        var made: [(row: Int64, hash: Int64, text: SearchText)] = []
        (rows, hashes) = ([], [])
        revision = try store.eachSearchText(R.self) { row, hash, text, make in
            var text = text
            if text == nil, let new = try make() {
                made.append((row, hash, new))
                text = new
            }
            rows.append(row)
            hashes.append(hash)
            titles.append(folded: text?.title ?? "")
            summaries.append(folded: text?.summary ?? "")
        }
        columns = [.title: titles, .summary: summaries]
        guard !made.isEmpty else { return }
        let (store, texts) = (store, made)
        Task.detached(priority: .background) { store.keepSearchTexts(of: R.self, texts) }
    }

    /// Reads the texts of fields that were not needed before.
    private func load(_ wanted: [SearchColumn], tries: Int = 20) throws(StoreError) {
        for column in Set(wanted).subtracting(columns.keys) {
            guard case .field(let key) = column else { continue }
            let texts = try fieldColumn(key)
            guard texts.count == rows.count else {
                // Somebody was added or deleted between two looks, or else the file contradicts itself.
                if try store.revision(of: R.self) == revision { throw .damaged }
                guard tries > 1 else { throw .busy }
                try refresh()
                return try load(wanted, tries: tries - 1)
            }
            columns[column] = texts
        }
    }

    /// One field's texts, read from its column alone.
    private func fieldColumn(_ key: String) throws(StoreError) -> TextColumn {
        var texts = TextColumn()
        guard let field = R.field(named: key) else { return texts }
        try store.eachValue(R.self, of: field) { texts.append(Self.text($0, of: field)) }
        return texts
    }

    /// What a field's column says of a text that is stored in it.
    private static func text(_ text: String, of field: Field<R>) -> String {
        guard let words = field.beginnings(text) else { return field.searched(text) }
        let start = String(Unicode.Scalar(SearchColumn.start))
        return words.map { start + $0 }.joined()
    }
}

extension Store {
    /// Every row and its hash, in row order, and the revision they belong to.
    fileprivate func rowsAndHashes<R: DirectoryRecord>(
        _ type: R.Type
    ) throws(StoreError) -> (rows: [Int64], hashes: [Int64], revision: Int64) {
        try read { db in
            var (rows, hashes): ([Int64], [Int64]) = ([], [])
            let cursor = try Row.fetchCursor(db, sql: "SELECT row, hash FROM \(R.collection.name) ORDER BY row")
            while let row = try cursor.next() {
                // In a damaged file a number may be anything.
                rows.append(Int64.fromDatabaseValue(row[0]) ?? 0)
                hashes.append(Int64.fromDatabaseValue(row[1]) ?? 0)
            }
            return (rows, hashes, try Schema.revision(of: R.collection, in: db))
        }
    }

    /// Hands every row in order to `body`, with its hash, its text where that is kept, and what makes it.
    /// - Returns: the revision they belong to.
    fileprivate func eachSearchText<R: DirectoryRecord>(
        _ type: R.Type, _ body: (Int64, Int64, SearchText?, () throws -> SearchText?) throws -> Void
    ) throws(StoreError) -> Int64 {
        try read { db in
            let table = RecordTable<R>()
            try SearchTextTable<R>().each(in: db) { row, hash, text in
                try body(row, hash, text) { try table.stored(row: row, in: db).map { SearchText(of: $0.record) } }
            }
            return try Schema.revision(of: R.collection, in: db)
        }
    }

    /// Keeps texts for the next start; where that fails, they are made again.
    fileprivate func keepSearchTexts<R: DirectoryRecord>(
        of type: R.Type, _ made: [(row: Int64, hash: Int64, text: SearchText)]
    ) {
        guard whyReadOnly == nil else { return }
        try? pool.write { db in
            let texts = SearchTextTable<R>()
            for (row, hash, text) in made { try texts.write(text, hash: hash, row: row, in: db) }
        }
    }
}
