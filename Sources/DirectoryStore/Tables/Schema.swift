import DirectoryModel
import Foundation
import GRDB

/// The tables and their migrations; `CollectionTables` makes those of the collections.
///
/// Released migrations are not edited, except to leave out what a later one removes.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        func register(_ name: String, _ sql: String) {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        register(
            "1 people",
            """
            CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE change (collection TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE set_aside (
                position INTEGER PRIMARY KEY, collection TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL);
            CREATE TABLE people (\(people));
            CREATE TABLE people_picture (row INTEGER PRIMARY KEY, content NOT NULL);
            """)
        register(
            "2 published",
            """
            CREATE TABLE published (
                collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL, tag TEXT,
                PRIMARY KEY (collection, key)) WITHOUT ROWID;
            """)
        // "one journal" removes the journal of these, and definitions make their other tables.
        for name in ["3 undo", "4 contacts", "5 todos", "6 tours", "7 players", "8 courses"] { register(name, "") }
        register("published base", "ALTER TABLE published ADD COLUMN base BLOB")
        register("own record", ownRecord)
        register(
            "listed",
            """
            CREATE TABLE listed (
                collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
                PRIMARY KEY (collection, key)) WITHOUT ROWID;
            """)
        register("undo after", "")
        register("definitions", definitions)
        register(
            "learned",
            """
            CREATE TABLE learned (
                collection TEXT NOT NULL, key INTEGER NOT NULL, box INTEGER NOT NULL, due INTEGER NOT NULL,
                name TEXT NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
            """)
        register("set aside source", "ALTER TABLE set_aside ADD COLUMN source TEXT")
        migrator.registerMigration("one journal") { try replaceJournals(in: $0) }
        register("history", history)
        register(
            "not same",
            """
            CREATE TABLE not_same (
                collection TEXT NOT NULL, key INTEGER NOT NULL, other INTEGER NOT NULL,
                PRIMARY KEY (collection, key, other)) WITHOUT ROWID;
            """)
        register(
            "withdrawn",
            """
            CREATE TABLE withdrawn (
                collection TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
            """)
        migrator.registerMigration("pictures") { try separatePictures(in: $0) }
        // Every start and every change look for the user's own record.
        register("people by owner", "CREATE INDEX IF NOT EXISTS people_owner ON people (netid COLLATE NOCASE)")
        migrator.registerMigration("no search texts") { try removeSearchTexts(in: $0) }
        migrator.registerMigration("pictures by hash") { try sharePictures(in: $0) }
        register("images", images)
        migrator.registerMigration("marks") { try MarkMigration.run(in: $0) }
        // Records that people edited who were signed in earlier are ordinary ones.
        register(
            "one own record",
            "DELETE FROM mark WHERE kind = 'formerOwn'; DELETE FROM image WHERE source = 'formerOwn'")
        return migrator
    }

    /// Pictures get rows of their own, so that they can be written before their records. Until a list is merged,
    /// `arriving_picture` has the pictures that were written for it, with the session that reads it.
    private static func separatePictures(in db: Database) throws {
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_picture'"
        for table in try String.fetchAll(db, sql: tables).map({ $0.dropLast("_picture".count) }) {
            try db.execute(
                sql: """
                    ALTER TABLE \(table) RENAME COLUMN has_picture TO picture;
                    UPDATE \(table) SET picture = CASE WHEN picture THEN row END;
                    """)
        }
        try db.execute(
            sql: """
                CREATE TABLE arriving_picture (
                    collection TEXT NOT NULL, picture INTEGER NOT NULL, session TEXT NOT NULL,
                    PRIMARY KEY (collection, picture)) WITHOUT ROWID;
                """)
    }

    /// One table has the pictures of all collections, by their hashes. Before, each collection had one, by rows, and
    /// the journal of earlier versions had pictures themselves. The last column of a copy is that of the picture.
    private static func sharePictures(in db: Database) throws {
        try db.execute(sql: PictureTable.create)
        let pictures = PictureTable(db: db)
        func hash(_ content: DatabaseValue?) throws -> Int64? {
            guard let content = content.flatMap(PictureContent.init(databaseValue:)) else { return nil }
            let picture = HashedPicture(content)
            try pictures.insert(picture)
            return picture.hash
        }
        let tables = """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_picture' AND name <> 'arriving_picture'
            """
        for table in try String.fetchAll(db, sql: tables) {
            let collection = String(table.dropLast("_picture".count))
            try db.execute(sql: "CREATE TEMP TABLE moved (row INTEGER PRIMARY KEY, hash INTEGER)")
            for row in try Int64.fetchAll(db, sql: "SELECT row FROM \(table)") {
                let content = try DatabaseValue.fetchOne(
                    db.cachedStatement(sql: "SELECT content FROM \(table) WHERE row = ?"), arguments: [row])
                try db.cachedStatement(sql: "INSERT INTO temp.moved VALUES (?, ?)")
                    .execute(arguments: [row, try hash(content)])
            }
            try db.execute(
                sql: "UPDATE \(collection) SET picture = (SELECT hash FROM temp.moved m WHERE m.row = picture)")
            let columns = try String.fetchOne(
                db, sql: "SELECT copied_columns FROM definition WHERE collection = ?", arguments: [collection])
            if let columns {
                let copy = "c\(columns.split(separator: "\n").count - 1)"
                try db.execute(
                    sql: """
                        UPDATE undo_row SET \(copy) = (SELECT hash FROM temp.moved m WHERE m.row = \(copy))
                        WHERE source = '\(collection)' AND typeof(\(copy)) = 'integer'
                        """)
                let copies = "SELECT rowid FROM undo_row WHERE source = ? AND typeof(\(copy)) IN ('blob', 'text')"
                for row in try Int64.fetchAll(db, sql: copies, arguments: [collection]) {
                    let content = try DatabaseValue.fetchOne(
                        db, sql: "SELECT \(copy) FROM undo_row WHERE rowid = ?", arguments: [row])
                    try db.execute(
                        sql: "UPDATE undo_row SET \(copy) = ? WHERE rowid = ?", arguments: [try hash(content), row])
                }
            }
            try db.execute(sql: "DROP TABLE \(table); DROP TABLE temp.moved")
        }
        try db.execute(sql: "DROP TABLE arriving_picture")
    }

    /// Searches compose their texts. Earlier versions stored them, and a copy beside the database.
    private static func removeSearchTexts(in db: Database) throws {
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_text'"
        let file = try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? ""
        for table in try String.fetchAll(db, sql: tables) {
            try db.execute(sql: "DROP TABLE \(table)")
            let copy = URL(filePath: file).deletingLastPathComponent()
                .appending(path: "\(table.dropLast("_text".count)).search")
            try? FileManager.default.removeItem(at: copy)
        }
        try db.execute(sql: "DELETE FROM setting WHERE name GLOB 'search-file-*' OR name GLOB 'file-pieces-*'")
    }

    /// The columns of people; in the first version they did not accept NULL.
    private static let people = """
        row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid, fName, lName, email, "from", gender, role, program,
        plan, team, movie, hobby, languages, hash, has_picture, section_role, section_team, sort_last, sort_first
        """

    /// The fingerprint of each collection's definition. From this migration on, the columns of people accept NULL, so
    /// that a field can be removed.
    private static let definitions = """
        CREATE TABLE definition (collection TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE people_now (\(people));
        INSERT INTO people_now SELECT * FROM people;
        DROP TABLE people;
        ALTER TABLE people_now RENAME TO people;
        CREATE INDEX people_listed ON people (section_role, sort_last, row);
        """

    /// The user's own records, which were recognized by their number before.
    private static let ownRecord = """
        CREATE TABLE own_record (
            collection TEXT NOT NULL, key INTEGER NOT NULL, untouched INTEGER, is_former INTEGER NOT NULL,
            PRIMARY KEY (collection, key)) WITHOUT ROWID;
        INSERT INTO own_record
            SELECT collection, key, hash, 0 FROM published
            WHERE collection = 'people' AND key = 0 AND EXISTS (SELECT 1 FROM people WHERE DUID = 0);
        DELETE FROM published WHERE collection = 'people' AND key = 0;
        """

    /// Makes one journal for all collections. Earlier versions had one for each, and cleared it at exit.
    private static func replaceJournals(in db: Database) throws {
        let earlier = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND (name GLOB '*_before' OR name GLOB 'undo_*')
                """)
        for name in earlier { try db.execute(sql: "DROP TABLE \(name)") }
        // Collections with more columns add columns to this table.
        try db.execute(
            sql: """
                CREATE TABLE undo_change (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, label TEXT NOT NULL,
                    session TEXT NOT NULL, time INTEGER NOT NULL, is_undo INTEGER NOT NULL,
                    is_whole INTEGER NOT NULL DEFAULT 0, has_list INTEGER NOT NULL DEFAULT 0,
                    bytes INTEGER NOT NULL DEFAULT 0);
                CREATE TABLE undo_row (
                    change INTEGER NOT NULL REFERENCES undo_change ON DELETE CASCADE, source TEXT NOT NULL,
                    key INTEGER NOT NULL, is_after INTEGER NOT NULL,
                    \((0..<24).map { "c\($0)" }.joined(separator: ", ")));
                CREATE INDEX undo_row_change ON undo_row (change, source, is_after, key);
                """)
    }

    /// The time in seconds since 1970, in SQL.
    static let now = "(julianday('now') - 2440587.5) * 86400"

    /// The journal of undo becomes the history. The history of an older file begins now.
    private static let history = """
        ALTER TABLE undo_change ADD COLUMN cause TEXT NOT NULL DEFAULT '';
        ALTER TABLE undo_change ADD COLUMN is_offered INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE undo_change ADD COLUMN reverted_by INTEGER;
        ALTER TABLE undo_change ADD COLUMN is_download INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE undo_change ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX undo_row_key ON undo_row (source, key) WHERE is_after = 0;
        ALTER TABLE definition ADD COLUMN copied_columns TEXT;
        INSERT OR REPLACE INTO setting VALUES ('history-began', \(now));
        CREATE TABLE unseen (
            collection TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
        """

    /// What changes replace. The earlier journal is converted when the definitions are known.
    private static let images = """
        CREATE TABLE image (
            change INTEGER NOT NULL REFERENCES undo_change ON DELETE CASCADE, collection TEXT NOT NULL,
            source TEXT NOT NULL, key INTEGER NOT NULL, row INTEGER, hash INTEGER, picture INTEGER, before TEXT,
            PRIMARY KEY (change, collection, source, key)) WITHOUT ROWID;
        CREATE INDEX image_key ON image (collection, source, key, change);
        CREATE INDEX image_picture ON image (picture) WHERE picture IS NOT NULL;
        """

    /// Called in the transaction of every change, so that equal revisions mean equal content.
    static func countChange(of collection: CollectionInfo, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO change VALUES (?, 1) ON CONFLICT DO UPDATE SET revision = revision + 1",
            arguments: [collection.name])
    }

    static func revision(of collection: CollectionInfo, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT revision FROM change WHERE collection = ?", arguments: [collection.name]) ?? 0
    }
}
