import DirectoryModel
public import Foundation
import GRDB
import Language

extension Store {
    /// A copy in memory of all lists as they were at `time`, which cannot be changed. Pictures are read from this
    /// store's file when they are needed.
    /// - Throws: `StoreError.beforeHistory` if the history does not go back that far.
    public func asOf(_ time: Date) throws(StoreError) -> Store {
        let began = try HistoryLimits.beginning(of: self)
        guard time >= began else { throw .beforeHistory(began: began.text) }
        return try mappingErrors {
            let queue = try DatabaseQueue(configuration: .directory(temporary: "MEMORY"))
            try Schema.migrator.migrate(queue)
            let file = DatabaseFile(in: sandbox).path
            try queue.writeWithoutTransaction { db in
                try stored.apply(in: db) { _ in }
                try db.execute(sql: "ATTACH DATABASE ? AS present", arguments: [file])
                try db.inTransaction(.deferred) {
                    try db.copyPast(time, of: stored)
                    return .commit
                }
            }
            return Store(past: queue, of: self, .past(day: time.text))
        }
    }

    /// Removes the whole history; earlier changes can no longer be undone.
    public func clearHistory() throws(StoreError) {
        try write { try HistoryLimits.remove("SELECT MAX(id) FROM undo_change", in: $0) }
    }

    /// Removes pictures that only the history had, and returns the space of removed content to the disk, if that has
    /// room for a copy of the file.
    public func shrinkFile() {
        // VACUUM cannot shrink the file while the JSON files are written from it.
        mirror.finish()
        PictureRemoval(from: self).run()
        try? pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension Database {
    /// Copies all lists as they were at `time` from the database `present`.
    fileprivate func copyPast(_ time: Date, of definitions: [Definition]) throws {
        let last = try Int64.fetchOne(
            self, sql: "SELECT MAX(id) FROM present.undo_change WHERE time <= ?",
            arguments: [time.timeIntervalSince1970])
        for name in ["picture", "image"] {
            try execute(sql: "DROP TABLE main.\(name); CREATE TEMP VIEW \(name) AS SELECT * FROM present.\(name)")
        }
        for definition in definitions { try RecordTable(definition).copyPast(after: last ?? 0, in: self) }
        try execute(
            sql: """
                DELETE FROM main.setting;
                INSERT INTO main.setting SELECT * FROM present.setting;
                INSERT INTO main.mark SELECT * FROM present.mark WHERE kind NOT IN \(MarkKind.list(\.isOfServer))
                """)
    }
}

extension RecordTable {
    /// - Parameter last: the last change that had been made.
    fileprivate func copyPast(after last: Int64, in db: Database) throws {
        let columns = columns.joined(separator: ", ")
        let touched = "SELECT key FROM \(recordImages) AND change > \(last)"
        try db.execute(
            sql: """
                INSERT INTO main.\(name) (row, picture, \(columns))
                SELECT row, picture, \(columns) FROM present.\(name) WHERE \(quotedKey) NOT IN (\(touched))
                """)
        let images = try nextImages(after: last, in: db).values.sorted { ($0.row ?? 0) < ($1.row ?? 0) }
        for image in images { try restore(image, in: db) }
        let revision = try Schema.revision(of: definition.collection, in: db)
        try db.execute(
            sql: "INSERT OR REPLACE INTO main.change VALUES (?, ?)", arguments: [name, max(revision, 1)])
    }
}

extension Date {
    /// The day and the time in the local time zone.
    public var text: String {
        formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Localization.locale))
    }
}
