public import Foundation
private import Glibc
internal import GRDB
internal import Language

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
    /// - Throws: `ServerError.fileExists` or `.fileUnwritable`.
    public func backup(to path: String) throws(ServerError) {
        guard !FileManager.default.fileExists(atPath: path) else { throw .fileExists(path) }
        let unfinished = "\(path).unfinished-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        do {
            let file = try DatabaseQueue(path: unfinished)
            try pool.backup(to: file)
            // One file without a log.
            try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try file.close()
        } catch {
            throw .fileUnwritable(path, reason: Self.reason(error))
        }
        try Self.rename(unfinished, to: path)
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
        }
        let code = errno
        guard code != EEXIST else { throw .fileExists(path) }
        throw .fileUnwritable(path, reason: String(cString: strerror(code)))
    }

    /// Replaces everything by the content of the file at `path`, in one transaction, while servers use the database.
    /// - Throws: `ServerError.notABackup` or `.backupNotRestored`; then nothing changed.
    public func restore(from path: String) throws(ServerError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .backupNotRestored(path, reason: translated("the file does not exist"))
        }
        // The copy contains everyone’s data and may be large, so it is written next to the database.
        let copy = URL(filePath: folder).appending(path: "restore-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        do {
            // Opening the copy migrates a backup of an earlier version.
            let restored = try Self.checkedCopy(of: path, in: copy)
            try restored.pool.backup(to: pool)
        } catch ServerError.databaseUnusable(_, let reason) {
            throw .backupNotRestored(path, reason: reason)
        } catch ServerError.databaseTooOld {
            throw .databaseTooOld(path: path)
        } catch {
            throw Self.isDamage(error) ? .notABackup(path) : .backupNotRestored(path, reason: Self.reason(error))
        }
    }

    /// True if `error` means that the file is not a database of this server.
    private static func isDamage(_ error: any Error) -> Bool {
        let damage: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT]
        return (error as? DatabaseError).map { damage.contains($0.resultCode) } ?? (error is NotABackup)
    }

    private static func checkedCopy(of path: String, in folder: URL) throws -> SQLiteDatabase {
        let copy = folder.appending(path: "server.sqlite").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard try readOnly(path).read({ try isServerDatabase($0) && isWhole($0) }) else { throw NotABackup() }
        try readOnly(path).backup(to: try DatabaseQueue(path: copy))
        return try SQLiteDatabase(path: copy)
    }

    private static func isWhole(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
    }

    private struct NotABackup: Error {}

    public func counts() throws -> RepositoryCopy.Counts { try pool.read(Self.counts) }

    /// - Throws: an error of the database.
    public static func counts(of path: String) throws -> RepositoryCopy.Counts {
        try readOnly(path).read(counts)
    }

    private static func counts(_ db: Database) throws -> RepositoryCopy.Counts {
        func count(_ rows: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
        return RepositoryCopy.Counts(
            entries: try count("entry"), items: try count("item"), accounts: try count("account"))
    }

    /// Writes a backup next to the database, named by the time.
    /// - Returns: its path.
    /// - Throws: `ServerError.fileExists` or `.fileUnwritable`.
    public func backupBeside(now: Date = Date()) throws(ServerError) -> String {
        let time = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        let path = "\(pool.path).before-restore-\(time)"
        try backup(to: path)
        return path
    }
}
