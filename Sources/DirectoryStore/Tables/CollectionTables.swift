import ClassAPI
import DirectoryModel
import GRDB

/// The tables of one collection, made from its definition: missing tables and columns are added, and derived values are
/// recomputed if the definition changed.
///
/// Columns have no type, so that numbers stay numbers and texts stay texts. Columns of removed fields stay.
struct CollectionTables {
    private let table: RecordTable

    init(_ table: RecordTable) { self.table = table }

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
        for specimen in table.definition.specimens {
            for value in table.prepare(specimen).values { hash.add("\(value)") }
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
        try makeIndexes(in: db)
    }

    /// Every start and every change look for the user's own record, and the first rows are read in the list's order.
    private func makeIndexes(in db: Database) throws {
        guard let owner = table.definition.owner else { return }
        let name = table.name
        try db.execute(
            sql: "CREATE INDEX IF NOT EXISTS \(name)_owner ON \(name) (\"\(owner.key)\" COLLATE NOCASE)")
        guard let grouping = table.definition.groupings.first, grouping.section != nil else { return }
        let columns = "section_\(grouping.id), sort_\(table.definition.orders[0].id), row"
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS \(name)_listed ON \(name) (\(columns))")
    }

    private func addColumns(in db: Database) throws {
        let defaults = Dictionary(zip(table.columns, table.defaults)) { $1 }
        // SQL ignores the case of names, which the key of a field in a file may change.
        let present = Set(try db.columns(in: table.name).map { $0.name.lowercased() })
        for column in table.columns where !present.contains(column.filter { $0 != "\"" }.lowercased()) {
            let value = try String.fetchOne(db, sql: "SELECT quote(?)", arguments: [defaults[column] ?? .null])
            try db.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column) DEFAULT \(value ?? "NULL")")
        }
    }

    /// Recomputes hashes, sections and sort texts, and updates the hashes in other tables.
    /// - Parameter step: called with the number of records done since the last call.
    func derive(in db: Database, step: (Int) -> Void) throws {
        try recordHashes(in: db)
        defer { try? db.execute(sql: "DROP TABLE temp.old_hash") }
        try deriveRows(in: db, step: step)
        try translateHashes(in: db)
        try table.updateImageHashes(in: db)
    }

    private func deriveRows(in db: Database, step: (Int) -> Void) throws {
        // The rows are listed first, not read while they are written.
        let numbers = try Int64.fetchAll(db, sql: "SELECT row FROM \(table.name)")
        let select = "SELECT \(table.selection) FROM \(table.name) WHERE row = ?"
        for number in numbers {
            let statement = try db.cachedStatement(sql: select)
            guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
            try table.update(table.prepared(row, in: db), row: number, in: db)
            step(1)
        }
    }

    /// Notes that the file has the tables of this definition.
    func noteDefinition(in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO definition (collection, fingerprint) VALUES (?, ?)",
            arguments: [table.name, fingerprint()])
    }

    // MARK: Hashes in other tables

    private func recordHashes(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE old_hash AS SELECT "\(table.keyColumn)" AS key, hash FROM \(table.name);
                CREATE UNIQUE INDEX temp.old_hash_key ON old_hash (key);
                """)
    }

    /// Replaces the hashes of present records in other tables, and those of other versions with stored content.
    private func translateHashes(in db: Database) throws {
        let sameRecord = "o JOIN \(table.name) r ON r.\(table.quotedKey) = o.key WHERE collection = ?"
        try db.execute(
            sql: """
                UPDATE listed SET hash = r.hash FROM old_hash \(sameRecord) AND listed.key = o.key AND listed.hash = o.hash;
                UPDATE mark SET value = r.hash || ltrim(value, '-0123456789') FROM old_hash \(sameRecord) AND mark.key = o.key
                AND kind IN ('own', 'published') AND value <> '' AND CAST(value AS INTEGER) = o.hash
                """, arguments: [table.name, table.name])
        for (key, mark) in try MarkTable(table, in: db).values(.published) {
            guard let version = PublishedVersion(mark), try version.hash != table.hash(of: key, in: db),
                let base = try table.publishedRecord(key: key, in: db)
            else { continue }
            let hash = table.content(of: base).hash
            let translated = PublishedVersion(hash: hash, tag: version.tag, base: version.base)
            try MarkTable(table, in: db).put(.published, key: key, value: translated.mark)
        }
    }
}

/// The collections' definitions, compared with those that wrote the file.
struct Definitions {
    private let all: [Definition]

    init(_ all: [Definition]) { self.all = all }

    func areCurrent(in db: Database) throws -> Bool {
        try !JournalMigration.isNeeded(in: db) && all.allSatisfy { try Self.isCurrent($0, in: db) }
    }

    /// How many records the file has.
    func count(in db: Database) throws -> Int {
        try Self.count(of: all.filter { try db.tableExists($0.collection.name) }, in: db)
    }

    private static func count(of definitions: [Definition], in db: Database) throws -> Int {
        try definitions.reduce(0) {
            try $0 + (Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($1.collection.name)") ?? 0)
        }
    }

    /// Migrates the file to the definitions in one transaction.
    /// - Parameter progress: called with the fraction done.
    func apply(in db: Database, progress: (Double) -> Void) throws {
        try db.inTransaction(.immediate) {
            let changed = try all.filter { try !Self.isCurrent($0, in: db) }
            let made = changed.map { CollectionTables(RecordTable($0)) }
            for tables in made { try tables.make(in: db) }
            if try JournalMigration.isNeeded(in: db) {
                try JournalMigration.run(all.map(RecordTable.init), in: db)
            }
            let total = try Self.count(of: changed, in: db)
            var done = 0
            for tables in made {
                try tables.derive(in: db) { count in
                    done += count
                    if done.isMultiple(of: 1000) { progress(Double(done) / Double(max(1, total))) }
                }
                try tables.noteDefinition(in: db)
            }
            progress(1)
            return .commit
        }
    }

    static func isCurrent(_ definition: Definition, in db: Database) throws -> Bool {
        let known = try String.fetchOne(
            db, sql: "SELECT fingerprint FROM definition WHERE collection = ?", arguments: [definition.collection.name])
        return known == CollectionTables(RecordTable(definition)).fingerprint()
    }

    /// True if the file has collections, but never had this one. Versions before definitions had no table of them.
    static func isUnknown(_ definition: Definition, in db: Database) throws -> Bool {
        let name = definition.collection.name
        if try db.tableExists(name) { return false }
        guard try db.tableExists("definition") else { return try db.tableExists(Definition.people.collection.name) }
        let known = Set(try String.fetchAll(db, sql: "SELECT collection FROM definition"))
        return !known.isEmpty && !known.contains(name)
    }
}
