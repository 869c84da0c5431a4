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
                SELECT row, CASE WHEN picture IS NOT NULL THEN row END, \(columns) FROM present.\(table.name)
                WHERE \(table.quotedKey) NOT IN (SELECT key FROM present.undo_row
                    WHERE change > \(last) AND source = '\(table.name)' AND is_after = 0);
                INSERT INTO main.\(table.name) (row, picture, \(columns))
                SELECT CASE WHEN c0 NOT IN (SELECT row FROM main.\(table.name)) THEN c0 END,
                    CASE WHEN \(journal.place(of: "picture")) IS NOT NULL THEN c0 END,
                    \(journal.places.dropFirst().dropLast().joined(separator: ", "))
                FROM present.undo_row u WHERE \(isCopied) AND c0 IS NOT NULL ORDER BY c0;
                UPDATE main.\(table.name) SET picture = row WHERE picture <> row;
                INSERT INTO main.\(SearchTextTable<R>().name)
                SELECT t.* FROM present.\(SearchTextTable<R>().name) t JOIN main.\(table.name) p USING (row, hash);
                \(pictures(of: table, journal))
                """)
        let revision = try Schema.revision(of: R.collection, in: db)
        try db.execute(
            sql: "INSERT OR REPLACE INTO main.change VALUES (?, ?)", arguments: [table.name, max(revision, 1)])
    }

    /// A view that finds a picture by its record's key and hash, in the present list or in the journal.
    private static func pictures<R: DirectoryRecord>(of table: RecordTable<R>, _ journal: JournalTable) -> String {
        let key = table.quotedKey
        return """
            DROP TABLE main.\(table.pictureTable);
            CREATE TEMP VIEW \(table.pictureTable) AS SELECT p.row AS row, coalesce(
                (SELECT content FROM present.\(table.name) q JOIN present.\(table.pictureTable) c ON c.row = q.picture
                    WHERE q.\(key) = p.\(key) AND q.hash = p.hash),
                (SELECT \(table.copiedPicture(in: "present")) FROM present.undo_row u
                    WHERE u.source = '\(table.name)' AND u.key = p.\(key) AND u.is_after = 0 AND u.c0 IS NOT NULL
                    AND u.\(journal.place(of: "hash")) = p.hash)) AS content
            FROM main.\(table.name) p WHERE p.picture IS NOT NULL;
            """
    }
}

extension Date {
    /// The day and the time in the local time zone.
    public var words: String {
        formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Localization.locale))
    }
}
