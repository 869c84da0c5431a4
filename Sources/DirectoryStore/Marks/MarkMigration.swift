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

    /// The marks of an earlier version whose file is damaged. It may lack some tables.
    static func rows(in db: Database) throws -> [Row] {
        try selections.flatMap { selection in
            do { return try Row.fetchAll(db, sql: selection) } catch let error as DatabaseError {
                guard error.resultCode == .SQLITE_ERROR else { throw error }
                return []
            }
        }
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
    static func convertImages(in db: Database) throws {
        for source in sources + [Source(table: "favorite", kind: .favorite)] {
            let columns = source.columns.map { "value ->> '\($0)' AS \($0)" } + ["value"]
            func marks(_ side: String) -> String {
                """
                json((SELECT json_group_object(\(source.other), \(source.value)) FROM (
                    SELECT \(columns.joined(separator: ", ")) FROM json_each(before, '$.\(side)'))
                    WHERE \(source.condition)))
                """
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO image (change, collection, source, key, before)
                    SELECT change, collection, '\(source.kind.rawValue)', key, sides FROM (
                        SELECT *, json_object('before', \(marks("before")), 'after', \(marks("after"))) AS sides
                        FROM image WHERE source = '\(source.table)')
                    WHERE sides <> '{"before":{},"after":{}}'
                    """)
        }
        try db.execute(sql: "DELETE FROM image WHERE source IN ('own_record', 'not_same')")
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
            table: "own_record", kind: .formerOwn, columns: ["untouched", "is_former"],
            value: "IFNULL(untouched, '') || ''", condition: "is_former"),
        Source(
            table: "published", kind: .published, columns: ["hash", "tag", "base"],
            value: "hash || char(10) || IFNULL(tag, '') || char(10) || IFNULL(CAST(base AS TEXT), '')"),
        Source(
            table: "learned", kind: .learned, columns: ["box", "due", "name"],
            value: "box || ' ' || due || ' ' || name"),
        Source(table: "not_same", kind: .notSame, columns: ["other"], other: "other || ''"),
    ]
}
