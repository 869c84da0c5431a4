public import Foundation
private import Glibc
internal import GRDB
internal import Language
private import NIOCore

extension SQLRepository {
    /// The file, for backups.
    /// - Throws: `ServerError.notAFile`.
    public func file() throws(ServerError) -> SQLiteDatabase {
        guard let file = database as? SQLiteDatabase else { throw .notAFile }
        return file
    }
}

extension SQLiteDatabase {
    /// Writes a consistent copy to a new file while servers use the database.
    /// - Throws: `ServerError.fileExists`, `.fileUnwritable`, or `.databaseDamaged`.
    public func backup(to path: String) throws(ServerError) {
        guard !FileManager.default.fileExists(atPath: path) else { throw .fileExists(path) }
        do {
            try Self.withFolder("\(path).unfinished") { try backup(to: path, in: $0) }
        } catch let error as ServerError { throw error } catch {
            throw Self.isDamage(error)
                ? .databaseDamaged(path: pool.path) : .fileUnwritable(path, reason: Self.reason(error))
        }
    }

    /// - Parameter folder: for the unfinished copy.
    private func backup(to path: String, in folder: URL) throws {
        let copy = folder.appending(path: "backup.sqlite").path
        let file = try DatabaseQueue(path: copy)
        try pool.backup(to: file)
        // One file without a log.
        try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try file.close()
        try Self.rename(copy, to: path)
    }

    /// Renames a file without replacing another.
    /// - Throws: `ServerError.fileExists` or `.fileUnwritable`.
    static func rename(_ file: String, to path: String) throws(ServerError) {
        if link(file, path) == 0 {
            unlink(file)
            return
        }
        // File systems without hard links: reserve the name first.
        if errno != EEXIST, case let taken = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), taken >= 0 {
            close(taken)
            if Glibc.rename(file, path) == 0 { return }
            let code = errno
            unlink(path)
            throw .fileUnwritable(path, reason: String(cString: strerror(code)))
        }
        let code = errno
        guard code != EEXIST else { throw .fileExists(path) }
        throw .fileUnwritable(path, reason: String(cString: strerror(code)))
    }

    /// - Throws: an error of the database.
    public static func counts(of path: String) throws -> RepositoryCopy.Counts {
        try readOnly(path).read { db in
            func count(_ rows: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
            return RepositoryCopy.Counts(
                entries: try count("entry"), items: try count("item"), accounts: try count("account"))
        }
    }
}

// MARK: Restoring

extension SQLiteDatabase {
    /// What became of the previous content.
    public enum PreviousContent: Equatable, Sendable {
        /// There was no database.
        case none
        /// In a backup. It cannot be counted if a part of it is damaged.
        case backup(String, RepositoryCopy.Counts?)
        /// In a damaged file, which was renamed.
        case damaged(String)
    }

