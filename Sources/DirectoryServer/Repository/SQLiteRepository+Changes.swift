private import DirectoryModel
private import Foundation
internal import GRDB

/// The log of changes of entries, by which a client that has an earlier list is sent the difference.
extension SQLiteRepository {
    /// One row for each change: the entry's key, and the tag of the list after it. A tag is random, so that the log of a
    /// restored backup does not contain those that were made after the backup. Triggers write the log for every
    /// writer.
    static let changeSchema = """
        CREATE TABLE entry_change (
            revision INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, tag TEXT NOT NULL, key INTEGER
        );
        CREATE INDEX entry_change_tag ON entry_change (tag);
        INSERT INTO entry_change (collection, tag) SELECT collection, tag FROM list;
        DROP TRIGGER entry_added;
        DROP TRIGGER entry_changed;
        DROP TRIGGER entry_removed;
        CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
            INSERT INTO list VALUES (new.collection, '', 0, 0) ON CONFLICT DO NOTHING;
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count + 1, bytes = bytes + length(new.json)
                WHERE collection = new.collection;
            INSERT INTO entry_change (collection, tag, key)
                SELECT collection, tag, new.key FROM list WHERE collection = new.collection;
        END;
        CREATE TRIGGER entry_changed AFTER UPDATE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), bytes = bytes + length(new.json) - length(old.json)
                WHERE collection = new.collection;
            INSERT INTO entry_change (collection, tag, key)
                SELECT collection, tag, old.key FROM list WHERE collection = new.collection AND old.key <> new.key;
            INSERT INTO entry_change (collection, tag, key)
                SELECT collection, tag, new.key FROM list WHERE collection = new.collection;
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count - 1, bytes = bytes - length(old.json)
                WHERE collection = old.collection;
            INSERT INTO entry_change (collection, tag, key)
                SELECT collection, tag, old.key FROM list WHERE collection = old.collection;
        END;
        """

    /// Lets each collection keep its latest changes, however many others have.
    static let changeBoundSchema = """
        DROP TRIGGER IF EXISTS entry_change_bound;
        CREATE INDEX entry_change_collection ON entry_change (collection);
        \(changeBound)
        """

    /// Keeps the latest 100,000 rows of each collection. Finding the last of them takes time, so that it is done for one
    /// row of 997, a prime, so that no collection always misses it; some more rows than that may be kept.
    static let changeBound = """
        CREATE TRIGGER entry_change_bound AFTER INSERT ON entry_change WHEN new.revision % 997 = 0 BEGIN
            DELETE FROM entry_change WHERE collection = new.collection AND revision <= (
                SELECT revision FROM entry_change WHERE collection = new.collection
                ORDER BY revision DESC LIMIT 1 OFFSET 100000);
        END;
        """

    public func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? {
        try await database.read { db in
            let revision = try Int64.fetchOne(
                db, sql: "SELECT max(revision) FROM entry_change WHERE tag = ? AND collection = ?",
                arguments: [request.tag, collection])
            guard let revision else { return nil }
            let changed = try Int.fetchSet(
                db, sql: "SELECT key FROM entry_change WHERE revision > ? AND collection = ? AND key IS NOT NULL",
                arguments: [revision, collection])
            return try body(try Self.delta(db, of: collection, changed: changed, request))
        }
    }

    private static func delta(
        _ db: Database, of collection: String, changed: Set<Int>, _ request: DeltaRequest
    ) throws -> ListDelta {
        var (removed, sent): ([Int], [(id: Int64, size: Int)]) = ([], [])
        let find = try db.cachedStatement(
            sql: "SELECT id, length(json) FROM entry WHERE collection = ? AND key = ?")
        for key in try changed.union(request.keys).union(keys(db, of: request.owners, in: collection)) {
            if let row = try Row.fetchOne(find, arguments: [collection, key]) {
                sent.append((try row.decode(atIndex: 0), try row.decode(atIndex: 1)))
            } else if changed.contains(key) {
                removed.append(key)
            }
        }
        let ids = sent.map(\.id).sorted()
        let list = try Row.fetchOne(
            db, sql: "SELECT tag, count, bytes FROM list WHERE collection = ?", arguments: [collection])
        return ListDelta(
            tag: try list?.decode(atIndex: 0) ?? "", count: try list?.decode(atIndex: 1) ?? 0,
            listByteCount: try list?.decode(atIndex: 2) ?? 0, byteCount: sent.reduce(0) { $0 + $1.size },
            removed: removed.sorted()
        ) { body in
            let read = try db.cachedStatement(sql: "SELECT json FROM entry WHERE id = ?")
            for id in ids {
                guard let json = try Data.fetchOne(read, arguments: [id]) else { continue }
                try body(json)
            }
        }
    }

    private static func keys(_ db: Database, of owners: [String], in collection: String) throws -> Set<Int> {
        let find = try db.cachedStatement(sql: "SELECT key FROM entry WHERE collection = ? AND owner = ?")
        // SQLite compares without case up to the first NUL only.
        return try owners.filter { !$0.utf8.contains(0) }.reduce(into: []) { keys, owner in
            keys.formUnion(try Int.fetchSet(find, arguments: [collection, owner]))
        }
    }
}

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
