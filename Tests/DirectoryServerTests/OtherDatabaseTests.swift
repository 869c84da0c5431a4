import DirectoryStore
import Foundation
import GRDB
import Older
import Testing

@testable import DirectoryServer

/// Databases that another program made, or a newer version of the server.
@Suite struct OtherDatabaseTests {
    private static func refusal(of path: String) -> String {
        let error = #expect(throws: ServerError.self) { try SQLRepository(path: path) }
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
            #expect(throws: ServerError.self) { try SQLRepository(at: file, mustExist: true) }
            let present = repository.folder + "/server.sqlite"
            // And it is no backup, even where an earlier version made its tables in it
            _ = try await repository.add(Account(netid: "ab12", passwordHash: "one"))
            #expect(throws: ServerError.notABackup(file)) { try SQLiteDatabase.restore(file, to: present) }
            try await DatabaseQueue(path: file).write { db in
                try db.execute(sql: "CREATE TABLE entry (x); CREATE TABLE account (x)")
            }
            #expect(throws: ServerError.notABackup(file)) { try SQLiteDatabase.restore(file, to: present) }
            #expect(try await repository.accounts().count == 1)
        }
    }

    @Test func whatAServerMadeIsUsedAgain() async throws {
        try await withTemporaryFile { repository in
            let path = repository.folder + "/server.sqlite"
            _ = try await repository.add(Account(netid: "ab12", passwordHash: "one"))
            // With its mark, and with another table of somebody's own
            try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE mine (x)") }
            #expect(try await SQLRepository(path: path).accounts().count == 1)
            // Without a mark, as early servers made it
            let older = URL(filePath: repository.folder).appending(path: "older/server.sqlite")
            try OlderDatabase.server.make(of: "0.2", at: older)
            try await DatabaseQueue(path: older.path).write { try $0.execute(sql: "PRAGMA application_id = 0") }
            #expect(try await SQLRepository(at: older.path, mustExist: true).accounts().count == 3)
            // An empty file is a new database
            let empty = repository.folder + "/empty"
            #expect(FileManager.default.createFile(atPath: empty, contents: nil))
            #expect(try await SQLRepository(path: empty).accounts().isEmpty)
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
}
