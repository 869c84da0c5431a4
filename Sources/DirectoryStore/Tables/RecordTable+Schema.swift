import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// The tables of one collection, made from its definition: missing tables and columns are added, and derived values are
/// recomputed if the definition changed.
///
/// Columns have no type, so that numbers stay numbers and texts stay texts. Columns of removed fields stay.
extension RecordTable {
    /// Identifies the definition; if it changes, derived values must be recomputed.
    private func fingerprint() -> String {
        var hash = ContentHash()
        // The version of the hash function and of folding. Increment it when hashes or folded texts change.
        hash.add("2")
        for (field, value) in zip(columnFields, defaults) {
            hash.add(field.key)
            hash.add("\(value)")
            // A search reads these values in another way.
            hash.add("\(field.isRequired), \(field.editor == .text(.name))")
        }
        for column in derivedColumns { hash.add(column) }
        for specimen in definition.specimens {
            for value in prepare(specimen).values { hash.add(Data.fromDatabaseValue(value) ?? Data("\(value)".utf8)) }
        }
        return hash.hexadecimal()
    }

    fileprivate func make(in db: Database) throws {
        let columns = columns.dropFirst().joined(separator: ", ")
        let key = "\(quotedKey) INTEGER NOT NULL UNIQUE"
        try db.execute(
            sql: "CREATE TABLE IF NOT EXISTS \(name) (row INTEGER PRIMARY KEY, \(key), picture, \(columns))")
        try addColumns(in: db)
        try makeIndexes(in: db)
    }

    /// Every start and every change look for the user's own record, and the first rows are read in the list's order.
    private func makeIndexes(in db: Database) throws {
        guard let owner = definition.owner else { return }
        try db.execute(
            sql: "CREATE INDEX IF NOT EXISTS \(name)_owner ON \(name) (\(owner.column) COLLATE NOCASE)")
        guard let grouping = definition.groupings.first, grouping.section != nil else { return }
        let columns = "section_\(grouping.id), sort_\(definition.orders[0].id), row"
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS \(name)_listed ON \(name) (\(columns))")
    }

    private func addColumns(in db: Database) throws {
        let defaults = Dictionary(zip(columns, defaults)) { $1 }
        // SQL ignores the case of names, which the key of a field in a file may change.
        let present = Set(try db.columns(in: name).map { $0.name.lowercased() })
        for column in columns where !present.contains(column.filter { $0 != "\"" }.lowercased()) {
            let value = try String.fetchOne(db, sql: "SELECT quote(?)", arguments: [defaults[column] ?? .null])
            try db.execute(sql: "ALTER TABLE \(name) ADD COLUMN \(column) DEFAULT \(value ?? "NULL")")
        }
    }

    /// Recomputes hashes and the texts of sections, orders, and searches, and updates the hashes in other tables.
    /// - Parameter step: called for each record.
    fileprivate func derive(in db: Database, step: () -> Void) throws {
        try recordHashes(in: db)
        defer { try? db.execute(sql: "DROP TABLE temp.old_hash") }
        try deriveRows(in: db, step: step)
        try translateHashes(in: db)
        try updateImageHashes(in: db)
    }

    private func deriveRows(in db: Database, step: () -> Void) throws {
        // The rows are listed first, not read while they are written.
        let numbers = try Int64.fetchAll(db, sql: "SELECT row FROM \(name)")
        let select = "SELECT \(selection) FROM \(name) WHERE row = ?"
        for number in numbers {
            let statement = try db.cachedStatement(sql: select)
            guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
            try update(prepared(row, in: db), row: number, in: db)
            step()
        }
    }

    /// True if the file has the tables of this definition.
    func isCurrent(in db: Database) throws -> Bool {
        let sql = "SELECT fingerprint FROM definition WHERE collection = ?"
        guard let noted = try String.fetchOne(db, sql: sql, arguments: [name]) else { return false }
        return noted == fingerprint()
    }

    /// True if the file has collections, but never had this one. Versions before definitions had no table of them.
    func isUnknown(in db: Database) throws -> Bool {
        if try db.tableExists(name) { return false }
        guard try db.tableExists("definition") else { return try db.tableExists(Definition.people.collection.name) }
        let known = Set(try String.fetchAll(db, sql: "SELECT collection FROM definition"))
        return !known.isEmpty && !known.contains(name)
    }

    /// Notes that the file has the tables of this definition.
    fileprivate func noteDefinition(in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO definition (collection, fingerprint) VALUES (?, ?)",
            arguments: [name, fingerprint()])
    }

    // MARK: Hashes in other tables

    private func recordHashes(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE old_hash AS SELECT \(quotedKey) AS key, hash FROM \(name);
                CREATE UNIQUE INDEX temp.old_hash_key ON old_hash (key);
                """)
    }

    /// Replaces the hashes of present records in other tables, and those of other versions with stored content.
    private func translateHashes(in db: Database) throws {
        let sameRecord = "o JOIN \(name) r ON r.\(quotedKey) = o.key WHERE collection = ?"
        try db.execute(
            sql: """
                UPDATE listed SET hash = r.hash FROM old_hash \(sameRecord) AND listed.key = o.key AND listed.hash = o.hash;
                UPDATE mark SET value = r.hash || ltrim(value, '-0123456789') FROM old_hash \(sameRecord) AND mark.key = o.key
                AND kind IN ('own', 'published') AND value <> '' AND CAST(value AS INTEGER) = o.hash
                """, arguments: [name, name])
        for (key, mark) in try MarkTable(self, in: db).values(.published) {
            guard let version = PublishedVersion(mark), try version.hash != hash(of: key, in: db),
                let base = try publishedRecord(key: key, in: db)
            else { continue }
            let hash = content(of: base).hash
            let translated = PublishedVersion(hash: hash, tag: version.tag, base: version.base)
            try MarkTable(self, in: db).put(.published, key: key, value: translated.mark)
        }
    }
}

/// The collections' definitions, compared with those that wrote the file.
extension [Definition] {
    func areCurrent(in db: Database) throws -> Bool {
        try !JournalMigration.isNeeded(in: db) && allSatisfy { try RecordTable($0).isCurrent(in: db) }
    }

    /// How many records the file has.
    func recordCount(in db: Database) throws -> Int {
        try map { $0.collection.name }.filter { try db.tableExists($0) }.reduce(0) {
            try $0 + (Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($1)") ?? 0)
        }
    }

    /// Migrates the file to the definitions in one transaction.
    /// - Parameter progress: called with the fraction done.
    func apply(in db: Database, progress: (Double) -> Void) throws {
        try db.inTransaction(.immediate) {
            let tables = map(RecordTable.init)
            let changed = try tables.filter { try !$0.isCurrent(in: db) }
            for table in changed { try table.make(in: db) }
            if try JournalMigration.isNeeded(in: db) { try JournalMigration.run(tables, in: db) }
            let total = try changed.map(\.definition).recordCount(in: db)
            var done = 0
            for table in changed {
                try table.derive(in: db) {
                    done += 1
                    if done.isMultiple(of: 1000) { progress(Double(done) / Double(total)) }
                }
                try table.noteDefinition(in: db)
            }
            progress(1)
            return .commit
        }
    }
}
