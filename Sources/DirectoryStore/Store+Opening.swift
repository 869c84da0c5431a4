import DirectoryModel
import Foundation
import GRDB
import GRDBSQLite
import Language
import Synchronization

extension Store {
    static func open(
        in sandbox: URL, _ definitions: Definitions, progress: (Double) -> Void
    ) throws(StoreError) -> (pool: any DatabaseWriter, whyReadOnly: StoreError?) {
        // SQLite would wait for a pipe.
        let database = ListFile(.people, file(in: sandbox))
        guard database.isFileOrMissing else { throw .cannotOpen(reason: database.nameProblem) }
        do { return (try openToWrite(in: sandbox, definitions, progress: progress), nil) } catch {
            guard error.isAboutWriting, let pool = openToRead(in: sandbox, definitions) else { throw error }
            return (pool, error.asReadOnly)
        }
    }

    private static func openToWrite(
        in sandbox: URL, _ definitions: Definitions, progress: (Double) -> Void
    ) throws(StoreError) -> any DatabaseWriter {
        do { try makeFolder(sandbox) } catch {
            let why = StoreError.reason(forFolder: error.code.rawValue)
            throw .cannotOpen(
                reason: translated("the folder “\(sandbox.lastPathComponent)” could not be created, \(why)"))
        }
        let path = file(in: sandbox).path(percentEncoded: false)
        do {
            try? WorkFile.make(file(in: sandbox))
            // SQLite does not wait while another program initializes a new file.
            let lock = isEmptyOrAbsent(path) ? FolderLock(sandbox) : nil
            defer { lock?.unlock() }
            guard !DatabaseFile(file(in: sandbox)).isForeign else {
                throw StoreError.cannotOpen(reason: translated("it belongs to another program"))
            }
            let pool = try connect(to: path)
            // SQLite opens a read-only file without an error.
            let isReadOnly = pool.writeWithoutTransaction {
                sqlite3_db_readonly($0.sqliteConnection, "main") == 1
            }
            guard !isReadOnly else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
            guard try !pool.read(Schema.migrator.hasBeenSuperseded) else { throw StoreError.newerVersion }
            try update(pool, definitions, progress: progress)
            return pool
        } catch { throw StoreError.problem(of: error, in: file(in: sandbox)) }
    }

    /// Opens the file. If it has no WAL, GRDB's pool writes to it; while another program locks the file, a queue is
    /// opened instead, which reads at once.
    private static func connect(to path: String, attempts: Int = 5) throws -> any DatabaseWriter {
        do {
            let pool = try DatabasePool(path: path, configuration: configuration(temporary: "FILE", timeout: 0.2))
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = \(Int(timeout * 1000))") }
            return pool
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Most locks are short, and a queue is slower for the whole session.
            if attempts > 1 { return try connect(to: path, attempts: attempts - 1) }
            return try DatabaseQueue(path: path, configuration: configuration(temporary: "FILE"))
        }
    }

    /// How long a change waits for another program, in seconds.
    private static let timeout: TimeInterval = 5

    /// Makes a folder, and those that contain it, for this user only.
    static func makeFolder(_ folder: URL) throws(POSIXError) {
        let path = folder.path(percentEncoded: false)
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT, folder.pathComponents.count > 1 {
            try makeFolder(folder.deletingLastPathComponent())
            if mkdir(path, 0o700) == 0 { return }
        }
        let code = errno
        var status = stat()
        if code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw POSIXError(POSIXErrorCode(rawValue: code == EEXIST ? ENOTDIR : code) ?? .EIO)
    }

