public import DirectoryModel
import GRDB

/// Finds records by text. It reads their texts at the first search, and again after changes.
///
/// It is an actor so that scanning never blocks the window.
public actor SearchIndex {
    private let collection: StoredCollection
    private var texts: SearchTexts
    /// The last search's conditions, and which records met them.
    private var previous: (conditions: [SearchQuery.Condition], matches: [Bool])?

    public init(_ collection: StoredCollection) {
        self.collection = collection
        texts = SearchTexts(collection.table)
    }

    /// Reads the texts, so that the first keystroke does not wait.
    public func prepare() throws(StoreError) { try load([.title, .summary]) }

    /// The part of `listing` that `query` finds.
    public func search(_ query: SearchQuery, in listing: Listing) throws(StoreError) -> Listing {
        listing.found(by: try search(query))
    }

    /// The records that `query` finds; none if the task is canceled.
    public func search(_ query: SearchQuery) throws(StoreError) -> SearchHits {
        guard !query.isEmpty else { return .everything }
        guard query.problem == nil, !Task.isCancelled else { return .nothing }
        let search = try resolved(query)
        try load(search.columns)
        return SearchHits(rows: texts.rows, grades: grades(of: search))
    }

    /// How many members of a group are in the list, and how many hand-picked ones are not.
    public func count(group name: String) throws(StoreError) -> (present: Int, absent: Int) {
        guard let group = try collection.group(name) else { return (0, 0) }
        let present = try search(SearchQuery("", in: collection.definition).inGroup(name)).count
        return (present, group.isSmart ? 0 : max(0, group.members.count - present))
    }

    private func load(_ columns: [SearchColumn]) throws(StoreError) {
        var texts = texts
        let isChanged = try collection.read { try texts.load(columns, in: $0) }
        self.texts = texts
        if isChanged { previous = nil }
    }

    // MARK: Marks

    /// A query, and the rows that its marks describe.
    private struct ResolvedQuery {
        let query: SearchQuery
        var marks: [(mark: Mark, isNot: Bool)] = []

        /// The columns that it searches.
        var columns: [SearchColumn] {
            let names = query.nameWords.isEmpty ? [] : [SearchColumn.title]
            return marks.reduce(names + (query.conditions + query.excluded).map(\.column)) { columns, mark in
                if case .search(let search) = mark.mark { columns + search.columns } else { columns }
            }
        }
    }

    private enum Mark {
        case rows(Set<Int64>)
        /// The search of a smart group.
        indirect case search(ResolvedQuery)
    }

    /// - Parameter groups: the smart groups that contain the query.
    private func resolved(
        _ query: SearchQuery, inside groups: Set<Int> = []
    ) throws(StoreError) -> ResolvedQuery {
        var resolved = ResolvedQuery(query: query)
        for mark in query.marks { resolved.marks.append((try self.mark(mark.kind, inside: groups), mark.isNot)) }
        return resolved
    }

    private func mark(_ kind: SearchCondition.Kind, inside groups: Set<Int>) throws(StoreError) -> Mark {
        guard case .group(let name) = kind else { return .rows(Set(try collection.rows(with: kind))) }
        guard let group = try collection.group(name), !groups.contains(group.key) else { return .rows([]) }
        guard group.isSmart else { return .rows(Set(try collection.rows(keys: group.memberKeys))) }
        let query = SearchQuery(group.search, in: collection.definition)
        return query.problem == nil ? .search(try resolved(query, inside: groups.union([group.key]))) : .rows([])
    }

    /// For each record, true if `mark` describes it.
    private func isMarked(_ mark: Mark) -> [Bool] {
        switch mark {
        case .rows(let wanted): texts.rows.map(wanted.contains)
        case .search(let search): grades(of: search).map { 1..<SearchHits.similar ~= $0 }
        }
    }

    // MARK: Grades

    /// The grade of each record, as in `SearchHits`. The columns must be loaded.
    private func grades(of search: ResolvedQuery) -> [UInt16] {
        var grades =
            search.query.hasText ? textGrades(of: search.query) : texts.rows.map { _ in SearchHits.text }
        for (mark, isNot) in search.marks {
            let isMarked = isMarked(mark)
            for index in grades.indices where isMarked[index] == isNot { grades[index] = 0 }
        }
        return grades
    }

    private func textGrades(of query: SearchQuery) -> [UInt16] {
        let matches = matches(query.conditions)
        previous = (query.conditions, matches)
        var grades = matches.map { $0 ? SearchHits.text : 0 }
        if let phrase = query.phrase {
            let contains = self.matches(phrase, among: matches)
            for index in grades.indices where matches[index] && !contains[index] { grades[index] = SearchHits.words }
        }
        if let alternative = query.alternative {
            let contains = self.matches(alternative, among: nil)
            for index in grades.indices where contains[index] { grades[index] = SearchHits.text }
        }
        for prefixes in query.nameWords {
            for (index, rank) in nameRanks(of: prefixes).enumerated() where rank > 0 {
                grades[index] = grades[index] == 0 ? rank : min(grades[index], rank)
            }
        }
        for condition in query.excluded {
            let contains = self.matches(condition, among: nil)
            for index in grades.indices where contains[index] { grades[index] = 0 }
        }
        addSimilar(to: query.nameWords.first ?? [], &grades)
        return grades
    }

    /// For each record, true if it meets all conditions.
    private func matches(_ conditions: [SearchQuery.Condition]) -> [Bool] {
        var matches = narrowed(to: conditions)
        // Long needles usually match fewer texts.
        let lengths = { (condition: SearchQuery.Condition) in condition.needles.first?.count ?? 0 }
        for condition in conditions.sorted(by: { lengths($0) > lengths($1) }) {
            matches = self.matches(condition, among: matches)
        }
        return matches ?? texts.rows.map { _ in true }
    }

    private func matches(_ condition: SearchQuery.Condition, among candidates: [Bool]?) -> [Bool] {
        let column = texts[condition.column]
        if condition.isAbsence {
            return texts.rows.indices.map { column.isEmpty(at: $0) && candidates?[$0] != false }
        }
        let first = column.matches(condition.needles.first ?? [], among: candidates)
        return condition.needles.dropFirst().reduce(first) { found, needle in
            zip(found, column.matches(needle, among: candidates)).map { $0 || $1 }
        }
    }

    /// The records that the previous search found, if this search narrows it; or nil.
    private func narrowed(to conditions: [SearchQuery.Condition]) -> [Bool]? {
        guard let previous, previous.conditions.count <= conditions.count else { return nil }
        let isNarrower = zip(previous.conditions, conditions).allSatisfy { before, now in
            before.column == now.column && before.isAbsence == now.isAbsence
                && now.needles.allSatisfy { needle in before.needles.contains { needle.starts(with: $0) } }
        }
        return isNarrower ? previous.matches : nil
    }

    /// How well the words of each name begin with `prefixes`, plus 1; 0 if they do not.
    private func nameRanks(of prefixes: [[UInt8]]) -> [UInt16] {
        let prefixes = prefixes.sorted { $0.count > $1.count }
        guard let needle = prefixes.first, prefixes.count <= Self.maxNameWords,
            !prefixes.contains(where: FuzzyNameMatcher.beginsNoWord)
        else { return [] }
        let names = texts[.title]
        let mayMatch = names.matches(needle)
        return names.grades { index, name in
            guard mayMatch[index] else { return nil }
            return FuzzyNameMatcher.rank(of: prefixes, in: name).map { UInt16($0) + 1 }
        }
    }

    private static var maxNameWords: Int { 8 }

    /// Adds the first names that are one typo away, if few records match.
    private func addSimilar(to words: [[UInt8]], _ grades: inout [UInt16]) {
        guard FuzzyNameMatcher.mayBeMistyped(words), let word = words.first(where: FuzzyNameMatcher.isForgiven),
            grades.count(where: { $0 > 0 }) < FuzzyNameMatcher.maxSimilar
        else { return }
        let matched = grades
        let similar = texts[.title].grades { index, name in
            guard matched[index] == 0, FuzzyNameMatcher.mayContain(word, in: name) else { return nil }
            return FuzzyNameMatcher.distance(of: words, to: name).map { SearchHits.similar + UInt16($0) }
        }
        let best = similar.indices.filter { similar[$0] > 0 }.sorted { (similar[$0], $0) < (similar[$1], $1) }
        for index in best.prefix(FuzzyNameMatcher.maxSimilar) { grades[index] = similar[index] }
    }
}
