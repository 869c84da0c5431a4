public import DirectoryModel
public import Foundation
import GRDB
import Language

/// A list in its present state: rows in order, divided into sections.
public struct Listing: Equatable, Sendable {
    /// A section and how many rows it has.
    public struct Section: Equatable, Sendable {
        /// The section's title.
        public let title: String
        /// How many rows it has.
        public let count: Int

        /// Makes a section; the parameters are the properties of the same names.
        public init(title: String, count: Int) {
            self.title = title
            self.count = count
        }
    }

    /// The sections, in order.
    public let sections: [Section]
    /// The records' rows in the store, in order.
    public let rows: [Int64]
    /// Differs where the content of any row differs.
    public let revision: Int64

    /// Makes a listing; the parameters are the properties of the same names.
    public init(sections: [Section], rows: [Int64], revision: Int64) {
        self.sections = sections
        self.rows = rows
        self.revision = revision
    }

    /// A list without rows.
    public static let empty = Listing(sections: [], rows: [], revision: 0)

    /// The list with only those rows for which `isWanted` returns true; empty sections are removed.
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

    /// The part of the list that `hits` contains: rows found by name in their own section, best first; the others in
    /// their sections; rows with similar names at the end.
    public func found(by hits: SearchHits) -> Listing {
        guard let exact = hits.exact else { return self }
        var ranked: [(rank: Int, row: Int64)] = []
        let others = filtered { row in
            guard exact.contains(row) else { return false }
            guard let rank = hits.ranks[row] else { return true }
            ranked.append((rank, row))
            return false
        }
        return others.after(Self.sorted(ranked)).appending(translated("Similar Names"), listed(hits.similar))
    }

    /// Those of `wanted` that the list has.
    private func listed(_ wanted: [Int64]) -> [Int64] {
        guard !wanted.isEmpty else { return [] }
        let set = BitSet(upTo: min(wanted.max() ?? 0, Int64(rows.count) * 16 + 1024), wanted)
        let listed = Set(rows.filter(set.contains))
        return wanted.filter(listed.contains)
    }

    /// The rows, best first; equally good ones in the list's order.
    private static func sorted(_ ranked: [(rank: Int, row: Int64)]) -> [Int64] {
        // Ranks are few and rows are many: rows are counted by rank, not compared.
        var ends = [Int](repeating: 0, count: NameRanks.worst + 2)
        for (rank, _) in ranked { ends[rank + 1] += 1 }
        for rank in ends.indices.dropFirst() { ends[rank] += ends[rank - 1] }
        var rows = [Int64](repeating: 0, count: ranked.count)
        for (rank, row) in ranked {
            rows[ends[rank]] = row
            ends[rank] += 1
        }
        return rows
    }

    /// The list after a section of the best matches; a list without sections becomes one section.
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

extension Store {
    /// The list of `R`, arranged for the moment `now`.
    public func listing<R: DirectoryRecord>(
        _ type: R.Type, _ arrangement: ListArrangement, on now: Date = Date()
    ) throws(StoreError) -> Listing {
        try read { try Self.listing(type, arrangement, on: now, in: $0) }
    }

    /// Calls `onChange` with the present list, and again after every change of the collection.
    /// - Parameters:
    ///   - type: the collection.
    ///   - arrangement: which records, in which order and sections.
    ///   - isImmediate: true where the present list is passed before this returns.
    ///   - now: the moment for sections that depend on the clock, each time the list is read.
    ///   - onError: called with the error where the list could not be read.
    ///   - onChange: called with the list now, and again after each change, on the main actor.
    @MainActor
    public func observe<R: DirectoryRecord>(
        _ type: R.Type, _ arrangement: ListArrangement, isImmediate: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }, onError: @escaping @MainActor (StoreError) -> Void,
        onChange: @escaping @MainActor (Listing) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { try Self.listing(type, arrangement, on: now(), in: $0) }
            .removeDuplicates()
        return observe(observation, isImmediate: isImmediate, onError: onError, onChange: onChange)
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

/// How a list is divided and sorted, and which part of it is shown.
public struct ListArrangement: Equatable, Sendable {
    /// The id of one of the record's groupings.
    public var grouping: String
    /// The id of one of the record's orders.
    public var order: String
    /// The id of one of the record's saved queries, or "".
    public var query: String