    /// Replaces the database at `location` by the backup at `file`: in one transaction while servers use it, or as a
    /// new file if it is missing or damaged.
    /// - Throws: `ServerError`; then nothing changed, except that a damaged database is renamed if another program made
    ///   a file with its name in the meantime.
    public static func restore(
        _ file: String, to location: String, now: Date = Date()
    ) throws(ServerError) -> PreviousContent {
        try requirePermission(location)
        let path = target(of: location)
        let folder = URL(filePath: path).deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: folder.path) else { throw noFolder(of: path) }
        guard FileManager.default.fileExists(atPath: file) else {
            throw .backupNotRestored(file, reason: translated("the file does not exist"))
        }
        do {
            // The copy contains everyone’s data and may be large, so it is written next to the database.
            return try withFolder(folder.appending(path: "restore").path) { folder in
                try replace(path, by: try checkedCopy(of: file, in: folder), in: folder, now)
            }
        } catch let error as ServerError { throw error } catch {
            throw .backupNotRestored(file, reason: reason(error))
        }
    }

    /// A copy of a backup; opening it migrates a backup of an earlier version.
    private static func checkedCopy(of file: String, in folder: URL) throws(ServerError) -> SQLiteDatabase {
        let copy = folder.appending(path: "server.sqlite").path
        do {
            guard try readOnly(file).read({ try isServerDatabase($0) && isWhole($0) }) else {
                throw ServerError.notABackup(file)
            }
            try readOnly(file).backup(to: try DatabaseQueue(path: copy))
            return try SQLiteDatabase(path: copy)
        } catch ServerError.databaseTooOld {
            throw .databaseTooOld(path: file)
        } catch ServerError.databaseUnusable(_, let reason) {
            throw .backupNotRestored(file, reason: reason)
        } catch let error as ServerError where !isDamage(error) { throw error } catch {
            throw isDamage(error) ? .notABackup(file) : .backupNotRestored(file, reason: reason(error))
        }
    }

    private static func isWhole(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
    }

    /// - Parameter folder: for unfinished work.
    private static func replace(
        _ path: String, by copy: SQLiteDatabase, in folder: URL, _ now: Date
    ) throws -> PreviousContent {
        do {
            let present = try SQLiteDatabase(existing: path)
            let previous = unusedName(path, "before-restore", now)
            try present.backup(to: previous, in: folder)
            do { try copy.pool.backup(to: present.pool) } catch {
                unlink(previous)
                throw error
            }
            return .backup(previous, try? counts(of: previous))
        } catch ServerError.databaseMissing where size(of: "\(path)-wal") == 0 {
            // Its log and the new file’s would be one.
            guard !isInUse(path) else { throw ServerError.databaseInUse(path: path) }
            try rename(try copy.closed(for: path), to: path)
            return .none
        } catch let error where isDamage(error) || error as? ServerError == .databaseMissing(path: path) {
            return .damaged(try exchange(path, for: try copy.closed(for: path), now))
        }
    }

    /// True if `error` means that the file is not a database, or not a whole one.
    static func isDamage(_ error: any Error) -> Bool {
        if case .databaseDamaged = error as? ServerError { return true }
        let damage: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT]
        return (error as? DatabaseError).map { damage.contains($0.resultCode) } ?? false
    }

    /// In bytes; 0 if there is no such file.
    static func size(of path: String) -> Int {
        (try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    /// Closes the database, whose file is to replace the one at `path`.
    /// - Returns: the path of the file.
    private func closed(for path: String) throws -> String {
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
        try Self.adoptOwner(of: path, by: pool.path)
        return pool.path
    }

    /// Gives a file the mode of the database at `path` and, as root, its owner; if that is missing, the owner of its
    /// folder. A server could not write a file of root.
    private static func adoptOwner(of path: String, by file: String) throws {
        let files = FileManager.default
        let isPresent = files.fileExists(atPath: path)
        let model = isPresent ? path : URL(filePath: path).deletingLastPathComponent().path
        let found = try files.attributesOfItem(atPath: model)
        var adopted: [FileAttributeKey: Any] = [:]
        if isPresent { adopted[.posixPermissions] = found[.posixPermissions] }
        if geteuid() == 0 {
            adopted[.ownerAccountID] = found[.ownerAccountID]
            adopted[.groupOwnerAccountID] = found[.groupOwnerAccountID]
        }
        if !adopted.isEmpty { try files.setAttributes(adopted, ofItemAtPath: file) }
    }

    /// Renames a damaged database, and gives its name to `file`. If that fails, the database gets its name back, unless
    /// another program made a file with it.
    /// - Returns: the new name of the damaged database.
    static func exchange(_ path: String, for file: String, _ now: Date) throws -> String {
        let previous = try setAside(path, now)
        do { try rename(file, to: path) } catch {
            if !FileManager.default.fileExists(atPath: path) {
                for suffix in ["-wal", ""] { _ = Glibc.rename(previous + suffix, path + suffix) }
            }
            throw error
        }
        return previous
    }

    /// Renames a damaged database and its log, which SQLite would add to the next file with that name.
    private static func setAside(_ path: String, _ now: Date) throws -> String {
        guard !isInUse(path) else { throw ServerError.databaseInUse(path: path) }
        let previous = unusedName(path, "damaged", now)
        for suffix in ["-wal", ""] where Glibc.rename(path + suffix, previous + suffix) != 0 && errno != ENOENT {
            let code = errno
            // The database still has its name, so its log gets its own back.
            if suffix.isEmpty { _ = Glibc.rename("\(previous)-wal", "\(path)-wal") }
            throw IOError(errnoCode: code, reason: "rename")
        }
        unlink("\(path)-shm")
        return previous
    }

    /// A name next to a database, with the time, that no file has.
    private static func unusedName(_ path: String, _ infix: String, _ now: Date) -> String {
        let name = "\(path).\(infix)-\(now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted)))"
        var (unused, number) = (name, 1)
        while FileManager.default.fileExists(atPath: unused) {
            number += 1
            unused = "\(name)-\(number)"
        }
        return unused
    }

    /// The file that a path leads to if it is a link, whether that file exists or not; otherwise the path. SQLite
    /// writes its log next to that file, not to a link to it.
    private static func target(of path: String) -> String {
        var target = path
        // Linux follows at most 40 links.
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else { break }
            let folder = URL(filePath: target).deletingLastPathComponent().path
            target = next.hasPrefix("/") ? next : "\(folder)/\(next)"
        }
        return target
    }

    /// True if another program has the database open, even if somebody deleted it. Ask before this one opens it:
    /// closing a file releases all of the process’s locks of it.
    static func isInUse(_ path: String) -> Bool {
        let shared = open("\(target(of: path))-shm", O_RDWR | O_CLOEXEC)
        guard shared >= 0 else { return false }
        defer { close(shared) }
        // The byte that every connection locks (`UNIX_SHM_DMS` in SQLite).
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_start = 128
        lock.l_len = 1
        return fcntl(shared, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    // MARK: Unfinished work

    /// Runs `body` with a new folder, which is removed afterwards, as are those that killed programs left.
    /// - Parameter prefix: the path of the folder, without its number.
    private static func withFolder<T>(_ prefix: String, _ body: (URL) throws -> T) throws -> T {
        removeLeftovers(of: prefix)
        let folder = URL(filePath: "\(prefix)-\(UUID().uuidString)", directoryHint: .isDirectory)
        guard mkdir(folder.path, 0o700) == 0 else { throw IOError(errnoCode: errno, reason: "mkdir") }
        // The lock tells a folder in use from one that was left.
        let lock = locked(folder)
        defer {
            try? FileManager.default.removeItem(at: folder)
            if let lock { close(lock) }
        }
        return try body(folder)
    }

    private static func removeLeftovers(of prefix: String) {
        let (folder, start) = (
            URL(filePath: prefix).deletingLastPathComponent(), URL(filePath: prefix).lastPathComponent + "-"
        )
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(start) && UUID(uuidString: String(name.dropFirst(start.count))) != nil {
            guard let lock = locked(folder.appending(path: name)) else { continue }
            try? FileManager.default.removeItem(at: folder.appending(path: name))
            close(lock)
        }
    }

    /// An open folder, which is locked until it is closed; nil if another program has locked it, or if it is none.
    private static func locked(_ folder: URL) -> CInt? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
