import DirectoryModel
import GRDB

/// The tables, and how older files get them. A migration that was released is never edited.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 people") { db in
            try db.execute(
                sql: """
                    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE change (collection TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE set_aside (
                        position INTEGER PRIMARY KEY, collection TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL);
                    CREATE TABLE people (
                        row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid TEXT NOT NULL,
                        fName TEXT NOT NULL, lName TEXT NOT NULL, email TEXT NOT NULL, "from" TEXT NOT NULL,
                        gender TEXT NOT NULL, role TEXT NOT NULL, program TEXT NOT NULL, plan TEXT NOT NULL,
                        team TEXT NOT NULL, movie TEXT NOT NULL, hobby TEXT NOT NULL, languages TEXT NOT NULL,
                        hash INTEGER NOT NULL, has_picture INTEGER NOT NULL,
                        section_role TEXT NOT NULL, section_team TEXT NOT NULL,
                        sort_last TEXT NOT NULL, sort_first TEXT NOT NULL);
                    CREATE INDEX people_listed ON people (section_role, sort_last, row);
                    CREATE TABLE people_picture (row INTEGER PRIMARY KEY, content NOT NULL);
                    """)
        }
        migrator.registerMigration("2 published") { db in
            try db.execute(
                sql: """
                    CREATE TABLE published (
                        collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL, tag TEXT,
                        PRIMARY KEY (collection, key)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("3 undo") { db in
            try db.execute(
                sql: """
                    CREATE TABLE undo_change (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, collection TEXT NOT NULL,
                        label TEXT NOT NULL, has_aside INTEGER NOT NULL DEFAULT 0);
                    CREATE TABLE set_aside_before (
                        change INTEGER NOT NULL, position INTEGER, collection TEXT NOT NULL, reason TEXT NOT NULL,
                        raw TEXT NOT NULL);
                    CREATE TABLE published_before (
                        change INTEGER NOT NULL, collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
                        tag TEXT);
                    CREATE TABLE people_before (
                        change INTEGER NOT NULL, row INTEGER, DUID INTEGER NOT NULL, netid, fName, lName, email, "from",
                        gender, role, program, plan, team, movie, hobby, languages, hash, has_picture,
                        section_role, section_team, sort_last, sort_first, content);
                    CREATE INDEX people_before_change ON people_before (change);
                    """)
        }
        for (name, tables) in collectionTables {
            migrator.registerMigration(name) { try $0.execute(sql: tables.sql) }
        }
        migrator.registerMigration("published base") { db in
            try db.execute(
                sql: """
                    ALTER TABLE published ADD COLUMN base BLOB;
                    ALTER TABLE published_before ADD COLUMN base BLOB;
                    """)
        }
        migrator.registerMigration("own record") { try $0.execute(sql: ownRecord) }
        migrator.registerMigration("listed") { db in
            try db.execute(
                sql: """
                    CREATE TABLE listed (
                        collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
                        PRIMARY KEY (collection, key)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("undo after") { try $0.execute(sql: undoAfter) }
        migrator.registerMigration("definitions") { try $0.execute(sql: definitions) }
        migrator.registerMigration("learned") { db in
            try db.execute(
                sql: """
                    CREATE TABLE learned (
                        collection TEXT NOT NULL, key INTEGER NOT NULL, box INTEGER NOT NULL, due INTEGER NOT NULL,
                        name TEXT NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("set aside source") { db in
            try db.execute(
                sql: """
                    ALTER TABLE set_aside ADD COLUMN source TEXT;
                    ALTER TABLE set_aside_before ADD COLUMN source TEXT;
                    """)
        }
        migrator.registerMigration("one journal") { try replaceJournals(in: $0) }
        return migrator
    }

    /// One table has what changes replaced. Earlier versions had one for each collection, and forgot what was in them
    /// when they ended.
    private static func replaceJournals(in db: Database) throws {
        let collections = try Set(
            String.fetchAll(db, sql: "SELECT collection FROM definition") + ["people"] + collectionTables.map(\.1.name))
        // A place for every column, and one for the picture.
        let width = try collections.map { try db.columns(in: $0).count + 1 }.max() ?? 0
        let earlier =
            (["set_aside", "published", "own_record"] + collections).map { "\($0)_before" } + [
                "undo_change", "undo_after", "undo_after_own", "undo_after_published", "undo_after_aside",
            ]
        for name in earlier { try db.execute(sql: "DROP TABLE IF EXISTS \(name)") }
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
                    \((0..<width).map { "c\($0)" }.joined(separator: ", ")));
                CREATE INDEX undo_row_change ON undo_row (change, source, is_after, key);
                """)
    }

    /// The definition of every collection when its records were written; from here on it makes its tables. The columns
    /// of people accept NULL, too, so that a field can be removed.
    private static let definitions = """
        CREATE TABLE definition (collection TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE people_now (
            row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid, fName, lName, email, "from", gender, role,
            program, plan, team, movie, hobby, languages, hash, has_picture, section_role, section_team, sort_last,
            sort_first);
        INSERT INTO people_now SELECT row, DUID, netid, fName, lName, email, "from", gender, role, program, plan, team,
            movie, hobby, languages, hash, has_picture, section_role, section_team, sort_last, sort_first FROM people;
        DROP TABLE people;
        ALTER TABLE people_now RENAME TO people;
        CREATE INDEX people_listed ON people (section_role, sort_last, row);
        """

    /// What each change that can be undone left behind, so that later changes can be detected.
    private static let undoAfter = """
        ALTER TABLE undo_change ADD COLUMN has_after INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE undo_change ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE undo_after (
            change INTEGER NOT NULL, key INTEGER NOT NULL, hash INTEGER, fields BLOB,
            PRIMARY KEY (change, key)) WITHOUT ROWID;
        CREATE TABLE undo_after_own (
            change INTEGER NOT NULL, key INTEGER NOT NULL, untouched INTEGER, is_former INTEGER NOT NULL,
            PRIMARY KEY (change, key)) WITHOUT ROWID;
        CREATE TABLE undo_after_published (
            change INTEGER NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL, tag TEXT,
            PRIMARY KEY (change, key)) WITHOUT ROWID;
        CREATE TABLE undo_after_aside (
            change INTEGER NOT NULL, position INTEGER NOT NULL, hash INTEGER NOT NULL,
            PRIMARY KEY (change, position)) WITHOUT ROWID;
        """

    /// The user's own records; before this, the record of a first launch was recognized by its number.
    private static let ownRecord = """
        CREATE TABLE own_record (
            collection TEXT NOT NULL, key INTEGER NOT NULL, untouched INTEGER, is_former INTEGER NOT NULL,
            PRIMARY KEY (collection, key)) WITHOUT ROWID;
        CREATE TABLE own_record_before (
            change INTEGER NOT NULL, collection TEXT NOT NULL, key INTEGER NOT NULL, untouched INTEGER,
            is_former INTEGER NOT NULL);
        INSERT INTO own_record
            SELECT collection, key, hash, 0 FROM published
            WHERE collection = 'people' AND key = 0 AND EXISTS (SELECT 1 FROM people WHERE DUID = 0);
        DELETE FROM published WHERE collection = 'people' AND key = 0;
        """

    /// One migration for each collection that was added later.
    private static let collectionTables: [(String, ReleasedTables)] = [
        (
            "4 contacts",
            ReleasedTables(
                name: "contacts", key: "id",
                fields:
                    "firstName, lastName, street, apartment, city, state, zipcode, phone, email, isEmergencyContact",
                sections: "section_initial", sorts: "sort_last, sort_first")
        ),
        (
            "5 todos",
            ReleasedTables(
                name: "todos", key: "id", fields: "title, user, \"order\", completed, url", sections: "section_none",
                sorts: "sort_order, sort_name")
        ),
        (
            "6 tours",
            ReleasedTables(
                name: "tours", key: "Id",
                fields: "CustomerName, NumberOfCustomers, TourDate, Message, ReservationCode, DateCreated",
                sections: "", sorts: "sort_date, sort_name")
        ),
        (
            "7 players",
            ReleasedTables(
                name: "players", key: "id",
                fields: """
                    Player, Team, Rank, Rating, Completions, Attempts, AttemptsPerGame, Yards, YardsPerGame,
                    YardsPerCompletion, Touchdowns, Interceptions, Percentage, Longest, Sacks
                    """, sections: "section_none", sorts: "sort_name")
        ),
        (
            "8 courses",
            ReleasedTables(
                name: "courses", key: "Id", fields: "Code, Name, Program, Level, Status, DateCreated",
                sections: "section_program", sorts: "sort_level, sort_name")
        ),
    ]

    /// Ensures that equal revisions mean equal content; called in the transaction of every change.
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

/// The tables of one collection as the first version made them. Columns do not have a type, so that numbers stay
/// numbers and texts stay texts.
private struct ReleasedTables {
    let name: String
    let key: String
    let fields: String
    let sections: String
    let sorts: String

    var sql: String {
        let columns = [fields, "hash", "has_picture", sections, sorts].filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            CREATE TABLE \(name) (row INTEGER PRIMARY KEY, "\(key)" INTEGER NOT NULL UNIQUE, \(columns));
            CREATE TABLE \(name)_picture (row INTEGER PRIMARY KEY, content NOT NULL);
            CREATE TABLE \(name)_before (
                change INTEGER NOT NULL, row INTEGER, "\(key)" INTEGER NOT NULL, \(columns), content);
            CREATE INDEX \(name)_before_change ON \(name)_before (change);
            """
    }
}
