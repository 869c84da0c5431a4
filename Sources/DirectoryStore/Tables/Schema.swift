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
        return migrator
    }

    /// Makes equal revisions mean equal content; called in the transaction of every change.
    static func countChange(of collection: Collection, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO change VALUES (?, 1) ON CONFLICT DO UPDATE SET revision = revision + 1",
            arguments: [collection.name])
    }

    static func revision(of collection: Collection, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT revision FROM change WHERE collection = ?", arguments: [collection.name]) ?? 0
    }
}
