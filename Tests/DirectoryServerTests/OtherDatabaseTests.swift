import DirectoryStore
import Foundation
import GRDB
import Testing

@testable import DirectoryServer

/// Databases that another program made, or a newer version of the server.
@Suite struct OtherDatabaseTests {
    private static func refusal(of path: String) -> String {
        let error = #expect(throws: ServerError.self) { try SQLiteRepository(path: path) }
        return error?.message ?? ""
    }

    @Test func theDesktopsOwnFileIsNotAdopted() async throws {
        try await withTemporaryFile { repository in
            // Given a sandbox of the desktop
            let sandbox = URL(filePath: repository.folder).appending(path: "sandbox")
            _ = try Store(sandbox: sandbox)
            let file = sandbox.appending(path: "directory.sqlite").path
            let before = try Data(contentsOf: URL(filePath: file))
            // When a server is to use it, then it says so and changes nothing
            #expect(Self.refusal(of: file).contains("it is not a database of this server"))
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
            #expect(throws: ServerError.self) { try SQLiteRepository(existing: file) }
            // And it is no backup, even where an earlier version made its tables in it
            _ = try await repository.add(Account(netid: "ab12", role: .student, passwordHash: "one"))
            #expect(throws: ServerError.notABackup(file)) { try repository.restore(from: file) }
            try await DatabaseQueue(path: file).write { db in
                try db.execute(sql: "CREATE TABLE entry (x); CREATE TABLE account (x)")
            }
            #expect(throws: ServerError.notABackup(file)) { try repository.restore(from: file) }
            #expect(try await repository.accounts().count == 1)
        }
    }

    @Test func whatAServerMadeIsUsedAgain() async throws {
        try await withTemporaryFile { repository in
            let path = repository.folder + "/server.sqlite"
            _ = try await repository.add(Account(netid: "ab12", role: .student, passwordHash: "one"))
            // With its mark, with another table of somebody's own, and without a mark as earlier versions made it
            for change in ["CREATE TABLE mine (x)", "DROP TABLE mine; PRAGMA application_id = 0"] {
                try await DatabaseQueue(path: path).write { try $0.execute(sql: change) }
                if change.contains("application") {
                    try await DatabaseQueue(path: path).write {
                        try $0.execute(
                            sql: """
                                DROP TABLE hidden_entry;
                                DELETE FROM grdb_migrations WHERE identifier = 'hidden entries'
                                """)
                    }
                }
                #expect(try await SQLiteRepository(path: path).accounts().count == 1)
            }
            // An empty file is a new database
            let empty = repository.folder + "/empty"
            #expect(FileManager.default.createFile(atPath: empty, contents: nil))
            #expect(try await SQLiteRepository(path: empty).accounts().isEmpty)
        }
    }

    @Test func aDatabaseOfANewerVersionIsNotChanged() async throws {
        for backend in Backend.available {
            try await backend.withDatabase { database in
                let table = backend == .sqlite ? "grdb_migrations" : "migration"
                try await database.execute("INSERT INTO \(table) VALUES ('of next year')")
                let error = #expect(throws: ServerError.self) { _ = try database.open() }
                #expect(error?.message.contains("it was created by a newer version of this server") == true)
            }
        }
    }

    @Test func aFullDiskIsSaidInWords() async throws {
        try await withTemporaryFile { repository in
            let reason = SQLiteRepository.reason(DatabaseError(resultCode: .SQLITE_FULL, message: "not an error"))
            #expect(reason == "database or disk is full")
            // And an account that was not stored has no password that is shown
            let full = try SQLiteRepository(path: repository.folder + "/full.sqlite", mostPages: 40)
            let accounts = Accounts(repository: full)
            while (try? await full.addItem(to: "x") { _ in Data(count: 3000) }) != nil {}
            var shown = 0
            await #expect(throws: StorageError.diskFull) {
                for number in 0..<100 { _ = try await accounts.addForTest("x\(number)") { shown += 1 } }
            }
            #expect(try await full.accounts().count == shown)
        }
    }

    @Test func whatIsStoredIsInTheFileWhenTheServerEnds() async throws {
        try await withTemporaryFile { repository in
            _ = try await repository.add(Account(netid: "ab12", role: .student, passwordHash: "one"))
            await repository.settle()
            let log = try Data(contentsOf: URL(filePath: repository.folder + "/server.sqlite-wal"))
            #expect(log.isEmpty)
        }
    }
}

extension Accounts {
    fileprivate func addForTest(_ netid: String, _ shown: () -> Void) async throws {
        _ = try await add(netid, role: .student) { _ in shown() }
    }
}
