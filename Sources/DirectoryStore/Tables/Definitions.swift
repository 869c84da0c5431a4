import DirectoryModel
import GRDB

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
