public import DirectoryModel
public import Foundation
import GRDB
import GRDBSQLite
import Language

/// Opening of the file, read-only where it cannot be written.
extension Store {
    /// An open file, and the reason where it cannot be written.
    struct Opened {
        let pool: DatabasePool
        var whyReadOnly: StoreError?
    }

    static func open(
        in sandbox: URL, _ definitions: Definitions, progress: (Double) -> Void
    ) throws(StoreError) -> Opened {
        do { return Opened(pool: try openToWrite(in: sandbox, definitions, progress: progress)) } catch {
            guard error.isAboutWriting, let pool = openToRead(in: sandbox, definitions) else {
                throw error.told(of: file(in: sandbox))
            }
            return Opened(pool: pool, whyReadOnly: error.asReadOnly)
        }
    }

    private static func openToWrite(
        in sandbox: URL, _ definitions: Definitions, progress: (Double) -> Void
    ) throws(StoreError) -> DatabasePool {
        do {
            try FileManager.default.createDirectory(
                at: sandbox, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(reason: translated("the folder “\(sandbox.lastPathComponent)” could not be created"))
        }
        let path = file(in: sandbox).path(percentEncoded: false)
        return try explained {
            DatabaseFile(file(in: sandbox)).makeIfAbsent()
            let pool = try DatabasePool(path: path, configuration: configuration(temporary: "FILE"))
            // SQLite opens a read-only file without an error.
            let isReadOnly = pool.writeWithoutTransaction {
                sqlite3_db_readonly($0.sqliteConnection, "main") == 1
            }
            guard !isReadOnly else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
            try update(pool, definitions, progress: progress)
            return pool
        }
    }

    /// Brings the tables up to date. Where another program does the same at the same time, what it made is there already,
    /// and this goes on from there.
    private static func update(
        _ pool: DatabasePool, _ definitions: Definitions, progress: (Double) -> Void, attempts: Int = 50
    ) throws {
        do {
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

    /// The file opened read-only, or nil where there is not one that this version can read. Where the files that
    /// readers and writers share can neither be found nor made, no program can be writing, and it is read as it is.
    private static func openToRead(in sandbox: URL, _ definitions: Definitions) -> DatabasePool? {
        let file = file(in: sandbox)
        let path = file.path(percentEncoded: false)
        var configuration = configuration(temporary: "MEMORY")
        configuration.readonly = true
        var places = [path]
        if isEmptyOrAbsent(path + "-wal") { places.append(file.absoluteString + "?immutable=1") }
        for place in places {
            guard let pool = try? DatabasePool(path: place, configuration: configuration),
                (try? pool.read(Schema.migrator.hasCompletedMigrations)) == true,
                (try? pool.read(definitions.areCurrent)) == true
            else { continue }
            return pool
        }
        return nil
    }

    /// How many records of the sandbox an earlier version wrote, so that opening the store takes a while; 0 where there
    /// are not any, or where that is not known.
    public static func outdatedCount(
        in sandbox: URL, of collections: [any DirectoryRecord.Type] = Collections.all
    ) -> Int {
        var configuration = configuration(temporary: "MEMORY")
        configuration.readonly = true
        let path = file(in: sandbox).path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path),
            let queue = try? DatabaseQueue(path: path, configuration: configuration)
        else { return 0 }
        let count = try? queue.read { db in
            if (try? Definitions(types: collections).areCurrent(in: db)) == true { return 0 }
            return try collections.map { $0.collection.name }.filter { try db.tableExists($0) }.reduce(0) {
                try $0 + (Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($1)") ?? 0)
            }
        }
        return count ?? 0
    }

    private static func configuration(temporary: String) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // Readers go through a collection from end to end, where pages that are kept do not help.
            let kilobytes = db.configuration.readonly ? 1000 : 4000
            try db.execute(
                sql: """
                    PRAGMA synchronous = NORMAL; PRAGMA temp_store = \(temporary); PRAGMA cache_size = -\(kilobytes)
                    """)
            db.add(function: .folded)
        }
        return configuration
    }

    private static func isEmptyOrAbsent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size == 0
    }

    /// Runs `body` and converts its errors to `StoreError`.
    func told<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do { return try body() } catch {
            let problem = StoreError(error).told(of: Self.file(in: sandbox))
            if let whyReadOnly, problem.isAboutWriting, problem != .diskFails(isReading: true) { throw whyReadOnly }
            throw problem
        }
    }
}

extension StoreError {
    /// The actual problem: what SQLite reports as damage may be a disk that cannot be read.
    fileprivate func told(of file: URL) -> StoreError {
        guard self == .damaged, !Self.canBeRead(file) else { return self }
        return .diskFails(isReading: true)
    }

    private static func canBeRead(_ file: URL) -> Bool {
        (try? DatabaseFile(file).eachPiece { _ in }) != nil
    }

    /// The reason why the readable file cannot be changed.
    fileprivate var asReadOnly: StoreError {
        switch self {
        case .diskFull: .readOnly(reason: translated("the disk is full"))
        case .diskFails: .readOnly(reason: translated("the disk reported an error"))
        case .readOnly: self
        default: .readOnly(reason: translated("you do not have permission to change its folder"))
        }
    }
}
