private import DirectoryModel
private import Foundation
internal import GRDB

/// Entries of several collections in one table.
extension SQLiteRepository {
    /// Moves the people of earlier versions, whose table did not have collections, to their own collection. The JSON is
    /// the last column of a row, so that reading the others does not read it. Triggers update tag and length for every
    /// writer; a random tag never recurs, not even after restoring a backup.
    static let collectionSchema = """
        DROP TRIGGER entry_added;
        DROP TRIGGER entry_changed;
        DROP TRIGGER entry_removed;
        ALTER TABLE entry RENAME TO person;
        ALTER TABLE list RENAME TO person_list;
        DROP INDEX entry_place;
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            collection TEXT NOT NULL,
            key INTEGER NOT NULL,
            owner TEXT NOT NULL COLLATE NOCASE,
            section TEXT NOT NULL,
            sort TEXT NOT NULL,
            search TEXT NOT NULL,
            json BLOB NOT NULL
        );
        INSERT INTO entry (id, collection, key, owner, section, sort, search, json)
            SELECT id, 'people', duid, netid, section, sort, search, json FROM person ORDER BY id;
        CREATE UNIQUE INDEX entry_key ON entry (collection, key);
        CREATE UNIQUE INDEX entry_owner ON entry (collection, owner);
        CREATE INDEX entry_place ON entry (collection, section, sort, id);
        CREATE INDEX entry_id ON entry (collection, id);
        CREATE TABLE list (
            collection TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL
        ) WITHOUT ROWID;
        INSERT INTO list SELECT 'people', tag, count, bytes FROM person_list;
        DELETE FROM sqlite_sequence WHERE name = 'entry';
        INSERT INTO sqlite_sequence SELECT 'entry', seq FROM sqlite_sequence WHERE name = 'person';
        DROP TABLE person;
        DROP TABLE person_list;
        CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
            INSERT INTO list VALUES (new.collection, '', 0, 0) ON CONFLICT DO NOTHING;
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count + 1, bytes = bytes + length(new.json)
                WHERE collection = new.collection;
        END;
        CREATE TRIGGER entry_changed AFTER UPDATE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), bytes = bytes + length(new.json) - length(old.json)
                WHERE collection = new.collection;
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count - 1, bytes = bytes - length(old.json)
                WHERE collection = old.collection;
        END;
        """

    /// Entries that nobody sees, which have no place in the list, its count and its log.
    static let hiddenSchema = """
        CREATE TABLE hidden_entry (
            collection TEXT NOT NULL, key INTEGER NOT NULL, owner TEXT NOT NULL COLLATE NOCASE, section TEXT NOT NULL,
            sort TEXT NOT NULL, search TEXT NOT NULL, json BLOB NOT NULL, PRIMARY KEY (collection, owner)
        );
        CREATE UNIQUE INDEX hidden_entry_key ON hidden_entry (collection, key);
        """

    /// Updates what pages sort and search people by, which earlier versions made of other fields. What is sent stays
    /// the same, so the list does not count as changed.
    static func deriveEntries(in db: Database) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT id, json FROM entry")
        let update = try db.makeStatement(sql: "UPDATE entry SET section = ?, sort = ?, search = ? WHERE id = ?")
        var texts: [(id: Int64, entry: Entry)] = []
        while let row = try rows.next() {
            let json: Data = try row.decode(forColumn: "json")
            // What cannot be read stays as it is.
            guard let person = try? JSONDecoder().decode(DukePerson.self, from: json) else { continue }
            texts.append((try row.decode(forColumn: "id"), Entry(person, json: Data())))
        }
        let trigger = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = 'entry_changed'")
        try db.execute(sql: "DROP TRIGGER IF EXISTS entry_changed")
        for (id, entry) in texts {
            try update.execute(arguments: [entry.section, entry.order, entry.searchText, id])
        }
        if let trigger { try db.execute(sql: trigger) }
    }
}
