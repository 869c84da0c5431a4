import GRDB

/// Converts the tables and settings that had marks in earlier versions, and what the journal has of them.
enum MarkMigration {
    static func run(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE mark (
                    id INTEGER PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL, key INTEGER NOT NULL,
                    other TEXT NOT NULL DEFAULT '', value TEXT NOT NULL DEFAULT '', UNIQUE (collection, kind, key, other));
                CREATE INDEX mark_card ON mark (collection, other) WHERE kind = 'card';
                """)
        for selection in selections {
            try db.execute(sql: "INSERT OR IGNORE INTO mark (collection, kind, key, other, value) \(selection)")
        }
        try convertImages(in: db)
        for name in ["own_record", "published", "learned", "not_same", "unseen", "withdrawn"] {
            try db.execute(sql: "DROP TABLE \(name)")
        }
        try db.execute(
            sql: "DELETE FROM setting WHERE name IN ('favourites', 'looked-at') OR name GLOB 'card-*'")
    }

    /// The marks in the tables and settings of earlier versions: collection, kind, key, other and value.
    static var selections: [String] {
        let tables = sources.map {
            "SELECT collection, '\($0.kind.rawValue)', key, \($0.other), \($0.value) FROM \($0.table) WHERE \($0.condition)"
        }
        // The first link of a list was added last.
        let links = [("favourites", MarkKind.favorite), ("looked-at", .recent)].map { setting, kind in
            """
            SELECT value ->> 'collection', '\(kind.rawValue)', value ->> 'key', '', '' FROM json_each((
                SELECT CASE WHEN json_valid(value) THEN value ELSE '[]' END FROM setting WHERE name = '\(setting)')) e
            WHERE value ->> 'collection' IS NOT NULL AND value ->> 'key' IS NOT NULL ORDER BY e.key DESC
            """
        }
        let states = [MarkKind.unseen, .withdrawn].map {
            "SELECT collection, '\($0.rawValue)', key, '', '' FROM \($0.rawValue)"
        }
        // A setting card-people-123 has the numbers "4 7".
        let cards = """
            SELECT rtrim(rtrim(substr(s.name, 6), '0123456789'), '-'), 'card', n.value,
                substr(s.name, length(rtrim(s.name, '0123456789')) + 1), ''
            FROM setting s, json_each('[' || replace(s.value, ' ', ',') || ']') n
            WHERE s.name GLOB 'card-*-*' ORDER BY s.name, n.key
            """
        return tables + links + states + [cards]
    }

    /// Replaces the images of earlier tables, which have rows as JSON: `{"before":[{"box":1,…}],"after":[]}`.
    private static func convertImages(in db: Database) throws {
        try insertImages(in: db) { source in
            let columns = source.columns.map { ", value ->> '\($0)' AS \($0)" }.joined()
            return """
                SELECT change, collection, image.key, is_after\(columns) FROM image, (SELECT 0 AS is_after UNION SELECT 1),
                    json_each(before, CASE WHEN is_after THEN '$.after' ELSE '$.before' END)
                WHERE source = '\(source.table)'
                """
        }
        try db.execute(sql: "DELETE FROM image WHERE source IN ('own_record', 'not_same')")
    }

    /// Converts the copies of rows in the journal of 0.3, which have the columns c0, c1 and so on.
    static func convertCopies(in db: Database) throws {
        try insertImages(in: db) { source in
            let columns = source.columns.enumerated().map { ", c\($0) AS \($1)" }.joined()
            return """
                SELECT change, collection, key, is_after\(columns) FROM undo_row JOIN undo_change ON id = change
                WHERE source = '\(source.table)'
                """
        }
    }

    /// - Parameter rows: selects the rows of a table before and after each change.
    private static func insertImages(in db: Database, from rows: (Source) -> String) throws {
        for source in sources + [Source(table: "favorite", kind: .favorite)] {
            func marks(isAfter: Int) -> String {
                "json_group_object(\(source.other), \(source.value)) FILTER (WHERE \(source.condition) AND is_after = \(isAfter))"
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO image (change, collection, source, key, before)
                    SELECT change, collection, '\(source.kind.rawValue)', key, '{"before":' || old || ',"after":' || new || '}'
                    FROM (SELECT *, \(marks(isAfter: 0)) AS old, \(marks(isAfter: 1)) AS new FROM (\(rows(source)))
                        GROUP BY change, collection, key)
                    WHERE old <> new
                    """)
        }
    }

    /// A table of an earlier version.
    private struct Source {
        let table: String
        let kind: MarkKind
        var columns: [String] = []
        var other = "''"
        var value = "''"
        var condition = "true"
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
    ]
}
