import GRDB

/// Converts the tables and settings that had marks in earlier versions, and what the journal has of them.
enum MarkMigration {
    static func run(in db: Database) throws {
        try markOwnRecord(in: db)
        let present = try sources.filter { try db.tableExists($0.table) }
        for selection in present.map(\.selection) + settings {
            try db.execute(sql: "INSERT OR IGNORE INTO mark (collection, kind, key, other, value) \(selection)")
        }
        for source in present { try db.execute(sql: "DROP TABLE \(source.table)") }
        try db.execute(
            sql: "DELETE FROM setting WHERE name IN ('favourites', 'looked-at') OR name GLOB 'card-*'")
    }

    /// In 0.1 the own record was the published one with the number 0.
    private static func markOwnRecord(in db: Database) throws {
        guard try db.tableExists("published"), try !db.tableExists("own_record") else { return }
        let own = "published WHERE collection = 'people' AND key = 0"
        try db.execute(
            sql: """
                INSERT INTO mark (collection, kind, key, value) SELECT collection, 'own', key, hash FROM \(own)
                    AND EXISTS (SELECT 1 FROM people WHERE DUID = 0);
                DELETE FROM \(own)
                """)
    }

    /// The marks in the tables and settings of earlier versions: collection, kind, key, other and value.
    static var selections: [String] { sources.map(\.selection) + settings }

    private static var settings: [String] {
        // The first link of a list was added last.
        let links = [("favourites", MarkKind.favorite), ("looked-at", .recent)].map { setting, kind in
            """
            SELECT value ->> 'collection', '\(kind.rawValue)', value ->> 'key', '', '' FROM json_each((
                SELECT CASE WHEN json_valid(value) THEN value ELSE '[]' END FROM setting WHERE name = '\(setting)')) e
            WHERE value ->> 'collection' IS NOT NULL AND value ->> 'key' IS NOT NULL ORDER BY e.key DESC
            """
        }
        // A setting card-people-123 has the numbers "4 7".
        let cards = """
            SELECT rtrim(rtrim(substr(s.name, 6), '0123456789'), '-'), 'card', n.value,
                substr(s.name, length(rtrim(s.name, '0123456789')) + 1), ''
            FROM setting s, json_each('[' || replace(s.value, ' ', ',') || ']') n
            WHERE s.name GLOB 'card-*-*' ORDER BY s.name, n.key
            """
        return links + [cards]
    }

    /// Converts the copies of marks in the journal of 0.3, which have the columns c0, c1 and so on.
    static func convertCopies(in db: Database) throws {
        for source in sources {
            let columns = source.columns.enumerated().map { ", c\($0) AS \($1)" }.joined()
            func marks(isAfter: Int) -> String {
                "json_group_object(\(source.other), \(source.value)) FILTER (WHERE \(source.condition) AND is_after = \(isAfter))"
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO image (change, collection, source, key, before)
                    SELECT change, collection, '\(source.kind.rawValue)', key, '{"before":' || old || ',"after":' || new || '}'
                    FROM (SELECT change, collection, key, \(marks(isAfter: 0)) AS old, \(marks(isAfter: 1)) AS new
                        FROM (SELECT change, collection, key, is_after\(columns) FROM undo_row JOIN undo_change
                            ON id = change WHERE source = '\(source.table)')
                        GROUP BY change, collection, key)
                    WHERE old <> new
                    """)
        }
    }

    /// A table of an earlier version, or the copies of marks in its journal.
    private struct Source {
        let table: String
        let kind: MarkKind
        var columns: [String] = []
        var other = "''"
        var value = "''"
        var condition = "true"

        var selection: String {
            "SELECT collection, '\(kind.rawValue)', key, \(other), \(value) FROM \(table) WHERE \(condition)"
        }
    }

    private static let sources = [
        Source(
            table: "own_record", kind: .own, columns: ["untouched", "is_former"],
            value: "IFNULL(untouched, '') || ''", condition: "NOT is_former"),
        Source(
            table: "published", kind: .published, columns: ["hash", "tag", "base"],
            value: "hash || char(10) || IFNULL(tag, '') || char(10) || IFNULL(CAST(base AS TEXT), '')"),
        Source(
            table: "learned", kind: .learned, columns: ["box", "due", "name"],
            value: "box || ' ' || due || ' ' || name"),
        Source(table: "not_same", kind: .notSame, columns: ["other"], other: "other || ''"),
        Source(table: "unseen", kind: .unseen),
        Source(table: "withdrawn", kind: .withdrawn),
        Source(table: "favorite", kind: .favorite),
    ]
}
