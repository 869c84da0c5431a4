import GRDB

/// How long the history goes back, and how large it can be.
public struct HistoryLimits: Equatable, Sendable {
    public var days = 90
    public var megabytes = 200

    public init(days: Int = 90, megabytes: Int = 200) { (self.days, self.megabytes) = (days, megabytes) }

    private static let daysSetting = "history-days"
    private static let megabytesSetting = "history-megabytes"
    /// The setting for the time before which the history is not known, in seconds since 1970.
    static let beganSetting = "history-began"

    fileprivate init(in db: Database) throws {
        func number(_ name: String) throws -> Int? { try Store.setting(name, in: db).flatMap { Int($0) } }
        days = try number(Self.daysSetting) ?? days
        megabytes = try number(Self.megabytesSetting) ?? megabytes
    }

    fileprivate func save(in db: Database) throws {
        try Store.set(String(days), for: Self.daysSetting, in: db)
        try Store.set(String(megabytes), for: Self.megabytesSetting, in: db)
    }

    /// Removes all changes; earlier states are not known.
    static func restart(in db: Database) throws {
        try db.execute(sql: "DELETE FROM undo_change")
        try Store.set(String(try Double.fetchOne(db, sql: "SELECT \(Schema.now)") ?? 0), for: beganSetting, in: db)
    }

    /// Removes the changes beyond the limits, the oldest first. The last change is never removed. A change that was
    /// made while the clock was wrong is removed after those before it.
    static func trim(in db: Database) throws {
        let limits = try HistoryLimits(in: db)
        try remove(
            """
            SELECT MAX(id) FROM (SELECT id, SUM(bytes) OVER (ORDER BY id DESC) AS total,
                MAX(CASE WHEN time <= \(Schema.now) THEN time END) OVER (ORDER BY id) AS latest FROM undo_change)
            WHERE (total > \(limits.megabytes << 20) OR latest < \(Schema.now) - \(limits.days * 86_400))
            AND id < (SELECT MAX(id) FROM undo_change)
            """, in: db)
    }

    /// Removes the changes up to the one that `last` selects.
    fileprivate static func remove(_ last: String, in db: Database) throws {
        guard let last = try Int64.fetchOne(db, sql: last) else { return }
        let sql = "SELECT MIN(MAX(time), \(Schema.now)) FROM undo_change WHERE id <= ?"
        let time = try Double.fetchOne(db, sql: sql, arguments: [last])
        try db.execute(sql: "DELETE FROM undo_change WHERE id <= ?", arguments: [last])
        if let time { try Store.set(String(time), for: beganSetting, in: db) }
    }
}

extension Store {
    public var historyLimits: HistoryLimits {
        get throws(StoreError) { try read { try HistoryLimits(in: $0) } }
    }

    /// Stores the limits, and removes the changes beyond them.
    public func keep(_ limits: HistoryLimits) throws(StoreError) {
        try write { db in
            try limits.save(in: db)
            try HistoryLimits.trim(in: db)
        }
    }

    /// Removes the whole history; earlier changes can no longer be undone.
    public func clearHistory() throws(StoreError) {
        try write { try HistoryLimits.remove("SELECT MAX(id) FROM undo_change", in: $0) }
    }

    /// Removes pictures that only the history had, and returns the space of removed content to the disk, if that has
    /// room for a copy of the file.
    public func shrinkFile() {
        try? sweepPictures()
        try? pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
