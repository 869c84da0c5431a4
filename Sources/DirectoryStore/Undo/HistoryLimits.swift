public import Foundation
import GRDB

/// How long the history goes back, and how large it can be.
public struct HistoryLimits: Equatable, Sendable {
    public var days = 90
    public var megabytes = 200

    public init(days: Int = 90, megabytes: Int = 200) { (self.days, self.megabytes) = (days, megabytes) }

    private static let daysSetting = Setting<Int>("history-days")
    private static let megabytesSetting = Setting<Int>("history-megabytes")
    /// The time before which the history is not known, in seconds since 1970.
    private static let began = Setting<Double>("history-began")

    /// The limits of a store.
    public init(of store: Store) throws(StoreError) { self = try store.read(HistoryLimits.init(in:)) }

    private init(in db: Database) throws {
        days = try Self.daysSetting.value(in: db) ?? days
        megabytes = try Self.megabytesSetting.value(in: db) ?? megabytes
    }

    /// Stores the limits, and removes the changes beyond them.
    public func save(in store: Store) throws(StoreError) {
        try store.write { db in
            try Self.daysSetting.set(days, in: db)
            try Self.megabytesSetting.set(megabytes, in: db)
            try Self.trim(in: db)
        }
    }

    /// The time from which the history knows every state.
    public static func beginning(of store: Store) throws(StoreError) -> Date {
        Date(timeIntervalSince1970: try began.value(in: store) ?? 0)
    }

    /// Removes all changes; earlier states are not known.
    static func restart(in db: Database) throws {
        try db.execute(sql: "DELETE FROM undo_change")
        try began.set(Double.fetchOne(db, sql: "SELECT \(Schema.now)") ?? 0, in: db)
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
    static func remove(_ last: String, in db: Database) throws {
        guard let last = try Int64.fetchOne(db, sql: last) else { return }
        let sql = "SELECT MIN(MAX(time), \(Schema.now)) FROM undo_change WHERE id <= ?"
        let time = try Double.fetchOne(db, sql: sql, arguments: [last])
        try db.execute(sql: "DELETE FROM undo_change WHERE id <= ?", arguments: [last])
        if let time { try began.set(time, in: db) }
    }
}
