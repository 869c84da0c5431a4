import DirectoryModel
import Foundation
import GRDB
import Language

/// Creates a new store beside a damaged one from what can be read of it.
final class DatabaseRecovery {
    let fresh: Store
    private let sandbox: URL
    private let folder: WorkFile
    private let account: SystemAccount
    /// The tables, other than those of records, that could not be read.
    private var lost: Set<String> = []
    /// The copy of the damaged file, which is removed unless the store is restored.
    private var copy: URL?

    init(
        of sandbox: URL, _ account: SystemAccount, _ collections: [Definition], pageSize: Int? = nil
    ) throws(StoreError) {
        self.sandbox = sandbox
        self.account = account
        folder = try mappingStoreErrors { try WorkFile(in: sandbox, isFolder: true) }
        // Not in the work folder itself, which is locked: opening a new store waits for that lock.
        let inner = folder.url.appending(path: "restored", directoryHint: .isDirectory)
        if let pageSize { try DatabaseFile(in: inner).make(pageSize: pageSize) }
        fresh = try Store(sandbox: inner, collections: collections)
    }

    deinit {
        if let copy { WorkFile.remove(copy) }
    }

    func preserveDamaged() { copy = nil }

    /// Restores the store in a new file, which replaces the damaged one.
    func replaceFile() throws(StoreError) -> RecoveryReport {
        let restored = try run()
        try mappingStoreErrors {
            _ = try fresh.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try fresh.pool.close()
            try DatabaseFile(in: fresh.sandbox).move(to: DatabaseFile(in: sandbox))
        }
        preserveDamaged()
        return restored
    }

    /// Copies the damaged file, and reads it into the new store.
    func run() throws(StoreError) -> RecoveryReport {
        let damagedCopy = try copyDamaged()
        let fromFiles = Set(fresh.stored.filter { loadsFile(of: $0) }.map { $0.collection })
        let rejected = try fresh[.people].rejected()
        // A readable record may be newer than the JSON file.
        let incomplete = try read(damagedCopy)?.filter { !fromFiles.contains($0) }
        unlink(damagedCopy.path(percentEncoded: false) + "-shm")
        var others: [String] = []
        for definition in fresh.stored where definition !== Definition.people {
            let count = try fresh[definition].count()
            if count > 0 { others.append(definition.collection.counted(count)) }
        }
        return RecoveryReport(
            people: try fresh[.people].count(), isFromFile: fromFiles.contains(Definition.people.collection),
            others: others, incomplete: incomplete,
            rejected: rejected, own: try findOwn(), areSettingsLost: lost.contains("setting"),
            copyName: damagedCopy.lastPathComponent)
    }

    /// Loads the JSON file of a collection.
    /// - Returns: false if there is none that can be read.
    private func loadsFile(of definition: Definition) -> Bool {
        guard let name = definition.sandboxFile else { return false }
        let list = ListFile(sandbox.appending(path: name), mayBePipe: false, isMirror: true)
        return (try? fresh[definition].load(list, .replace, offersUndo: false)) != nil
    }

    /// Finds the user's own record by NetID or login name, if its mark could not be read.
    private func findOwn() throws(StoreError) -> RecoveryReport.Own? {
        guard lost.contains("mark"), try fresh[.people].count() > 0 else { return nil }
        if try !fresh[.people].own().isMarked {
            try fresh[.people].claimOwn(netid: try Setting.netid.value(in: fresh) ?? account.login, .preserve)
        }
        guard let key = try fresh[.people].ownKey() else { return .lost }
        return .found(name: try fresh[.people].find(key: key)?.displayName ?? "")
    }

    /// - Returns: the collections that could not be read completely; nil if none could be read.
    private func read(_ damagedCopy: URL) throws(StoreError) -> [CollectionInfo]? {
        guard let damaged = DamagedDatabaseReader(damagedCopy) else {
            lost = ["mark", "setting"]
            return nil
        }
        var incomplete: [CollectionInfo] = []
        for definition in fresh.stored where try !damaged.copy(definition, to: fresh) {
            incomplete.append(definition.collection)
        }
        lost = try damaged.copyTheRest(to: fresh)
        return incomplete
    }

    private func copyDamaged() throws(StoreError) -> URL {
        let file = DatabaseFile(in: sandbox)
        guard let free = WorkFile.freeName(for: file.url, "damaged") else {
            throw .cannotWrite(file: DatabaseFile.name, reason: translated("there are too many damaged files"))
        }
        copy = free
        do {
            try file.copy(to: free)
            return free
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch {
            let reason = StoreError.reason(for: error)
            throw .cannotWrite(file: free.lastPathComponent, reason: reason)
        }
    }
}

extension DatabaseWriter {
    /// Replaces the content of this database with `source` after `fill` wrote it. No other program can write this
    /// database from before `fill` on.
    /// - Returns: the result of `fill`; if that is nil, the database is unchanged.
    func become<T>(_ source: DatabaseFile, after fill: @escaping () throws -> T?) throws -> T? {
        let source = try source.openToRead()
        var filled: T?
        do {
            try source.inDatabase { from in
                try writeWithoutTransaction { db in
                    // Copying the first page locks this database. What was copied before `fill` is copied again.
                    try from.backup(to: db, pagesPerStep: 1) { _ in
                        if filled != nil { return }
                        filled = try fill()
                        if filled == nil { throw CancellationError() }
                    }
                }
            }
        } catch is CancellationError {}
        return filled
    }
}

/// Reads what can be read of a damaged file.
struct DamagedDatabaseReader {
    private let database: DatabaseFile

