import ClassAPI
import DirectoryModel
import GRDB

/// The tables of one collection, made from its definition: missing tables and columns are added, and derived values are
/// recomputed if the definition changed.
///
/// Columns have no type, so that numbers stay numbers and texts stay texts. Columns of removed fields stay.
struct CollectionTables<R: DirectoryRecord> {
    private let table = RecordTable<R>()

    /// Identifies the definition; if it changes, derived values must be recomputed.
    func fingerprint() -> String {
        var hash = ContentHash()
        // The version of the hash function and of folding. Increment it when hashes or folded texts change.
        hash.add("2")
        for (field, value) in zip(table.columnFields, table.defaults) {
            hash.add(field.key)
            hash.add("\(value)")
        }
        for column in table.derivedColumns { hash.add(column) }
        for specimen in R.specimens {
            for value in table.prepare(specimen).values.databaseValues { hash.add("\(value)") }
        }
        return hash.hexadecimal()
    }

    func make(in db: Database) throws {
        let columns = table.columns.dropFirst().joined(separator: ", ")
        let key = "\"\(table.keyColumn)\" INTEGER NOT NULL"
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(table.name) (row INTEGER PRIMARY KEY, \(key) UNIQUE, picture, \(columns));
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

    /// Recomputes hashes, sections and sort texts, and updates the hashes in other tables.
    /// - Parameter step: called with the number of records done since the last call.
    func derive(in db: Database, step: (Int) -> Void) throws {
        try rememberHashes(in: db)
        defer { try? db.execute(sql: "DROP TABLE temp.old_hash") }
        try deriveRows(in: db, step: step)
        try translateHashes(in: db)
        try JournalConversion<R>(in: db)?.run()
    }

    private func deriveRows(in db: Database, step: (Int) -> Void) throws {
        // The rows are listed first, not read while they are written.
        let numbers = try Int64.fetchAll(db, sql: "SELECT row FROM \(table.name)")
        let select = "SELECT \(table.selection) FROM \(table.name) WHERE row = ?"
        for number in numbers {
            let statement = try db.cachedStatement(sql: select)
            guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
            let record = try table.unchecked(row, in: db)
            try table.update(table.prepare(record), row: number, keepsPicture: true, in: db)
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

    /// Replaces the hashes of present records in other tables, and those of other versions with stored content.
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

/// The collections' definitions, compared with those that wrote the file.
struct Definitions {
    let types: [any DirectoryRecord.Type]

    func areCurrent(in db: Database) throws -> Bool {
        try types.allSatisfy { try Self.isCurrent($0, in: db) }
    }

    /// How many records the file has.
    func count(in db: Database) throws -> Int {
        try types.map { $0.collection.name }.filter { try db.tableExists($0) }.reduce(0) {
            try $0 + (Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($1)") ?? 0)
        }
    }

    /// Migrates the file to the definitions in one transaction.
    /// - Parameter progress: called with the fraction done.
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

    static func isCurrent<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws -> Bool {
        let known = try String.fetchOne(
            db, sql: "SELECT fingerprint FROM definition WHERE collection = ?", arguments: [R.collection.name])
        return known == CollectionTables<R>().fingerprint()
    }

    /// True if the file has collections, but never had this one. Versions before definitions had no table of them.
    static func isUnknown<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws -> Bool {
        if try db.tableExists(R.collection.name) { return false }
        guard try db.tableExists("definition") else { return try db.tableExists(DukePerson.collection.name) }
        let known = Set(try String.fetchAll(db, sql: "SELECT collection FROM definition"))
        return !known.isEmpty && !known.contains(R.collection.name)
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
            sql: "INSERT OR REPLACE INTO definition VALUES (?, ?, ?)",
            arguments: [
                R.collection.name, tables.fingerprint(), JournalTable.records(of: type).columns.joined(separator: "\n"),
            ])
    }
}
