import DirectoryModel
import Foundation
import GRDB
import GRDBSQLite
import Language

extension DatabaseFile {
    /// Opens the file, which is created if absent, and updates its tables. If it cannot be written, it is opened to be
    /// read.
    /// - Parameter progress: called with the fraction of the records that were migrated.
    func open(
        _ definitions: [Definition], progress: (Double) -> Void
    ) throws(StoreError) -> (pool: any DatabaseWriter, whyReadOnly: StoreError?) {
        // SQLite would wait for a pipe.
        let file = ListFile(url)
        guard file.isFileOrMissing else { throw .cannotOpen(reason: file.nameProblem, folder: folder.path) }
        do { return (try openToWrite(definitions, progress: progress), nil) } catch {
            guard error.isAboutWriting, let pool = openToRead(definitions) else { throw error }
            return (pool, .readOnly(reason: error.reasonText))
        }
    }

    private func openToWrite(
        _ definitions: [Definition], progress: (Double) -> Void
    ) throws(StoreError) -> any DatabaseWriter {
        do { try Sandbox.make(folder) } catch {
            let why = StoreError.reason(forFolder: error.code.rawValue)
            throw .cannotOpen(
                reason: translated("the folder “\(folder.lastPathComponent)” could not be created, \(why)"),
                folder: folder.path)
        }
        do {
            // SQLite does not wait while another program initializes a new file.
            guard isEmptyOrAbsent else { return try connectAndUpdate(definitions, progress: progress) }
            return try FolderLock(folder).locked {
                try? WorkFile.make(url)
                return try connectAndUpdate(definitions, progress: progress)
            }
        } catch { throw StoreError.problem(of: error, in: self) }
    }

    private func connectAndUpdate(
        _ definitions: [Definition], progress: (Double) -> Void
    ) throws -> any DatabaseWriter {
        guard !isForeign else { throw StoreError.cannotOpen(reason: translated("it belongs to another program")) }
        let pool = try connect()
        // SQLite opens a read-only file without an error.
        let isReadOnly = pool.writeWithoutTransaction { sqlite3_db_readonly($0.sqliteConnection, "main") == 1 }
        guard !isReadOnly else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        guard try !pool.read(Schema.migrator.hasBeenSuperseded) else { throw StoreError.newerVersion }
        try update(pool, definitions, progress: progress)
        return pool
    }

    /// Opens the file. If it has no WAL, GRDB's pool writes to it; while another program locks the file, a queue is
    /// opened instead, which reads at once.
    private func connect(attempts: Int = 5) throws -> any DatabaseWriter {
        do {
            let pool = try DatabasePool(path: path, configuration: .directory(temporary: "FILE", timeout: 0.2))
            try pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA busy_timeout = \(Int(Configuration.timeout * 1000))")
            }
            return pool
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Most locks are short, and a queue is slower for the whole session.
            if attempts > 1 { return try connect(attempts: attempts - 1) }
            return try DatabaseQueue(path: path, configuration: .directory(temporary: "FILE"))
        }
    }

    /// Migrates the tables. If another program does so at the same time, this continues from there.
    private func update(
        _ pool: any DatabaseWriter, _ definitions: [Definition], progress: (Double) -> Void, attempts: Int = 50
    ) throws {
        do {
            let isUpToDate = try pool.read { db in
                try Schema.migrator.hasCompletedMigrations(db) && definitions.areCurrent(in: db)
            }
            guard !isUpToDate else { return }
            if try pool.read(definitions.recordCount) > Self.maxMigratedAtOnce { progress(0) }
            try Schema.migrator.migrate(pool)
            if try !pool.read(definitions.areCurrent) {
                try pool.writeWithoutTransaction { try definitions.apply(in: $0, progress: progress) }
            }
        } catch let error as DatabaseError
            where attempts > 0 && [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_BUSY].contains(error.resultCode)
        {
            try update(pool, definitions, progress: progress, attempts: attempts - 1)
        }
    }

    /// This many records are migrated without a noticeable delay.
    private static let maxMigratedAtOnce = 5000

    /// Opens the file read-only; nil if this version cannot read it. If the shared-memory file can be neither opened
    /// nor created, no program is writing, and the file is read as immutable.
    private func openToRead(_ definitions: [Definition]) -> DatabasePool? {
        let configuration = Configuration.directory(temporary: "MEMORY", isReadOnly: true)
        var candidates = [path]
        if isLogEmptyOrAbsent { candidates.append(url.absoluteString + "?immutable=1") }
        func current(_ path: String) throws -> DatabasePool? {
            let pool = try DatabasePool(path: path, configuration: configuration)
            let isCurrent = try pool.read { db in
                try Schema.migrator.hasCompletedMigrations(db) && !Schema.migrator.hasBeenSuperseded(db)
                    && definitions.areCurrent(in: db)
            }
            return isCurrent ? pool : nil
        }
        for candidate in candidates {
            if let pool = try? current(candidate) { return pool }
        }
        return nil
    }
}

extension Configuration {
    /// How long a change waits for another program, in seconds.
    static let timeout: TimeInterval = 5

    /// The configuration of connections to a directory's database.
    /// - Parameter temporary: where SQLite stores temporary tables: "FILE" or "MEMORY".
    static func directory(
        temporary: String, isReadOnly: Bool = false, timeout: TimeInterval = timeout
    ) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // Readers scan whole collections, so a large cache does not help.
            let kilobytes = db.configuration.readonly ? 1000 : 4000
            // Only a new file gets this page size. Pictures are written twice as fast as on pages of 4,096 bytes.
            try db.execute(
                sql: """
                    PRAGMA page_size = \(DatabaseFile.pageSize);
                    PRAGMA synchronous = NORMAL; PRAGMA temp_store = \(temporary); PRAGMA cache_size = -\(kilobytes)
                    """)
            // The pages of removed pictures can be cut off. Only a new file is not written by this.
            if !db.configuration.readonly, try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 {
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
            db.add(function: .folded)
        }
        return configuration
    }
}

extension Database {
    /// Runs `body` with a cache that holds the indexes of a whole list, whose keys come in any order.
    func withBulkCache<T>(_ body: () throws -> T) throws -> T {
        try execute(sql: "PRAGMA cache_size = -32000")
        defer { try? execute(sql: "PRAGMA cache_size = -4000; PRAGMA shrink_memory") }
        return try body()
    }
}
