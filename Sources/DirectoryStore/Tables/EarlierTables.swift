import Foundation
import GRDB

/// Converts the tables of 0.1 to 0.3 to those of `Schema`. `JournalMigration` converts the journal of 0.3 when the
/// definitions are known.
struct EarlierTables {
    let db: Database

    /// Completes the tables that `Schema` also has, and removes the journal of versions without a history.
    func prepare() throws {
        if try db.tableExists("people"), try !db.tableExists("definition") { try db.execute(sql: Self.nullablePeople) }
        for (table, column) in [("set_aside", "source TEXT"), ("published", "base BLOB")]
        where try db.tableExists(table) && !has(String(column.prefix { $0 != " " }), in: table) {
            try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
        }
        if try db.tableExists("undo_change"), try !has("cause", in: "undo_change") {
            let journal = try names(like: "undo_*") + names(like: "*_before")
            for name in journal { try db.execute(sql: "DROP TABLE \(name)") }
        }
    }

    /// Converts the other tables, which then are gone, when `Schema` has made its own.
    func convert() throws {
        for table in try names(like: "*_picture") where table != "arriving_picture" { try convertPictures(in: table) }
        try MarkMigration.run(in: db)
        try removeSearchTexts()
        try db.execute(sql: "DROP TABLE IF EXISTS arriving_picture")
    }

    private func names(like pattern: String) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?", arguments: [pattern])
    }

    private func has(_ column: String, in table: String) throws -> Bool {
        try db.columns(in: table).contains { $0.name == column }
    }

    /// In 0.1, the columns of people did not accept NULL, so no field could be removed.
    private static let nullablePeople = """
        CREATE TABLE people_now (
            row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid, fName, lName, email, "from", gender, role,
            program, plan, team, movie, hobby, languages, hash, has_picture, section_role, section_team, sort_last,
            sort_first);
        INSERT INTO people_now SELECT * FROM people;
        DROP TABLE people;
        ALTER TABLE people_now RENAME TO people;
        """

    // MARK: Pictures

    /// Moves the pictures of a collection, which are by rows, to the table of all pictures. In 0.1, a picture had the
    /// row of its record.
    private func convertPictures(in table: String) throws {
        let collection = String(table.dropLast("_picture".count))
        if try has("has_picture", in: collection) {
            try db.execute(
                sql: """
                    ALTER TABLE \(collection) RENAME COLUMN has_picture TO picture;
                    UPDATE \(collection) SET picture = CASE WHEN picture THEN row END;
                    """)
        }
        try db.execute(sql: "CREATE TEMP TABLE moved (row INTEGER PRIMARY KEY, hash INTEGER)")
        for row in try Int64.fetchAll(db, sql: "SELECT row FROM \(table)") {
            try db.cachedStatement(sql: "INSERT INTO temp.moved VALUES (?, ?)")
                .execute(arguments: [row, try movedPicture("SELECT content FROM \(table) WHERE row = ?", row)])
        }
        let moved = { (column: String) in "\(column) = (SELECT hash FROM temp.moved m WHERE m.row = \(column))" }
        try db.execute(sql: "UPDATE \(collection) SET \(moved("picture"))")
        if try db.tableExists("undo_row") { try convertCopies(of: collection, moved) }
        try db.execute(sql: "DROP TABLE \(table); DROP TABLE temp.moved")
    }

    /// Converts the pictures of copies in the journal: numbers of rows, or pictures themselves, in the last column.
    private func convertCopies(of collection: String, _ moved: (String) -> String) throws {
        let sql = "SELECT copied_columns FROM definition WHERE collection = ?"
        guard let columns = try String.fetchOne(db, sql: sql, arguments: [collection]) else { return }
        let copy = "c\(columns.split(separator: "\n").count - 1)"
        let copies = "undo_row WHERE source = '\(collection)' AND typeof(\(copy))"
        try db.execute(
            sql: "UPDATE undo_row SET \(moved(copy)) WHERE source = ? AND typeof(\(copy)) = 'integer'",
            arguments: [collection])
        for row in try Int64.fetchAll(db, sql: "SELECT rowid FROM \(copies) IN ('blob', 'text')") {
            try db.execute(
                sql: "UPDATE undo_row SET \(copy) = ? WHERE rowid = ?",
                arguments: [try movedPicture("SELECT \(copy) FROM undo_row WHERE rowid = ?", row), row])
        }
    }

    /// Stores the picture that a query selects in a row, and returns its hash, or nil.
    private func movedPicture(_ sql: String, _ row: Int64) throws -> Int64? {
        let content = try DatabaseValue.fetchOne(db.cachedStatement(sql: sql), arguments: [row])
        guard let picture = content.flatMap(PictureContent.init(databaseValue:)) else { return nil }
        let hash = picture.hash
        try PictureTable(db: db).insert(picture, hash)
        return hash
    }

    // MARK: Search

    /// Earlier versions had the texts of searches in a table of their own, and a copy beside the database.
    private func removeSearchTexts() throws {
        let file = try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? ""
        for table in try names(like: "*_text") {
            try db.execute(sql: "DROP TABLE \(table)")
            let copy = URL(filePath: file).deletingLastPathComponent()
                .appending(path: "\(table.dropLast("_text".count)).search")
            // It may never have been written.
            unlink(copy.path(percentEncoded: false))
        }
        try db.execute(sql: "DELETE FROM setting WHERE name GLOB 'search-file-*' OR name GLOB 'file-pieces-*'")
    }
}
