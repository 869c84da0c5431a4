public import DirectoryModel
public import Foundation
import GRDB
import Language

/// How a list is divided and sorted, and which of it is shown.
public struct ListArrangement: Equatable, Sendable {
    /// The id of one of the record's groupings.
    public var grouping: String
    /// The id of one of the record's orders.
    public var order: String
    /// The id of one of the record's saved queries, or "".
    public var query: String

    public init(grouping: String = "", order: String = "", query: String = "") {
        self.grouping = grouping
        self.order = order
        self.query = query
    }
}

/// A list as it stands: rows in order, divided into sections.
public struct Listing: Equatable, Sendable {
    /// A section and how many rows it has.
    public struct Section: Equatable, Sendable {
        public let title: String
        public let count: Int

        public init(title: String, count: Int) {
            self.title = title
            self.count = count
        }
    }

    public let sections: [Section]
    public let rows: [Int64]
    /// Differs where the content of any row differs.
    public let revision: Int64

    public init(sections: [Section], rows: [Int64], revision: Int64) {
        self.sections = sections
        self.rows = rows
        self.revision = revision
    }

    public static let empty = Listing(sections: [], rows: [], revision: 0)

    /// The list with only those rows that `isWanted`; sections left empty disappear.
    public func filtered(_ isWanted: (Int64) -> Bool) -> Listing {
        var kept: [Int64] = []
        var sections: [Section] = []
        var start = 0
        for section in self.sections {
            let before = kept.count
            for row in rows[start..<start + section.count] where isWanted(row) { kept.append(row) }
            start += section.count
            if kept.count > before { sections.append(Section(title: section.title, count: kept.count - before)) }
        }
        return Listing(sections: sections, rows: kept, revision: revision)
    }

    /// What of the list `hits` found: those found by name in a section of their own, best first; the others in their
    /// sections; those whose names are only alike at the end.
    public func found(by hits: SearchHits) -> Listing {
        guard let exact = hits.exact else { return self }
        let best = best(of: hits)
        let others = filtered { exact.contains($0) && hits.ranks[$0] == nil }
        let listed = hits.similar.isEmpty ? [] : Set(rows)
        return others.after(best).appending(translated("Similar Names"), hits.similar.filter(listed.contains))
    }

    /// The rows found by name, best first, those that are as good in the list's order.
    private func best(of hits: SearchHits) -> [Int64] {
        guard !hits.ranks.isEmpty else { return [] }
        let ranked: [(rank: Int, place: Int, row: Int64)] = rows.enumerated().compactMap { place, row in
            hits.ranks[row].map { ($0, place, row) }
        }
        return ranked.sorted { one, other in (one.rank, one.place) < (other.rank, other.place) }.map(\.row)
    }

    /// The list after a section of the best matches; without sections of its own it becomes one.
    private func after(_ best: [Int64]) -> Listing {
        guard !best.isEmpty else { return self }
        let others = sections.map {
            $0.title.isEmpty ? Section(title: translated("Other Matches"), count: $0.count) : $0
        }
        return Listing(
            sections: [Section(title: translated("Best Matches"), count: best.count)] + others, rows: best + rows,
            revision: revision)
    }

    /// The list with one more section at its end.
    public func appending(_ title: String, _ more: [Int64]) -> Listing {
        guard !more.isEmpty else { return self }
        return Listing(
            sections: sections + [Section(title: title, count: more.count)], rows: rows + more, revision: revision)
    }
}

/// Keeps an observation going until it is dropped or cancelled.
public final class StoreObservation: Sendable {
    private let cancellable: AnyDatabaseCancellable

    init(_ cancellable: AnyDatabaseCancellable) { self.cancellable = cancellable }

    public func cancel() { cancellable.cancel() }
}

extension Store {
    /// The list of `R`, arranged as it is at `now`.
    public func listing<R: DirectoryRecord>(
        _ type: R.Type, _ arrangement: ListArrangement, on now: Date = Date()
    ) throws(StoreError) -> Listing {
        try read { try Self.listing(type, arrangement, on: now, in: $0) }
    }

    /// Calls `onChange` with the list now, before this returns, and again after every change of the collection.
    /// - Parameters:
    ///   - type: the collection.
    ///   - arrangement: which records, in which order and sections.
    ///   - now: the moment that sections which follow the clock are found for, each time the list is read.
    ///   - onError: is told why the list could not be read.
    ///   - onChange: gets the list now, and again after each change, on the main actor.
    @MainActor
    public func observe<R: DirectoryRecord>(
        _ type: R.Type, _ arrangement: ListArrangement, now: @escaping @Sendable () -> Date = { Date() },
        onError: @escaping @MainActor (StoreError) -> Void, onChange: @escaping @MainActor (Listing) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { try Self.listing(type, arrangement, on: now(), in: $0) }
            .removeDuplicates()
        return StoreObservation(
            observation.start(
                in: pool, scheduling: .immediate, onError: { onError(StoreError($0)) }, onChange: onChange))
    }

    private static func listing<R: DirectoryRecord>(
        _ type: R.Type, _ arrangement: ListArrangement, on now: Date, in db: Database
    ) throws -> Listing {
        let select = SelectStatement<R>(arrangement, on: now)
        try db.registerAccess(to: Table(R.collection.name))
        let (rows, sections) = try FastStatement(select.rows, in: db).rowsAndSections(select.arguments)
        return Listing(
            sections: sections.map { Listing.Section(title: SectionKey(stored: $0.key).title, count: $0.count) },
            rows: rows, revision: try Schema.revision(of: R.collection, in: db))
    }
}
