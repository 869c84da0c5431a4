import ClassAPI
import DirectoryModel
import GRDB

/// The tables of one collection, made from its definition: absent tables are made, missing columns are added, and
/// derived values are made again where the definition changed.
///
/// Columns do not have a type, so that numbers stay numbers and texts stay texts. A column whose field was removed
/// stays.
struct CollectionTables<R: DirectoryRecord> {
    private let table = RecordTable<R>()
    private let texts = SearchTextTable<R>()

    /// The fingerprint of the definition; where it differs, the derived values must be made again.
    func fingerprint() -> String {
        var hash = ContentHash()
        // The version of the hash function; raise it when hashes are made in another way.
        hash.add("1")
        for (field, value) in zip(table.columnFields, table.defaults) {
            hash.add(field.key)
            hash.add("\(value)")
        }
        for column in table.derivedColumns { hash.add(column) }
        for specimen in R.specimens {
            let values = table.allValues(of: specimen, table.content(of: specimen))
            for value in values.databaseValues { hash.add("\(value)") }
        }
        return hash.hexadecimal()
    }

    /// Makes the tables and columns that are absent.
    func make(in db: Database) throws {
        let columns = table.columns.dropFirst().joined(separator: ", ")
        let key = "\"\(table.keyColumn)\" INTEGER NOT NULL"
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(table.name) (row INTEGER PRIMARY KEY, \(key) UNIQUE, \(columns));
                CREATE TABLE IF NOT EXISTS \(table.pictureTable) (row INTEGER PRIMARY KEY, content NOT NULL);
                \(SearchTextTable<R>.create)
                """)
        try addColumns(in: db)
    }

    private func addColumns(in db: Database) throws {
        let defaults = Dictionary(zip(table.columns, table.defaults)) { $1 }
        let present = Set(try db.columns(in: table.name).map { "\"\($0.name)\"" })
        for column in table.columns where !present.contains("\"\(column.filter { $0 != "\"" })\"") {
            let value = try String.fetchOne(db, sql: "SELECT quote(?)", arguments: [defaults[column] ?? .null])
            try db.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column) DEFAULT \(value ?? "NULL")")
        }
        let places = Set(try db.columns(in: "undo_row").map(\.name))
        for place in JournalTable.records(of: R.self).places where !places.contains(place) {
            try db.execute(sql: "ALTER TABLE undo_row ADD COLUMN \(place)")
        }
    }

    /// Makes every hash, section, sort text and search text again, and updates the hashes of this collection in other
    /// tables.
    /// - Parameter step: called with the number of records done since the last call.
    func derive(in db: Database, step: (Int) -> Void) throws {
        try rememberHashes(in: db)
        defer { try? db.execute(sql: "DROP TABLE temp.old_hash") }
        try db.execute(sql: "DELETE FROM \(texts.name)")
        // The journal has rows as the earlier definition made them.
        try db.execute(sql: "DELETE FROM undo_change WHERE collection = ?", arguments: [table.name])
        try deriveRows(in: db, step: step)
        try translateHashes(in: db)
    }

    private func deriveRows(in db: Database, step: (Int) -> Void) throws {
        let values = table.derivedColumns.map { "\($0) = ?" }.joined(separator: ", ")
        let update = "UPDATE \(table.name) SET \(values) WHERE row = ?"
        // The rows are numbered first: rows are not read and written at the same time.
        let numbers = try Int64.fetchAll(db, sql: "SELECT row FROM \(table.name)")
        let select = "SELECT \(table.selection) FROM \(table.name) WHERE row = ?"
        for number in numbers {
            let statement = try db.cachedStatement(sql: select)
            guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
            let record = try table.unchecked(row, in: db)
            let content = table.content(of: record)
            var values = table.derivedValues(of: record, content)
            values.append(number)
            try FastStatement(update, in: db).run(values)
            try texts.write(SearchText(of: record), hash: content.hash, row: number, in: db)
            step(1)
        }
    }

    // MARK: Hashes in other tables

    private func rememberHashes(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE old_hash AS SELECT "\(table.keyColumn)" AS key, hash FROM \(table.name);
                CREATE UNIQUE INDEX temp.old_hash_key ON old_hash (key);
                """)
    }

    /// Where a table has the hash of the present record, the hash becomes its new one; where it has another version
    /// complete, the hash becomes that version's.
    private func translateHashes(in db: Database) throws {
        for (name, column) in [("published", "hash"), ("listed", "hash"), ("own_record", "untouched")] {
            try db.execute(
                sql: """
                    UPDATE \(name) SET \(column) = r.hash FROM old_hash o JOIN \(table.name) r ON r."\(table.keyColumn)" = o.key
                    WHERE collection = ? AND \(name).key = o.key AND \(name).\(column) = o.hash
                    """, arguments: [table.name])
        }
        let others = try Int.fetchAll(
            db,
            sql: """
                SELECT p.key FROM published p LEFT JOIN \(table.name) r ON r."\(table.keyColumn)" = p.key
                WHERE p.collection = ? AND p.base IS NOT NULL AND p.hash IS NOT r.hash
                """, arguments: [table.name])
        for key in others {
            guard let base = try PublishedTable.record(of: R.self, key: key, in: db) else { continue }
            try db.execute(
                sql: "UPDATE published SET hash = ? WHERE collection = ? AND key = ?",
                arguments: [table.content(of: base).hash, table.name, key])
        }
    }
}

/// The collections' definitions, compared with those that the file was written by.
struct Definitions {
    let types: [any DirectoryRecord.Type]

    /// True where the file was written by these definitions.
    func areCurrent(in db: Database) throws -> Bool {
        try types.allSatisfy { try Self.isCurrent($0, in: db) }
    }

    /// Makes the file follow the definitions, all of it in one transaction or none of it.
    /// - Parameter progress: called with the part that is done, from 0 to 1, where values must be derived again.
    func apply(in db: Database, progress: (Double) -> Void) throws {
        try db.inTransaction(.immediate) {
            let changed = try types.filter { try !Self.isCurrent($0, in: db) }
            for type in changed { try Self.make(type, in: db) }
            let total = try changed.reduce(0) { try $0 + Self.count($1, in: db) }
            var done = 0
            for type in changed {
                try Self.derive(type, in: db) { count in
                    done += count
                    if done.isMultiple(of: 1000) { progress(Double(done) / Double(max(1, total))) }
                }
            }
            progress(1)
            return .commit
        }
    }

    /// True where the collection was written by its definition.
    static func isCurrent<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws -> Bool {
        let known = try String.fetchOne(
            db, sql: "SELECT fingerprint FROM definition WHERE collection = ?", arguments: [R.collection.name])
        return known == CollectionTables<R>().fingerprint()
    }

    private static func make<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws {
        try CollectionTables<R>().make(in: db)
    }

    private static func count<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(R.collection.name)") ?? 0
    }

    private static func derive<R: DirectoryRecord>(
        _ type: R.Type, in db: Database, step: (Int) -> Void
    ) throws {
        let tables = CollectionTables<R>()
        try tables.derive(in: db, step: step)
        try db.execute(
            sql: "INSERT OR REPLACE INTO definition VALUES (?, ?)",
            arguments: [R.collection.name, tables.fingerprint()])
    }
}
