import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Older
import TemporaryPostgres
import Testing

@testable import DirectoryServer

/// Databases of earlier and newer versions, and of other programs.
final class OtherDatabaseTests {
    private let file = URL.temporaryDirectory.appending(path: "server-\(UUID().uuidString)/server.sqlite")

    deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    @Test func aDatabaseOfTheFirstVersionIsRefused() throws {
        try OlderDatabase.server.make(at: file)
        let before = try Data(contentsOf: file)
        for open in [{ try SQLRepository(at: $0, mustExist: true) }, { try SQLRepository(path: $0) }] {
            let error = #expect(throws: ServerError.databaseTooOld(path: file.path)) { try open(file.path) }
            #expect(error?.recovery.contains("version 0.3") == true)
        }
        #expect(try Data(contentsOf: file) == before)
        // Nor is it restored as a backup
        let present = file.deletingLastPathComponent().appending(path: "present.sqlite").path
        #expect(throws: ServerError.databaseTooOld(path: file.path)) {
            try SQLiteDatabase.restore(file.path, to: present)
        }
    }

    @Test(arguments: ["0.2", "0.3"], Backend.available)
    func aDatabaseOfAnEarlierVersionLosesNothing(version: String, backend: Backend) async throws {
        switch backend {
        case .sqlite:
            try OlderDatabase.server.make(of: version, at: file)
            for _ in 0..<2 { _ = try SQLRepository(at: file.path, mustExist: true) }
            try await Self.check(try TestDatabase(backend, at: file.path))
        case .postgres:
            try await Backend.withSchema { schema in
                try schema.execute(try OlderDatabase.postgres(of: version))
                for _ in 0..<2 { _ = try SQLRepository(address: schema.address) }
                try await Self.check(try TestDatabase(backend, at: schema.address))
            }
        }
    }

    /// A database that 0.3 migrated has the names of all earlier migrations.
    @Test func aDatabaseThatWasMigratedBeforeIsMigratedAgain() async throws {
        try OlderDatabase.server.make(of: "0.3", at: file)
        try await DatabaseQueue(path: file.path).write {
            try $0.execute(
                sql: "INSERT INTO grdb_migrations VALUES ('entries and accounts'), ('items'), ('room of items')")
        }
        try await Self.check(try TestDatabase(.sqlite, at: file.path))
    }

    /// A backup of an earlier version is migrated when it is restored.
    @Test func aBackupOfAnEarlierVersionIsRestored() async throws {
        try OlderDatabase.server.make(of: "0.3", at: file)
        let present = file.deletingLastPathComponent().appending(path: "present.sqlite").path
        let database = try TestDatabase(.sqlite, at: present)
        _ = try SQLiteDatabase.restore(file.path, to: present)
        try await Self.check(database)
    }

    @Test func aDatabaseFromBeforeHiddenEntriesIsMigrated() async throws {
        try OlderDatabase.server.make(of: "0.2", at: file)
        try await DatabaseQueue(path: file.path).write {
            try $0.execute(
                sql: """
                    DROP TABLE hidden_entry; DROP TABLE item_request;
                    DELETE FROM grdb_migrations WHERE identifier IN ('hidden entries', 'values of entries')
                    """)
        }
        let repository = try SQLRepository(at: file.path, mustExist: true)
        #expect(try await repository.version(of: "people").count == 1)
        #expect(try await repository.items(of: "todos").map(\.number) == [1, 2])
        #expect(try await repository.accounts().count == 3)
    }

    @Test(.sqlite) func aDatabaseOfTheDesktopProgramIsNotUsed() async throws {
        let sandbox = URL(filePath: repository.folder).appending(path: "sandbox")
        _ = try Store(sandbox: sandbox)
        let file = sandbox.appending(path: "directory.sqlite").path
        let before = try Data(contentsOf: URL(filePath: file))
        // When a server is to use it, then it says so and changes nothing
        let refusal = #expect(throws: ServerError.self) { try SQLRepository(path: file) }
        #expect(refusal?.message.contains("it is not a database of this server") == true)
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
        // Nor is one without a mark that has a table of that name, or one that does not exist
        let other = repository.folder + "/other"
        #expect(throws: ServerError.databaseMissing(path: other)) { try SQLRepository(at: other, mustExist: true) }
        #expect(!FileManager.default.fileExists(atPath: other))
        let queue = try DatabaseQueue(path: other)
        try await queue.write { try $0.execute(sql: "CREATE TABLE entry (x)") }
        #expect(throws: ServerError.self) { try SQLRepository(at: other, mustExist: true) }
        let tables = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
        #expect(tables == ["entry"])
    }

    @Test(.sqlite) func aDatabaseOfAServerIsUsedAgain() async throws {
        let path = repository.folder + "/server.sqlite"
        _ = try await repository.add(Account(netid: "ab12", passwordHash: "one"))
        // With its mark, and with another table of somebody's own
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE mine (x)") }
        #expect(try await SQLRepository(at: path, mustExist: true).accounts().count == 1)
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

    @Test(.eachDatabase) func aDatabaseOfANewerVersionIsNotChanged() async throws {
        let table = database.backend == .sqlite ? "grdb_migrations" : "migration"
        try await database.execute("INSERT INTO \(table) VALUES ('of next year')")
        let error = #expect(throws: ServerError.self) { _ = try database.open() }
        #expect(error?.message.contains("it was created by a newer version of this server") == true)
    }

    private static func check(_ database: TestDatabase) async throws {
        let repository = database.repository
        try await repository.reindexEntries(EntryDerivation(.people))
        // Lists, whose earlier tags are unknown, so that clients fetch them whole
        let version = try await repository.version(of: "people")
        #expect(version.count == 1 && version.bytes == 258)
        for tag in ["3d0e78d1973597b505e51324e1671055", "c712bef41fbe81f0485a176c6f9ed9fa", ""] {
            let delta = try await repository.withDelta(of: "people", since: DeltaRequest(tag: tag)) { $0.count }
            #expect(version.tag != tag && delta == nil)
        }
        let none = try await repository.withDelta(of: "people", since: DeltaRequest(tag: version.tag)) { $0.byteCount }
        #expect(none == 0)
        let hashes = try await repository.withEntries(of: "people", withJSON: false) { _, each in
            var hashes: [Data] = []
            try each { hashes.append($0.hash) }
            return hashes
        }
        #expect(try await [repository.entry(of: "wa11", in: "people")?.hash] == hashes)
        let page = try await repository.page(PageQuery(terms: ["ikiru"], offset: 0, limit: 9), of: "people")
        #expect(page.entries.map(\.owner) == ["wa11"] && page.counts == ["2\tStudent": 1])
        let all = try await repository.page(PageQuery(terms: [], offset: 0, limit: 9), of: "people")
        #expect(all.counts == page.counts)
        // A hidden entry, which is shown again
        await #expect(throws: EntryError.hidden) {
            try await repository.add(try Entry(DukePerson.sample("CD34", duid: 35).record))
        }
        #expect(try await repository.setHidden(false, entryOf: "CD34", in: "people"))
        for netid in ["wa11", "cd34"] {
            let entry = try #require(try await repository.entry(of: netid, in: "people"))
            #expect(try Entry(entry.record(of: .people), json: entry.json) == entry)
        }
        // Items, whose numbers and orders go on, and a request that is repeated
        #expect(try await repository.items(of: "todos").map(\.number) == [1, 2])
        let next = try await repository.addItem(to: "todos") { index in
            Data(#"{"order":\#(index.largestOrder ?? 0)}"#.utf8)
        }
        #expect(next.number == 4 && next.json == Data(#"{"order":2}"#.utf8))
        let request = ItemRequest(key: "k1", content: "\"b8e2d6ae1a05dc1dc91ddbff6e54bcd7\"")
        let tour = try await repository.addItem(to: "tours", until: nil, for: request) { _ in Data() }
        #expect(tour.number == 1 && String(decoding: tour.json, as: UTF8.self).contains("JAPH-RBHK"))
        // Accounts, with an app password
        let accounts = try await repository.accounts()
        #expect(accounts.map(\.netid) == ["cd34", "ef56", "wa11"] && accounts.map(\.isEnabled) == [false, true, true])
        #expect(try await repository.members(of: "").map(\.role) == [.student, .student, .professor])
        let app = try #require(try await AppPasswords(repository: repository).list(of: "WA11").first)
        #expect(app.name == "phone" && Int(app.created.timeIntervalSince1970) == 1_795_442_666)
        #expect(try await database.texts("SELECT hash FROM app_password") == ["acca2afcdd1be074a0c9c5f61acac0ce"])
        #expect(try await database.texts("SELECT netid_key FROM password_link") == ["ef56"])
        // And it has the tables of this version, and copies like any other
        try await Backend.sqlite.withDatabase { copy in
            let counts = try await RepositoryCopy(from: repository, to: copy.repository).run()
            #expect(counts == RepositoryCopy.Counts(entries: 2, items: 4, accounts: 3))
        }
    }
}