    /// Nil if it cannot be opened.
    init?(_ file: URL) {
        database = DatabaseFile(file)
        let count = database.ifReadable { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sqlite_master") }
        guard count != nil else { return nil }
    }

    /// Copies undamaged records in the order they were added; all readable ones from a file of another version, whose
    /// hashes differ.
    /// - Returns: false if any may be missing.
    func copy(_ definition: Definition, to store: Store) throws(StoreError) -> Bool {
        let collection = store[definition]
        guard database.ifReadable(collection.table.isUnknown) != true else { return true }
        var rows = DamagedRows(database: database, collection: collection)
        try rows.copy()
        guard !rows.isWhole else { return true }
        // The unreadable part may be in the middle.
        if let start = rows.lowestAfterUnreadable {
            rows.last = start - 1
            try rows.copy()
        }
        return false
    }

    /// Copies settings, marks and rejected elements. All revisions change. The history begins now.
    /// - Returns: the tables that could not be read.
    func copyTheRest(to store: Store) throws(StoreError) -> Set<String> {
        try mappingStoreErrors {
            try store.pool.write { db in
                let unknown = try makeUnknownTables(in: db)
                var lost = try Self.others(than: store.stored, in: db).filter { try !copy($0, to: db) }
                if !unknown.isEmpty, try !copy("picture", to: db) { lost.append("picture") }
                try db.execute(
                    sql: "UPDATE change SET revision = revision + ?", arguments: [Int64(Date().timeIntervalSince1970)])
                try HistoryLimits.restart(in: db)
                return Set(lost)
            }
        }
    }

    /// Makes the tables of collections whose files are missing, where their records wait for these.
    private func makeUnknownTables(in db: Database) throws -> [String] {
        let tables = database.ifReadable { damaged in
            try Row.fetchAll(
                damaged,
                sql: """
                    SELECT name, sql FROM sqlite_master
                    WHERE type = 'table' AND name IN (SELECT collection FROM definition)
                    """)
        }
        let unknown = try (tables ?? []).filter { try !db.tableExists($0["name"]) }
        for table in unknown { try db.execute(sql: table["sql"]) }
        return unknown.map { $0["name"] }
    }

    /// - Returns: false if it could not be read.
    private func copy(_ name: String, to db: Database) throws -> Bool {
        // The new store may have marks and rejected elements already, so these get other numbers.
        let columns = try db.columns(in: name)
            .filter { !["mark", "set_aside"].contains(name) || $0.primaryKeyIndex == 0 }.map { "\"\($0.name)\"" }
        var rows: [Row] = []
        let isWhole = database.ifReadable { damaged in
            // Earlier versions had several tables of marks.
            let isOlder = try name == "mark" && !damaged.tableExists(name)
            let queries =
                isOlder ? MarkMigration.selections : ["SELECT \(columns.joined(separator: ", ")) FROM \(name)"]
            return queries.map { query in
                do {
                    let found = try Row.fetchCursor(damaged, sql: query)
                    while let row = try found.next() { rows.append(row.copy()) }
                    return true
                } catch {
                    // Not every version had all of them.
                    return isOlder && (error as? DatabaseError)?.resultCode == .SQLITE_ERROR
                }
            }.allSatisfy(\.self)
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows {
            try db.execute(
                sql: "INSERT OR REPLACE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                arguments: StatementArguments(Array(row.databaseValues)))
        }
        return isWhole == true
    }

    /// The tables without records and undo.
    private static func others(than collections: [Definition], in db: Database) throws -> [String] {
        let taken = Set(collections.map { $0.collection.name })
        return try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").filter {
            !taken.contains($0) && !$0.hasPrefix("sqlite_") && !$0.hasPrefix("grdb_") && !$0.hasPrefix("undo_")
                && !["change", "definition", "image", "picture"].contains($0)
        }
    }
}

/// The rows of one collection in a damaged file.
private struct DamagedRows {
    let database: DatabaseFile
    let collection: StoredCollection
    /// The last row that was copied.
    var last: Int64 = 0
    /// False if a row could not be read.
    private(set) var isWhole = true

    /// The number of records, which have pictures, that are in memory together.
    private static let maxInMemory = 2000

    private var table: RecordTable { collection.table }

    /// The first of the rows that can be read from the end; nil if there are none after the last one copied.
    var lowestAfterUnreadable: Int64? {
        var lowest: Int64?
        _ = each("row > \(last) ORDER BY row DESC") { number, _, _ in lowest = number }
        return lowest
    }

    /// Copies the undamaged records after the last row copied, until a part cannot be read.
    mutating func copy() throws(StoreError) {
        let isCurrent = database.ifReadable(table.isCurrent) == true
        var first: Int64
        repeat {
            first = last
            var numbers: [Int64] = []
            var records: [Record] = []
            let isRead = each("row > \(last) ORDER BY row LIMIT \(Self.maxInMemory)") { number, row, db in
                numbers.append(number)
                let record = try? isCurrent ? table.whole(row, in: db) : table.unchecked(row, in: db)
                if let record { records.append(record) }
            }
            if !isRead || records.count < numbers.count { isWhole = false }
            last = numbers.last ?? last
            if !records.isEmpty { try collection.saveAll(records) }
        } while last > first
    }

    /// Passes the rows that meet `condition`, and their numbers, to `body`.
    /// - Returns: false if some cannot be read.
    private func each(_ condition: String, _ body: (Int64, Row, Database) -> Void) -> Bool {
        let isRead = database.ifReadable { db in
            let selection = try table.selection(in: db)
            let rows = try Row.fetchCursor(db, sql: "SELECT \(selection) FROM \(table.name) WHERE \(condition)")
            while let row = try rows.next() {
                if let number = Int64.fromDatabaseValue(row[0]) { body(number, row, db) }
            }
            return true
        }
        return isRead == true
    }
}
