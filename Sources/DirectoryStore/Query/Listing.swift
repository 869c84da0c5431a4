import DirectoryModel
public import Foundation
import GRDB
import Language

/// The rows of a list in order, divided into sections.
public struct Listing: Equatable, Sendable {
    /// A section of the list, with its title and number of rows.
    public struct Section: Equatable, Sendable {
        public let title: String
        public let count: Int
    }

    public let sections: [Section]
    /// The rows of the store, in order.
    public let rows: [Int64]
    /// Changes with the content of any row.
    public let revision: Int64

    public static let empty = Listing(sections: [], rows: [], revision: 0)

    /// The list with only the rows for which `isWanted` returns true, without empty sections.
    public func filtered(_ isWanted: (Int64) -> Bool) -> Listing {
        listing(of: matches(untitled: "") { isWanted(rows[$0]) })
    }

    /// The rows in `hits`: matching names first, best first, then the others in their sections, then those that have
    /// only the words of the text, then similar names.
    public func found(by hits: SearchHits) -> Listing {
        guard let grades = hits.graded(rows) else { return self }
        func indices(_ wanted: Range<UInt16>) -> [Int] {
            grades.indices.filter { wanted ~= grades[$0] }.sorted { (grades[$0], $0) < (grades[$1], $1) }
        }
        let best = indices(1..<SearchHits.text)
        // If nothing contains the text itself, rows with its words match.
        let hasText = !best.isEmpty || grades.contains(SearchHits.text)
        var parts = [(translated("Best Matches"), best)]
        let wanted = hasText ? SearchHits.text : SearchHits.allTerms
        parts += matches(untitled: best.isEmpty ? "" : translated("Other Matches")) { grades[$0] == wanted }
        if hasText {
            parts.append((translated("All Words Found"), grades.indices.filter { grades[$0] == SearchHits.allTerms }))
        }
        parts.append((translated("Similar Names"), indices(SearchHits.similar..<UInt16.max)))
        return listing(of: parts)
    }

    /// The title of each section, and the indices in it for which `isWanted` returns true.
    /// - Parameter untitled: the title of a section without one.
    private func matches(untitled: String, where isWanted: (Int) -> Bool) -> [(String, [Int])] {
        var start = 0
        return sections.map { section in
            // Not all rows of the last section may be listed.
            let indices = start..<min(start + section.count, rows.count)
            start = indices.upperBound
            return (section.title.isEmpty ? untitled : section.title, indices.filter(isWanted))
        }
    }

    private func listing(of parts: [(title: String, indices: [Int])]) -> Listing {
        Listing(
            sections: parts.filter { !$0.indices.isEmpty }.map { Section(title: $0.title, count: $0.indices.count) },
            rows: parts.flatMap { part in part.indices.map { rows[$0] } }, revision: revision)
    }
}

extension StoredCollection {
    /// The list at `now`.
    public func listing(_ arrangement: ListArrangement, on now: Date = Date()) throws(StoreError) -> Listing {
        try read { try SelectStatement(table, arrangement, on: now).listing(in: $0) }
    }

    /// The list.
    /// - Parameter now: returns the time for sections that depend on the clock.
    public func listQuery(
        _ arrangement: ListArrangement, now: @escaping @Sendable () -> Date
    ) -> StoreQuery<Listing> {
        StoreQuery(store: store) { [table] in try SelectStatement(table, arrangement, on: now()).listing(in: $0) }
    }
}

extension SelectStatement {
    /// The list, or its first `count` rows; the last section then counts rows that are not listed.
    fileprivate func listing(first count: Int? = nil, in db: Database) throws -> Listing {
        var rows: [Int64] = []
        var sections: [(key: String, count: Int)] = []
        let limit = count.map { " LIMIT \($0)" } ?? ""
        let found = try Row.fetchCursor(db, sql: self.rows + limit, arguments: StatementArguments(arguments))
        while let row = try found.next() {
            rows.append(try row.decode(atIndex: 0))
            let key: String = row[1] ?? ""
            if sections.last?.key != key { sections.append((key, 0)) }
            sections[sections.count - 1].count += 1
        }
        if count != nil, let last = sections.last {
            let arguments = StatementArguments(arguments + [last.key.databaseValue])
            sections[sections.count - 1].count = try Int.fetchOne(db, sql: sizeOfSection, arguments: arguments) ?? 0
        }
        return Listing(
            sections: sections.map { Listing.Section(title: SectionKey(stored: $0.key).title, count: $0.count) },
            rows: rows, revision: try Schema.revision(of: table.definition.collection, in: db))
    }
}

/// How a list is divided, sorted and filtered.
public struct ListArrangement: Equatable, Sendable {
    /// The ID of a grouping.
    public var grouping: String
    /// The ID of an order.
    public var order: String
    /// The ID of a saved query, or "".
    public var query: String

    /// The key of a field to sort by, without sections, or "".
    public var column: String
    public var isDescending: Bool

    public init(
        grouping: String = "", order: String = "", query: String = "", column: String = "", isDescending: Bool = false
    ) {
        self.column = column
        self.isDescending = isDescending
        self.grouping = grouping
        self.order = order
        self.query = query
    }
}

extension StoredCollection {
    /// The first `count` rows of the list, which are read much faster than all, and how many it has. The last section's
    /// `count` includes rows that are not listed.
    /// - Returns: nil if the list has no more than `limit` rows, or is not the whole collection.
    public func firstRows(
        _ arrangement: ListArrangement, on now: Date = Date(), count: Int, ofMoreThan limit: Int
    ) throws(StoreError) -> (listing: Listing, total: Int)? {
        let select = SelectStatement(table, arrangement, on: now)
        guard select.selectsAll else { return nil }
        return try read { db in
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0
            guard total > max(limit, count) else { return nil }
            return (try select.listing(first: count, in: db), total)
        }
    }
}
