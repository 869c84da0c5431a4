public import DirectoryModel
import GRDB

/// Finds records by text. It reads the search texts at the first search, and again when the revision changed.
///
/// It is an actor so that scanning never blocks the window. The texts are in row order, one slot per row.
public actor SearchIndex<R: DirectoryRecord> {
    private let store: Store
    private var revision: Int64 = -1
    /// The rows of the slots.
    private var rows: [Int64] = []
    private var hashes: [Int64] = []
    private var columns: [SearchColumn: TextColumn] = [:]
    /// The words of the summaries and of the names, until the next change.
    private var words: (summaries: WordIndex, names: WordIndex)?
    private var making: (revision: Int64, task: Task<Void, Never>)?
    private var previous: (conditions: [SearchQuery<R>.Condition], slots: SlotSet)?

    /// Writes the file of the texts once there is time.
    private var keeping: Task<Void, Never>?
    private let fewestKept: Int
    private let pause: Duration

    /// For more changed rows, reading everything in one pass is faster.
    private static var maxReadSingly: Int { 1000 }

    public init(store: Store) { self.init(store: store, fewestKept: Self.fewestIndexed, pause: .seconds(1)) }

    /// - Parameters:
    ///   - fewestKept: fewer texts are not written to a file.
    ///   - pause: how long the texts must stay the same before they are.
    init(store: Store, fewestKept: Int, pause: Duration) {
        (self.store, self.fewestKept, self.pause) = (store, fewestKept, pause)
    }

    /// Returns once the file of the texts is written, if it must be.
    func textsKept() async { await keeping?.value }

    /// Reads the texts and indexes their words, so that the first keystroke does not wait. Until the index exists,
    /// searches scan the texts.
    public func prepare() async throws(StoreError) {
        try refresh()
        makeWords()
        while let task = making?.task { await task.value }
    }

    /// The part of `listing` that `query` finds.
    public func search(_ query: SearchQuery<R>, in listing: Listing) throws(StoreError) -> Listing {
        listing.found(by: try search(query))
    }

    /// The rows that `query` finds; none if the task is canceled.
    public func search(_ query: SearchQuery<R>) throws(StoreError) -> SearchHits {
        guard !query.isEmpty else { return SearchHits(exact: nil) }
        guard query.problem == nil, !Task.isCancelled else { return SearchHits(exact: BitSet(upTo: 0)) }
        let marked = try marked(by: query.marks)
        guard query.hasText || marked.wanted == nil else { return SearchHits(exact: marked.wanted) }
        try refresh()
        makeWords()
        let found = try texts(found: query)
        let similar = similar(to: query.nameWords.first ?? [], except: found.all).filter(marked.contains)
        return SearchHits(
            exact: marked.part(of: found.all), apart: marked.part(of: found.apart), ranks: found.ranks, similar: similar
        )
    }

    /// How many members of a group are in the list, and how many hand-picked ones are not.
    public func count(group name: String) throws(StoreError) -> (present: Int, absent: Int) {
        guard let group = try store.group(name, of: R.self) else { return (0, 0) }
        let present = try search(SearchQuery("").inGroup(name)).exact?.count ?? 0
        return (present, group.isSmart ? 0 : max(0, group.members.count - present))
    }

    /// The rows whose texts meet the conditions, those of them that have only the words of a text, and how well names
    /// match.
    private func texts(
        found query: SearchQuery<R>
    ) throws(StoreError) -> (all: BitSet, apart: BitSet, ranks: NameRanks) {
        try load((query.conditions + query.excluded).map(\.column))
        var all = matching(query.conditions)
        previous = (query.conditions, all)
        var apart = query.phrase == nil ? SlotSet(below: rows.count) : all
        if let phrase = query.phrase { apart.subtract(slots(all, of: phrase)) }
        if let alternative = query.alternative {
            let others = slots(nil, of: alternative)
            all.formUnion(others)
            apart.subtract(others)
        }
        let (named, ranks) = ranks(of: query.nameWords)
        for condition in query.excluded { all.subtract(self.slots(all, of: condition)) }
        if let named {
            all.formUnion(named)
            apart.subtract(named)
        }
        return (BitSet(all, of: rows, upTo: largestRow), BitSet(apart, of: rows, upTo: largestRow), ranks)
    }

    // MARK: Marks

    /// The rows that marks want and do not want; nil for all, and none.
    private struct Marked {
        var wanted: BitSet?
        var unwanted: BitSet?

        func contains(_ row: Int64) -> Bool {
            wanted?.contains(row) != false && unwanted?.contains(row) != true
        }

        func part(of rows: BitSet) -> BitSet {
            var part = rows
            if let wanted { part.formIntersection(wanted) }
            if let unwanted { part.subtract(unwanted) }
            return part
        }
    }

    /// - Parameter groups: the smart groups that are being searched.
    private func marked(by marks: [SearchCondition], inside groups: Set<Int> = []) throws(StoreError) -> Marked {
        var marked = Marked()
        for mark in marks {
            let rows = try rows(with: mark.kind, inside: groups)
            if mark.isNot {
                marked.unwanted = marked.unwanted?.union(rows) ?? rows
            } else if marked.wanted == nil {
                marked.wanted = rows
            } else {
                marked.wanted?.formIntersection(rows)
            }
        }
        if let wanted = marked.wanted, let unwanted = marked.unwanted {
            marked = Marked(wanted: Marked(unwanted: unwanted).part(of: wanted))
        }
        return marked
    }

    private func rows(with kind: SearchCondition.Kind, inside groups: Set<Int>) throws(StoreError) -> BitSet {
        guard case .group(let name) = kind else { return Self.set(try store.rows(of: R.self, with: kind)) }
        guard let group = try store.group(name, of: R.self), !groups.contains(group.key) else { return Self.set([]) }
        guard group.isSmart else { return Self.set(try store.rows(of: R.self, keys: group.memberKeys)) }
        let query = SearchQuery<R>(group.search)
        guard query.problem == nil else { return Self.set([]) }
        let marked = try marked(by: query.marks, inside: groups.union([group.key]))
        if !query.hasText, let wanted = marked.wanted { return wanted }
        try refresh()
        return marked.part(of: try texts(found: query).all)
    }

    private static func set(_ rows: [Int64]) -> BitSet { BitSet(upTo: rows.max() ?? 0, rows) }

    // MARK: Searching

    private func matching(_ conditions: [SearchQuery<R>.Condition]) -> SlotSet {
        var slots: SlotSet? = narrowed(to: conditions)
        // The longest needle usually matches the fewest texts.
        let lengths = { (condition: SearchQuery<R>.Condition) in condition.needles.first?.count ?? 0 }
        for condition in conditions.sorted(by: { lengths($0) > lengths($1) }) {
            slots = self.slots(slots, of: condition)
        }
        return slots ?? SlotSet(allBelow: rows.count)
    }

    /// Those of `slots`, or of all if nil, that meet a condition.
    private func slots(_ slots: SlotSet?, of condition: SearchQuery<R>.Condition) -> SlotSet {
        guard let column = columns[condition.column] else { return SlotSet(below: rows.count) }
        if condition.isAbsence {
            var empty = slots ?? SlotSet(allBelow: rows.count)
            empty.keep { column.isEmpty(at: $0) }
            return empty
        }
        let words = condition.column == .summary ? words?.summaries : nil
        var found = SlotSet(below: rows.count)
        for needle in condition.needles {
            if let slots, slots.count <= rows.count / Self.many {
                found.formUnion(column.slots(slots, containing: needle))
            } else {
                found.formUnion(words?.slots(containing: needle, in: column) ?? column.slots(containing: needle))
            }
        }
        if let slots { found.formIntersection(slots) }
        return found
    }

    /// If more than 1/16 of the texts are left, searching all is faster than checking those one by one.
    private static var many: Int { 16 }

    /// The previous matches, if this search narrows them and they are few enough to check one by one.
    private func narrowed(to conditions: [SearchQuery<R>.Condition]) -> SlotSet? {
        guard let previous, previous.conditions.count <= conditions.count,
            previous.slots.count <= rows.count / Self.many
        else { return nil }
        let typesOn = zip(previous.conditions, conditions).allSatisfy { before, now in
            before.column == now.column && before.isAbsence == now.isAbsence
                && now.needles.allSatisfy { needle in before.needles.contains { needle.starts(with: $0) } }
        }
        return typesOn ? previous.slots : nil
    }

    /// The slots whose names have words that begin with those of a list, and how well they match.
    private func ranks(of spellings: [[[UInt8]]]) -> (named: SlotSet?, ranks: NameRanks) {
        var best: (named: SlotSet, ranks: [UInt16])?
        for (named, ranks) in spellings.compactMap({ nameRanks(of: $0) }) {
            guard var both = best else {
                best = (named, ranks)
                continue
            }
            // The best rank counts.
            named.each { slot in
                let rank = both.ranks[slot]
                both.ranks[slot] = rank == 0 ? ranks[slot] : min(rank, ranks[slot])
                return true
            }
            both.named.formUnion(named)
            best = both
        }
        guard let best else { return (nil, NameRanks()) }
        return (best.named, NameRanks(of: best.named, best.ranks, rows: rows, upTo: largestRow))
    }

    private func nameRanks(of words: [[UInt8]]) -> (named: SlotSet, ranks: [UInt16])? {
        let words = words.sorted { $0.count > $1.count }
        guard let longest = words.first, words.count <= Self.maxNameWords, let names = columns[.title],
            !words.contains(where: FuzzyNameMatcher.beginsNoWord)
        else { return nil }
        var (named, ranks) = names.ranks(of: longest)
        if words.count > 1 {
            let cores = named.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
            ranks.withUnsafeMutableBufferPointer {
                nonisolated(unsafe) let ranks = $0
                named.keep(on: cores) { slot in
                    let rank = names.withText(at: slot) { FuzzyNameMatcher.rank(of: words, in: $0) }
                    ranks[slot] = rank.map { UInt16($0) + 1 } ?? 0
                    return rank != nil
                }
            }
        }
        return (named, ranks)
    }

    private static var maxNameWords: Int { 8 }
    /// A single core compares fewer names faster.
    private static var fewestForAll: Int { 1 << 12 }

    /// The rows with names one typo away, if there are few exact matches.
    private func similar(to words: [[UInt8]], except exact: BitSet) -> [Int64] {
        guard FuzzyNameMatcher.mayBeMistyped(words), exact.count < FuzzyNameMatcher.maxSimilar else { return [] }
        let found = self.words?.names.slotsByDistance(from: words) ?? similarByScan(to: words)
        var similar: [Int64] = []
        for slots in found {
            slots.each { slot in
                if !exact.contains(rows[slot]) { similar.append(rows[slot]) }
                return similar.count < FuzzyNameMatcher.maxSimilar
            }
            if similar.count == FuzzyNameMatcher.maxSimilar { break }
        }
        return similar
    }

    private func similarByScan(to words: [[UInt8]]) -> [SlotSet] {
        guard let names = columns[.title], let word = words.first(where: FuzzyNameMatcher.isForgiven) else { return [] }
        let cores = names.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
        let found = ConcurrentParts.map(of: names.count, on: cores) { part in
            var found = [SlotSet(below: names.count), SlotSet(below: names.count)]
            names.eachText(at: part) { slot, name in
                guard FuzzyNameMatcher.mayContain(word, in: name),
                    let distance = FuzzyNameMatcher.distance(of: words, to: name)
                else { return }
                found[distance].insert(slot)
            }
            return found
        }
        return found.dropFirst().reduce(into: found[0]) { all, part in
            for distance in all.indices { all[distance].formUnion(part[distance]) }
        }
    }

    // MARK: Refreshing

    /// The largest row to size arrays for. In a damaged file a number may be anything.
    private var largestRow: Int64 { min(rows.last ?? 0, Int64(rows.count) * 16 + 1024) }

    /// Updates the texts if the store changed; texts of unchanged rows are kept.
    private func refresh() throws(StoreError) {
        guard try store.revision(of: R.self) != revision else { return }
        if revision < 0, let read = store.fileOfSearchTexts(R.self) {
            take(read)
            return try refresh()
        }
        (previous, words) = (nil, nil)
        making?.task.cancel()
        let now = try store.rowsAndHashes(R.self)
        let kept = keptSlots(now.rows, now.hashes)
        guard kept.count(where: { $0 == nil }) <= Self.maxReadSingly, let titles = columns[.title],
            let summaries = columns[.summary]
        else { return try readAll() }
        let searchTexts = SearchTextTable<R>()
        var (newTitles, newSummaries) = (TextColumn(), TextColumn())
        for (row, slot) in zip(now.rows, kept) {
            if let slot {
                newTitles.append(slot: slot, of: titles)
                newSummaries.append(slot: slot, of: summaries)
            } else {
                let text = try store.stored(R.self, row: row).map { searchTexts.text(of: $0.record) }
                newTitles.append(folded: text?.title ?? [])
                newSummaries.append(folded: text?.summary ?? [])
            }
        }
        take(
            SearchTexts(
                rows: now.rows, hashes: now.hashes, titles: newTitles, summaries: newSummaries, revision: now.revision))
        keepFile()
    }

    private func take(_ texts: SearchTexts) {
        columns = [.title: texts.titles, .summary: texts.summaries]
        (rows, hashes, revision) = (texts.rows, texts.hashes, texts.revision)
    }

    /// Writes the file for the next start, apart from the search.
    private func keepFile() {
        keeping?.cancel()
        guard let titles = columns[.title], let summaries = columns[.summary] else { return }
        let texts = SearchTexts(
            rows: rows, hashes: hashes, titles: titles, summaries: summaries, revision: revision)
        keeping = Task.detached(priority: .background) { [store, fewestKept, pause] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            store.keepFile(of: texts, R.self, fewest: fewestKept)
        }
    }

    /// Starts to index the words in the background, after a moment in which the first search has both cores.
    private func makeWords() {
        guard words == nil, making?.revision != revision, let texts = columns[.summary], let names = columns[.title],
            texts.count >= Self.fewestIndexed
        else { return }
        let task = Task.detached(priority: .utility) { [weak self, revision] in
            try? await Task.sleep(for: Self.moment)
            let made = WordIndex(of: texts, dividedBy: SearchColumn.divider).flatMap { summaries in
                WordIndex(of: names, dividedBy: UInt8(ascii: "-")).map { (summaries: summaries, names: $0) }
            }
            await self?.take(made, at: revision)
        }
        making = (revision, task)
    }

    private func take(_ made: (summaries: WordIndex, names: WordIndex)?, at revision: Int64) {
        if making?.revision == revision { making = nil }
        if revision == self.revision { words = made }
    }

    private static var moment: Duration { .milliseconds(300) }

    /// Fewer texts are scanned in less than a millisecond.
    private static var fewestIndexed: Int { 10_000 }

    /// The present slot of each of these sorted rows; nil if its text must be read.
    private func keptSlots(_ newRows: [Int64], _ newHashes: [Int64]) -> [Int?] {
        var slot = 0
        return zip(newRows, newHashes).map { row, hash in
            while slot < rows.count, rows[slot] < row { slot += 1 }
            return slot < rows.count && rows[slot] == row && hashes[slot] == hash ? slot : nil
        }
    }

    /// Reads all texts; missing ones are composed, and stored for the next start.
    private func readAll() throws(StoreError) {
        let read = try store.searchTexts(R.self)
        take(read)
        keepFile()
        guard !read.made.isEmpty else { return }
        let store = store
        Task.detached(priority: .background) { store.keepSearchTexts(of: R.self, read.made) }
    }

    /// Reads the columns that `wanted` adds.
    private func load(_ wanted: [SearchColumn], tries: Int = 20) throws(StoreError) {
        for column in Set(wanted).subtracting(columns.keys) {
            guard let texts = try texts(of: column) else { continue }
            guard texts.count == rows.count else {
                // A record was added or deleted between two reads, or the file is damaged.
                if try store.revision(of: R.self) == revision { throw .damaged }
                guard tries > 1 else { throw .busy }
                try refresh()
                return try load(wanted, tries: tries - 1)
            }
            columns[column] = texts
        }
    }

    /// The texts of one field; nil for `summary` and `title`.
    private func texts(of column: SearchColumn) throws(StoreError) -> TextColumn? {
        var texts = TextColumn()
        switch column {
        case .summary, .title: return nil
        case .field(let key), .whole(let key):
            guard let field = R.field(named: key) else { return texts }
            let isWholeList = column == .whole(key) && field.editor == .list
            try store.eachValue(R.self, of: field) { text in
                let value = isWholeList ? text.replacing(EncodedValues.listSeparator, with: ", ") : text
                texts.append(folded: column.text(stored: value, of: field))
            }
        }
        return texts
    }
}

