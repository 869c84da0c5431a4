import DirectoryModel
import Foundation
import GRDB
import Glibc
import Testing

@testable import DirectoryServer

/// A backup replaces the database, whatever happened to that.
@Suite final class RestoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "server-tests-\(UUID().uuidString)")
    private let database: String
    private let backup: String

    /// Makes a database with a backup of it, and closes it.
    init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = folder.appending(path: "class.sqlite").path
        backup = folder.appending(path: "backup.sqlite").path
        let repository = try SQLRepository(path: database)
        try await repository.add(try Entry(DukePerson.sample().record))
        try repository.file().backup(to: backup)
        await repository.checkpoint()
        try repository.file().pool.close()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func owners(in database: String) async throws -> [String] {
        try await SQLRepository(at: database, mustExist: true).file().pool.read {
            try String.fetchAll($0, sql: "SELECT owner FROM entry")
        }
    }

    /// Restores the backup over a damaged database, and returns where that is now.
    private func restore(overDamaged database: String) throws -> String {
        guard case .damaged(let path) = try SQLiteDatabase.restore(backup, to: database) else {
            Issue.record("What was there is gone.")
            return ""
        }
        return path
    }

    /// A log without its database belongs to an earlier one, and remains.
    private func checkLog(of database: String, restoringTo address: String) async throws {
        try FileManager.default.removeItem(atPath: database)
        try Data("GEHEIM".utf8).write(to: URL(filePath: "\(database)-wal"))
        let path = try restore(overDamaged: address)
        #expect(try Data(contentsOf: URL(filePath: "\(path)-wal")) == Data("GEHEIM".utf8))
        #expect(try await owners(in: address) == ["ab12"])
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

    enum Damage: CaseIterable {
        case noHeader, empty, half, noSchema
    }

    private func damage(_ damage: Damage, _ database: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: database))
        switch damage {
        case .noHeader: bytes.replaceSubrange(0..<16, with: Data("GEHEIM GEHEIM 16".utf8))
        case .empty: bytes = Data()
        case .half: bytes = bytes.prefix(bytes.count / 2)
        case .noSchema: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
        }
        try bytes.write(to: URL(filePath: database))
    }

    @Test(arguments: Damage.allCases) func aDamagedDatabaseIsReplaced(damage: Damage) async throws {
        try self.damage(damage, database)
        let damaged = try Data(contentsOf: URL(filePath: database))
        let previous = try SQLiteDatabase.restore(backup, to: database)
        #expect(try await owners(in: database) == ["ab12"])
        // What was there is beside it, as it was
        switch previous {
        case .none: Issue.record("The damaged database is gone.")
        case .damaged(let path): #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
        case .backup(let path, _):
            // SQLite noticed no damage before the database was replaced
            #expect(damage == .half && FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func aMissingDatabaseIsMade() async throws {
        try FileManager.default.removeItem(atPath: database)
        #expect(try SQLiteDatabase.restore(backup, to: database) == SQLiteDatabase.PreviousContent.none)
        #expect(try await owners(in: database) == ["ab12"])
        try await checkLog(of: database, restoringTo: database)
    }

    @Test func aLinkToADatabaseIsFollowed() async throws {
        // Given a link to a damaged database in another folder
        let (link, elsewhere) = (self.database, folder.appending(path: "elsewhere"))
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
        let database = elsewhere.appending(path: "class.sqlite").path
        try FileManager.default.moveItem(atPath: link, toPath: database)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere/class.sqlite")
        try damage(.noHeader, database)
        // When a backup is restored, then the database is renamed and replaced where it is
        let damaged = try restore(overDamaged: link)
        #expect(damaged.hasPrefix("\(database).damaged-"))
        #expect(try await owners(in: database) == ["ab12"])
        // So is the log of a missing one
        try await checkLog(of: database, restoringTo: link)
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        #expect(destination == "elsewhere/class.sqlite")
    }

    @Test func aDamagedDatabaseThatCannotBeReplacedIsNotRenamed() async throws {
        try damage(.noHeader, database)
        try Data("GEHEIM".utf8).write(to: URL(filePath: "\(database)-wal"))
        let damaged = try Data(contentsOf: URL(filePath: database))
        let before = try names().filter { !$0.hasSuffix("-shm") }.sorted()
        #expect(throws: ServerError.self) {
            try SQLiteDatabase.exchange(database, for: "\(database).none", Date())
        }
        #expect(try names().sorted() == before)
        #expect(try Data(contentsOf: URL(filePath: database)) == damaged)
        #expect(try Data(contentsOf: URL(filePath: "\(database)-wal")) == Data("GEHEIM".utf8))
    }

    @Test func aNewFileHasTheModeAndForRootTheOwnerOfTheFormer() async throws {
        let isRoot = geteuid() == 0
        let owner = isRoot ? 1 : geteuid()
        // Given a damaged database of a server
        try damage(.noHeader, database)
        #expect(chmod(database, 0o640) == 0)
        if isRoot { #expect(chown(database, owner, owner) == 0) }
        _ = try SQLiteDatabase.restore(backup, to: database)
        let replaced = try FileManager.default.attributesOfItem(atPath: database)
        #expect(replaced[.posixPermissions] as? Int == 0o640)
        #expect((replaced[.ownerAccountID] as? NSNumber)?.uint32Value == owner)
        // And a missing one in the server’s folder
        try FileManager.default.removeItem(atPath: database)
        if isRoot { #expect(chown(folder.path, owner, owner) == 0) }
        _ = try SQLiteDatabase.restore(backup, to: database)
        let made = try FileManager.default.attributesOfItem(atPath: database)
        #expect((made[.ownerAccountID] as? NSNumber)?.uint32Value == owner)
    }

    @Test func twoBackupsAreRestoredInASecond() async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for _ in 0..<3 { _ = try SQLiteDatabase.restore(backup, to: database, now: now) }
        let previous = try names().filter { $0.contains("before-restore") }.sorted()
        let first = "class.sqlite.before-restore-20270115T080000Z"
        #expect(previous == [first, "\(first)-2", "\(first)-3"])
    }

    @Test func onlyFilesOfKilledProgramsAreRemoved() async throws {
        let (left, used) = ("restore-\(UUID().uuidString)", "restore-\(UUID().uuidString)")
        let unfinished = "again.sqlite.unfinished-\(UUID().uuidString)"
        let others = ["restore-notes", "other.sqlite.unfinished-\(UUID().uuidString)"]
        for name in [left, used, unfinished] + others {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: false)
            try Data("x".utf8).write(to: folder.appending(path: "\(name)/server.sqlite"))
        }
        // Given one that another program uses
        let lock = open(folder.appending(path: used).path, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        try SQLRepository(at: database, mustExist: true).file().backup(
            to: folder.appending(path: "again.sqlite").path)
        _ = try SQLiteDatabase.restore(backup, to: database)
        #expect(
            try names().filter { $0.contains("restore-") && !$0.contains("before") || $0.contains("unfinished") }
                .sorted()
                == ([used] + others).sorted())
    }

    @Test func theDatabaseOfAnotherProgramIsNotReplaced() async throws {
        let other = "\(database).other"
        try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE entry (x)") }
        let error = #expect(throws: ServerError.self) { try SQLiteDatabase.restore(backup, to: other) }
        #expect(error?.message.contains("it is not a database of this server") == true)
        let nowhere = #expect(throws: ServerError.self) { try SQLiteDatabase.restore(backup, to: "/nowhere/x") }
        #expect(nowhere?.message.contains("its folder does not exist") == true)
    }
}
