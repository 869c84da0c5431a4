import DirectoryModel
public import Foundation
import GRDB
import Language

extension Store {
    /// The time from which the history knows every state.
    public var historyBegan: Date {
        get throws(StoreError) {
            let text = try setting(HistoryLimits.beganSetting)
            return Date(timeIntervalSince1970: text.flatMap { Double($0) } ?? 0)
        }
    }

    /// A copy in memory of all lists as they were at `time`, which cannot be changed. Pictures are read from this
    /// store's file when they are needed.
    /// - Throws: `StoreError.beforeHistory` if the history does not go back that far.
    public func asOf(_ time: Date) throws(StoreError) -> Store {
        let began = try historyBegan
        guard time >= began else { throw .beforeHistory(began: began.words) }
        return try mappingErrors {
            let queue = try DatabaseQueue(configuration: Self.configuration(temporary: "MEMORY"))
            try Schema.migrator.migrate(queue)
            let file = Self.file(in: sandbox).path(percentEncoded: false)
            try queue.writeWithoutTransaction { db in
                try Definitions(types: stored).apply(in: db) { _ in }
                try db.execute(sql: "ATTACH DATABASE ? AS present", arguments: [file])
                try db.inTransaction(.deferred) {
                    try copyPast(time, in: db)
                    return .commit
                }
            }
            return Store(past: queue, of: self, .past(day: time.words))
        }
    }

    private func copyPast(_ time: Date, in db: Database) throws {
        let last = try Int64.fetchOne(
            db, sql: "SELECT MAX(id) FROM present.undo_change WHERE time <= ?", arguments: [time.timeIntervalSince1970])
        for type in stored { try Self.copyPast(type, after: last ?? 0, in: db) }
        try db.execute(sql: "DROP TABLE main.picture; CREATE TEMP VIEW picture AS SELECT * FROM present.picture")
        for name in ["setting", "own_record", "learned"] {
            try db.execute(sql: "DELETE FROM main.\(name); INSERT INTO main.\(name) SELECT * FROM present.\(name)")
        }
    }

    /// - Parameter last: the last change that had been made.
    private static func copyPast<R: DirectoryRecord>(_ type: R.Type, after last: Int64, in db: Database) throws {
        let (table, journal) = (RecordTable<R>(), JournalTable.records(of: type))
        let columns = table.columns.joined(separator: ", ")
        let isCopied = """
            u.rowid IN (SELECT MIN(rowid) FROM present.undo_row
                WHERE change > \(last) AND source = '\(table.name)' AND is_after = 0 GROUP BY key)
            """
        try db.execute(
            sql: """
                INSERT INTO main.\(table.name) (row, picture, \(columns))
                SELECT row, picture, \(columns) FROM present.\(table.name)
                WHERE \(table.quotedKey) NOT IN (SELECT key FROM present.undo_row
                    WHERE change > \(last) AND source = '\(table.name)' AND is_after = 0);
                INSERT INTO main.\(table.name) (row, picture, \(columns))
                SELECT CASE WHEN c0 NOT IN (SELECT row FROM main.\(table.name)) THEN c0 END,
                    \(journal.place(of: "picture")), \(journal.places.dropFirst().dropLast().joined(separator: ", "))
                FROM present.undo_row u WHERE \(isCopied) AND c0 IS NOT NULL ORDER BY c0;
                """)
        let revision = try Schema.revision(of: R.collection, in: db)
        try db.execute(
            sql: "INSERT OR REPLACE INTO main.change VALUES (?, ?)", arguments: [table.name, max(revision, 1)])
    }
}

extension Date {
    /// The day and the time in the local time zone.
    public var words: String {
        formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Localization.locale))
    }
}
