import DirectoryModel
import GRDB

/// The tables and their migrations; `RecordTable` makes those of the collections.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for name in migrationsOfEarlierVersions { migrator.registerMigration(name) { _ in } }
        migrator.registerMigration("0.4") { db in
            let earlier = EarlierTables(db: db)
            try earlier.prepare()
            try db.execute(sql: tables)
            try earlier.convert()
        }
        return migrator
    }

    /// The migrations of 0.1 to 0.3. Each made tables that the next one converts.
    private static let migrationsOfEarlierVersions = [
        "1 people", "2 published", "3 undo", "4 contacts", "5 todos", "6 tours", "7 players", "8 courses",
        "published base", "own record", "listed", "undo after", "definitions", "learned", "set aside source",
        "one journal", "history", "not same", "withdrawn", "pictures", "people by owner",
    ]

    /// Tables of 0.3 with these names have these columns.
    private static let tables = """
        CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS change (collection TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS definition (collection TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS set_aside (
            position INTEGER PRIMARY KEY, collection TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL,
            source TEXT);
        CREATE TABLE IF NOT EXISTS listed (
            collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
            PRIMARY KEY (collection, key)) WITHOUT ROWID;
        CREATE TABLE picture (row INTEGER PRIMARY KEY, hash INTEGER NOT NULL UNIQUE, content NOT NULL);
        CREATE TABLE mark (
            id INTEGER PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL, key INTEGER NOT NULL,
            other TEXT NOT NULL DEFAULT '', value TEXT NOT NULL DEFAULT '', UNIQUE (collection, kind, key, other));
        CREATE INDEX mark_card ON mark (collection, other) WHERE kind = 'card';
        CREATE TABLE IF NOT EXISTS undo_change (
            id INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, label TEXT NOT NULL,
            cause TEXT NOT NULL DEFAULT '', session TEXT NOT NULL, time INTEGER NOT NULL,
            is_undo INTEGER NOT NULL, is_whole INTEGER NOT NULL DEFAULT 0, is_offered INTEGER NOT NULL DEFAULT 1,
            is_download INTEGER NOT NULL DEFAULT 0, reverted_by INTEGER, count INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE image (
            change INTEGER NOT NULL REFERENCES undo_change ON DELETE CASCADE, collection TEXT NOT NULL,
            source TEXT NOT NULL, key INTEGER NOT NULL, row INTEGER, hash INTEGER, picture INTEGER, before TEXT,
            PRIMARY KEY (change, collection, source, key)) WITHOUT ROWID;
        CREATE INDEX image_key ON image (collection, source, key, change);
        CREATE INDEX image_picture ON image (picture) WHERE picture IS NOT NULL;
        INSERT OR IGNORE INTO setting VALUES ('history-began', \(now));
        """

    /// The time in seconds since 1970, in SQL.
    static let now = "(julianday('now') - 2440587.5) * 86400"

    /// Called in the transaction of every change, so that equal revisions mean equal content.
    static func countChange(of collection: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO change VALUES (?, 1) ON CONFLICT DO UPDATE SET revision = revision + 1",
            arguments: [collection])
    }

    static func revision(of collection: CollectionInfo, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT revision FROM change WHERE collection = ?", arguments: [collection.name]) ?? 0
    }
}
