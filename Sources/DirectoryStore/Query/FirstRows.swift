public import DirectoryModel
public import Foundation
import GRDB

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
