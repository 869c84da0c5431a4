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
    public func prepare() throws(StoreError) {
        try read { db in _ = try texts.column(.summary, in: db) }
    }

    /// The part of `listing` that `query` finds.
    public func search(_ query: SearchQuery, in listing: Listing) throws(StoreError) -> Listing {
        listing.found(by: try search(query))
    }

    /// The records that `query` finds; none if the task is canceled.
    public func search(_ query: SearchQuery) throws(StoreError) -> SearchHits {
        guard !query.isEmpty else { return .everything }
        guard query.problem == nil, !Task.isCancelled else { return .nothing }
        return try read { db in SearchHits(rows: texts.rows, grades: try grades(of: query, in: db)) }
    }

    /// How many members of a group are in the list, and how many hand-picked ones are not.
    public func count(group name: String) throws(StoreError) -> (present: Int, absent: Int) {
        guard let group = try collection.group(name) else { return (0, 0) }
        let present = try search(SearchQuery("", in: collection.definition).inGroup(name)).count
        return (present, group.isSmart ? 0 : max(0, group.members.count - present))
    }

    /// Runs `body` on a snapshot whose texts are not read yet, or are unchanged.
    private func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try collection.read { db in
            if try texts.update(in: db) { previous = nil }
            return try body(db)
        }
    }

    // MARK: Grades

    /// The grade of each record, as in `SearchHits`.
    /// - Parameter groups: the smart groups that contain the query.
    private func grades(of query: SearchQuery, inside groups: Set<Int> = [], in db: Database) throws -> [UInt16] {
        var grades = try query.hasText ? textGrades(of: query, in: db) : texts.rows.map { _ in SearchHits.text }
        for mark in query.marks {
            let isMarked = try isMarked(mark.kind, inside: groups, in: db)
            for index in grades.indices where isMarked[index] == mark.isNot { grades[index] = 0 }
        }
        return grades
    }

    /// For each record, true if `kind` describes it.
    private func isMarked(_ kind: SearchCondition.Kind, inside groups: Set<Int>, in db: Database) throws -> [Bool] {
        let table = collection.table
        guard case .group(let name) = kind else {
            return texts.rows.map(try table.rows(with: kind, in: db).contains)
        }
        let group = try table.groups(in: db).first { $0.isCalled(name) }
        guard let group, !groups.contains(group.key) else { return texts.rows.map { _ in false } }
        guard group.isSmart else { return texts.rows.map(try table.rows(keys: group.memberKeys, in: db).contains) }
        let query = SearchQuery(group.search, in: collection.definition)
        guard query.problem == nil else { return texts.rows.map { _ in false } }
        return try grades(of: query, inside: groups.union([group.key]), in: db).map { 1..<SearchHits.similar ~= $0 }
    }

    private func textGrades(of query: SearchQuery, in db: Database) throws -> [UInt16] {
        let matches = try matches(query.conditions, in: db)
        previous = (query.conditions, matches)
        var grades = matches.map { $0 ? SearchHits.text : 0 }
        if let phrase = query.phrase {
            let contains = try self.matches(phrase, among: matches, in: db)
            for index in grades.indices where matches[index] && !contains[index] { grades[index] = SearchHits.allWords }
        }
        if let alternative = query.alternative {
            let contains = try self.matches(alternative, in: db)
            for index in grades.indices where contains[index] { grades[index] = SearchHits.text }
        }
        for prefixes in query.nameParts {
            for (index, rank) in try nameRanks(of: prefixes, in: db).enumerated() where rank > 0 {
                grades[index] = grades[index] == 0 ? rank : min(grades[index], rank)
            }
        }
        for condition in query.excluded {
            let contains = try self.matches(condition, in: db)
            for index in grades.indices where contains[index] { grades[index] = 0 }
        }
        try addSimilar(to: query.nameParts.first ?? [], &grades, in: db)
        return grades
    }

    /// For each record, true if it meets all conditions.
    private func matches(_ conditions: [SearchQuery.Condition], in db: Database) throws -> [Bool] {
        var matches = narrowed(to: conditions)
        // Long needles usually match fewer texts.
        let lengths = { (condition: SearchQuery.Condition) in condition.needles.first?.count ?? 0 }
        for condition in conditions.sorted(by: { lengths($0) > lengths($1) }) {
            matches = try self.matches(condition, among: matches, in: db)
        }
        return matches ?? texts.rows.map { _ in true }
    }

    private func matches(
        _ condition: SearchQuery.Condition, among candidates: [Bool]? = nil, in db: Database
    ) throws -> [Bool] {
        let column = try texts.column(condition.column, in: db)
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
    private func nameRanks(of prefixes: [[UInt8]], in db: Database) throws -> [UInt16] {
        let prefixes = prefixes.sorted { $0.count > $1.count }
        guard let needle = prefixes.first, prefixes.count <= Self.maxNameParts,
            !prefixes.contains(where: FuzzyNameMatcher.beginsNoWord)
        else { return [] }
        let names = try texts.column(.title, in: db)
        let mayMatch = names.matches(needle)
        return names.grades { index, name in
            guard mayMatch[index] else { return nil }
            return FuzzyNameMatcher.rank(of: prefixes, in: name).map { UInt16($0) + 1 }
        }
    }

    private static var maxNameParts: Int { 8 }

    /// Adds the first names that are one typo away, if few records match.
    private func addSimilar(to wordStarts: [[UInt8]], _ grades: inout [UInt16], in db: Database) throws {
        guard FuzzyNameMatcher.mayBeMistyped(wordStarts),
            let word = wordStarts.first(where: FuzzyNameMatcher.isForgiven),
            grades.count(where: { $0 > 0 }) < FuzzyNameMatcher.maxSimilar
        else { return }
        let matched = grades
        let similar = try texts.column(.title, in: db).grades { index, name in
            guard matched[index] == 0, FuzzyNameMatcher.mayContain(word, in: name) else { return nil }
            return FuzzyNameMatcher.distance(of: wordStarts, to: name).map { SearchHits.similar + UInt16($0) }
        }
        let best = similar.indices.filter { similar[$0] > 0 }.sorted { (similar[$0], $0) < (similar[$1], $1) }
        for index in best.prefix(FuzzyNameMatcher.maxSimilar) { grades[index] = similar[index] }
    }
}