    /// Migrates the tables. If another program does so at the same time, this continues from there.
    private static func update(
        _ pool: any DatabaseWriter, _ definitions: Definitions, progress: (Double) -> Void, attempts: Int = 50
    ) throws {
        do {
            let isUpToDate = try pool.read { db in
                try Schema.migrator.hasCompletedMigrations(db) && definitions.areCurrent(in: db)
            }
            guard !isUpToDate else { return }
            if try pool.read(definitions.count) > maxMigratedAtOnce { progress(0) }
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
    private static func openToRead(in sandbox: URL, _ definitions: Definitions) -> DatabasePool? {
        let file = file(in: sandbox)
        let path = file.path(percentEncoded: false)
        let configuration = configuration(temporary: "MEMORY", isReadOnly: true)
        var candidates = [path]
        if isEmptyOrAbsent(path + "-wal") { candidates.append(file.absoluteString + "?immutable=1") }
        for candidate in candidates {
            guard let pool = try? DatabasePool(path: candidate, configuration: configuration),
                (try? pool.read(Schema.migrator.hasCompletedMigrations)) == true,
                (try? pool.read(Schema.migrator.hasBeenSuperseded)) == false,
                (try? pool.read(definitions.areCurrent)) == true
            else { continue }
            return pool
        }
        return nil
    }

    static func configuration(
        temporary: String, isReadOnly: Bool = false, timeout: TimeInterval = timeout
    ) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // Readers scan whole collections, so a large cache does not help.
            let kilobytes = db.configuration.readonly ? 1000 : 4000
            // The first is of a new file. Pictures are written twice as fast as on pages of 4,096 bytes.
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

    /// Runs `body` with a cache that holds the indexes of a whole list, whose keys come in any order.
    static func withBulkCache<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        try db.execute(sql: "PRAGMA cache_size = -32000")
        defer { try? db.execute(sql: "PRAGMA cache_size = -4000; PRAGMA shrink_memory") }
        return try body()
    }

    /// SQLite takes a file of one byte for an empty one.
    static func isEmptyOrAbsent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size <= 1
    }

    /// Runs `body`, and converts its errors to `StoreError`.
    func mappingErrors<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do { return try body() } catch {
            let problem = StoreError.problem(of: error, in: Self.file(in: sandbox)) {
                pool.unsafeReentrantWrite { sqlite3_system_errno($0.sqliteConnection) }
            }
            if let whyReadOnly, problem.isAboutWriting, problem != .diskFails(isReading: true) { throw whyReadOnly }
            throw problem
        }
    }
}

extension StoreError {
    fileprivate var asReadOnly: StoreError {
        switch self {
        case .diskFull: .readOnly(reason: translated("the disk is full"))
        case .diskFails: .readOnly(reason: translated("the disk reported an error"))
        case .cannotOpen(let reason), .cannotWrite(_, let reason): .readOnly(reason: reason)
        default: self
        }
    }
}

/// The identity of a file, whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init?(_ file: URL) {
        var status = stat()
        guard stat(file.path(percentEncoded: false), &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

/// Detects that the open file was removed or replaced, which SQLite does not.
extension Store {
    /// The value of `dataLossWarning` before the store is opened.
    static func dataLossWarning(in sandbox: URL, _ collections: [Definition]) -> String? {
        let path = file(in: sandbox).path(percentEncoded: false)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, isEmptyOrAbsent(path),
            isEmptyOrAbsent(path + "-wal")
        else { return nil }
        let files = collections.compactMap { $0.sandboxFile }.filter {
            !isEmptyOrAbsent(sandbox.appending(path: $0).path(percentEncoded: false))
        }
        guard !files.isEmpty else { return nil }
        let names = files.joined(separator: translated(", "))
        return translated("“\(fileName)” was empty. What was not in \(names) is lost.")
    }

    /// Runs `body`, which changes the store. If the file was removed, the whole store is written again.
    /// - Throws: `fileReplaced` before `body` runs, if another file has its name; `folderRemoved` after everything was
    ///   written again.
    func changing<T>(_ body: () throws -> T) throws(StoreError) -> T {
        if isPast, let whyReadOnly { throw whyReadOnly }
        let file = Self.file(in: sandbox)
        let found = FileIdentity(file)
        if let opened, let found, found != opened { throw .fileReplaced }
        let result = try mappingErrors(body)
        guard opened != nil, found == nil else { return result }
        try mappingErrors {
            try Self.makeFolder(sandbox)
            let path = file.path(percentEncoded: false)
            try pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            chmod(path, 0o600)
        }
        throw .folderRemoved
    }

    /// Runs `body` exclusively among the threads and programs that use the sandbox.
    func whileLocked<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try writing.withLock { _ throws(StoreError) in
            let lock = FolderLock(sandbox)
            defer { lock.unlock() }
            return try body()
        }
    }
}

/// A lock on a folder, for one program at a time.
struct FolderLock {
    private let folder: Int32

    /// Waits for the lock.
    init(_ url: URL) {
        folder = open(url.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some file systems have no locks.
        while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    }

    func unlock() {
        if folder >= 0 { close(folder) }
    }
}