extension Store {
    fileprivate func rowsAndHashes<R: DirectoryRecord>(
        _ type: R.Type
    ) throws(StoreError) -> (rows: [Int64], hashes: [Int64], revision: Int64) {
        try read { db in
            let (rows, hashes) = try RecordTable<R>().rowsAndHashes(in: db)
            return (rows, hashes, try Schema.revision(of: R.collection, in: db))
        }
    }

    fileprivate func searchTexts<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> SearchTexts {
        try read { try SearchTextTable<R>().texts(in: $0) }
    }

    fileprivate func keepSearchTexts<R: DirectoryRecord>(
        of type: R.Type, _ made: [(row: Int64, hash: Int64, text: SearchText)]
    ) {
        guard whyReadOnly == nil else { return }
        try? pool.write { db in
            let texts = SearchTextTable<R>()
            for made in made { try texts.write(made.text, hash: made.hash, row: made.row, in: db) }
        }
    }
}

/// The rows that a search found.
public struct SearchHits: Sendable {
    /// The rows that contain the text or its words, or have matching names; nil for an empty query.
    public let exact: BitSet?
    /// Those of them that have only the words of the text.
    let apart: BitSet
    /// How well names match, by row.
    public let ranks: NameRanks
    /// Rows with similar names, best first; empty if enough rows were found.
    public let similar: [Int64]

    init(
        exact: BitSet?, apart: BitSet = BitSet(upTo: 0), ranks: NameRanks = NameRanks(), similar: [Int64] = []
    ) {
        self.exact = exact
        self.apart = apart
        self.ranks = ranks
        self.similar = similar
    }
}