    /// The key of a field that all rows are sorted by, without sections, or "".
    public var column: String
    /// Whether they are sorted backwards by it.
    public var isDescending: Bool

    /// Makes an arrangement; the parameters are the properties of the same names.
    public init(
        grouping: String = "", order: String = "", query: String = "", column: String = "", isDescending: Bool = false
    ) {
        (self.column, self.isDescending) = (column, isDescending)
        self.grouping = grouping
        self.order = order
        self.query = query
    }
}

/// The first rows of a list, which are read much faster than all of them.
public struct FirstRows: Equatable, Sendable {
    /// The first rows with their sections; the last section's `count` is that of all its rows.
    public let listing: Listing
    /// How many rows the whole list has.
    public let total: Int
}

extension Store {
    /// The first `count` rows of the list of `R`, arranged for the moment `now`; nil where it has no more than `limit`
    /// rows, or is not the whole collection.
    public func firstRows<R: DirectoryRecord>(
        of type: R.Type, _ arrangement: ListArrangement, on now: Date = Date(), count: Int, ofMoreThan limit: Int
    ) throws(StoreError) -> FirstRows? {
        let select = SelectStatement<R>(arrangement, on: now)
        guard select.selectsAll else { return nil }
        return try read { db in
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(R.collection.name)") ?? 0
            guard total > max(limit, count) else { return nil }
            let (rows, runs) = try FastStatement(select.firstRows(count), in: db).rowsAndSections(select.arguments)
            let sections = try runs.enumerated().map { index, run in
                let size = index < runs.count - 1 ? run.count : try Self.size(of: run.key, select, in: db)
                return Listing.Section(title: SectionKey(stored: run.key).title, count: size)
            }
            let revision = try Schema.revision(of: R.collection, in: db)
            return FirstRows(
                listing: Listing(sections: sections, rows: rows, revision: revision), total: total)
        }
    }

    private static func size<R: DirectoryRecord>(
        of section: String, _ select: SelectStatement<R>, in db: Database
    ) throws -> Int {
        let arguments = StatementArguments(select.arguments + [section.databaseValue])
        return try Int.fetchOne(db, sql: select.sizeOfSection, arguments: arguments) ?? 0
    }
}

extension Store {
    /// The first sign of the text that each of `rows` is sorted by, without case and accents, as search compares it.
    /// - Parameters:
    ///   - type: the collection.
    ///   - id: the id of one of its orders.
    ///   - rows: the rows; the result has one sign for each, nil where the row is gone or its text is empty.
    public func firstSigns<R: DirectoryRecord>(
        _ type: R.Type, inOrder id: String, of rows: [Int64]
    ) throws(StoreError) -> [Unicode.Scalar?] {
        let order = R.definition.orders.first { $0.id == id } ?? R.definition.orders[0]
        let signs = try read { db in
            var signs: [Int64: Unicode.Scalar] = [:]
            signs.reserveCapacity(rows.count)
            try FastStatement("SELECT row, sort_\(order.id) FROM \(R.collection.name)", in: db).each { row in
                signs[row.number(0)] = row.bytes(1).flatMap { Self.firstSign(of: $0) }
            }
            return signs
        }
        return rows.map { signs[$0] }
    }

    /// No sign of UTF-8 is longer than four bytes.
    private static func firstSign(of text: UnsafeRawBufferPointer) -> Unicode.Scalar? {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
    }
}

/// Keeps an observation active until it is dropped or canceled.
public final class StoreObservation: Sendable {
    private let cancellable: AnyDatabaseCancellable

    init(_ cancellable: AnyDatabaseCancellable) { self.cancellable = cancellable }

    /// Ends the observation.
    public func cancel() { cancellable.cancel() }
}

extension Store {
    /// Starts an observation.
    /// - Parameter isImmediate: true where the present value is passed before this returns.
    @MainActor
    func observe<Reducer: ValueReducer>(
        _ observation: ValueObservation<Reducer>, isImmediate: Bool, onError: @escaping @MainActor (StoreError) -> Void,
        onChange: @escaping @MainActor (Reducer.Value) -> Void
    ) -> StoreObservation {
        let failed: @MainActor (any Error) -> Void = { onError(StoreError($0)) }
        return StoreObservation(
            isImmediate
                ? observation.start(in: pool, scheduling: .immediate, onError: failed, onChange: onChange)
                : observation.start(in: pool, scheduling: .mainActor, onError: failed, onChange: onChange))
    }
}
