import DirectoryModel
import Foundation
import GRDB
import LibpqClient
import SampleData
import Synchronization
import Testing

@testable import DirectoryServer

/// A class moves whole from one database to another.
@Suite struct CopyTests {
    /// Something of everything that a server stores.
    private func fill(_ repository: SQLRepository) async throws {
        try await SampleClass(count: 30, pictureBytes: 3000).fill(repository)
        let person = try Entry(DukePerson.sample().record)
        try await repository.add(person)
        _ = try await repository.remove(entryOf: "ab12", in: "people") { _ in }
        try await repository.add(person)
        let boat = try Entry(DukePerson.sample("bo12", duid: 5).record)
        let other = Entry(
            key: 5, owner: "Bo12", json: boat.json, section: "é", order: "\u{1F986}",
            searchText: "")
        try await repository.add(other, to: "boats")
        _ = try await repository.remove(entryOf: "BO12", in: "boats") { _ in }
        try await repository.add(other, to: "boats")
        #expect(try await repository.setHidden(true, entryOf: "BO12", in: "boats"))
        let request = ItemRequest(key: "k", content: "c")
        for end in [nil, Date(timeIntervalSince1970: 1_700_000_000.123)] {
            _ = try await repository.addItem(to: "tours", until: end, for: request) { _ in Data(#"{"order":3}"#.utf8) }
            _ = try await repository.addItem(to: "todos", until: end) { _ in Data(#"{"order":3}"#.utf8) }
        }
        try await repository.removeItems(of: "todos")
        _ = try await AppPasswords(repository: repository).add("phone", to: "demo")
        _ = try await PasswordLinks(repository: repository).make(for: "demo")
    }

    private func rows(_ repository: SQLRepository) async throws -> [StoredRow] {
        try await repository.database.readMany { db in
            var rows: [StoredRow] = []
            try SQLSchema.forEachRow(db) { rows.append($0) }
            return rows
        }
    }

    /// Compared by what the databases themselves say, row by row.
    @Test(arguments: Backend.available, Backend.available)
    func allTablesAreCopied(one: Backend, other: Backend) async throws {
        try await one.withDatabase { source in
            try await other.withDatabase { destination in
                // Given accounts of all kinds, app passwords, links, courses, to-dos, tours, and a log of changes
                try await fill(source.repository)
                let accounts = Accounts(repository: source.repository)
                _ = try await accounts.add("Ab12", role: .professor)
                _ = try await accounts.add("cd34", role: .ta)
                try await accounts.setEnabled(false, "cd34")
                let earlier = try await source.repository.version(of: "people").tag
                try await source.repository.add(try Entry(DukePerson.sample("zz99", duid: 99).record))
                _ = try await source.repository.remove(entryOf: "ab12", in: "people") { _ in }
                // When it is copied there and back
                let copy = RepositoryCopy(from: source.repository, to: destination.repository)
                #expect(try await copy.run() == RepositoryCopy.Counts(entries: 32, items: 42, accounts: 3))
                try await one.withDatabase { back in
                    _ = try await RepositoryCopy(from: destination.repository, to: back.repository).run()
                    // Then every table has what it had, also one that another version adds
                    let (before, after) = (try await source.contents(), try await back.contents())
                    #expect(before == after && Set(before.keys) == Set(SQLSchema.tables.map(\.name)))
                    let empty = Set(before.filter { $0.value.isEmpty }.keys)
                    #expect(empty.isEmpty, "these tables have nothing to compare: \(empty)")
                }
                let rows = try await rows(destination.repository)
                #expect(try await self.rows(source.repository) == rows)
                // And what is not empty is not copied to
                await #expect(throws: ServerError.databaseNotEmpty) { _ = try await copy.run() }
                #expect(try await self.rows(destination.repository) == rows)
                try await Self.expectDelta(in: destination.repository, since: earlier)
            }
        }
    }

    /// Whoever has an earlier list is sent only the difference, also after the next change.
    private static func expectDelta(in repository: SQLRepository, since earlier: String) async throws {
        let delta = try await repository.withDelta(of: "people", since: DeltaRequest(tag: earlier)) { delta in
            (count: delta.count, removed: delta.removed)
        }
        #expect(delta?.count == 31 && delta?.removed.count == 1)
        try await repository.add(try Entry(DukePerson.sample("zz98", duid: 98).record))
        let next = try await repository.withDelta(of: "people", since: DeltaRequest(tag: earlier)) { $0.count }
        #expect(next == 32)
    }

    @Test(.sqlite, arguments: Backend.available) func ofTwoCopiesAtOnceOneIsMade(backend: Backend) async throws {
        let source = repository
        try await fill(source)
        try await backend.withDatabase { destination in
            // Where nothing was found is still empty
            #expect(try await !destination.repository.setRole(.ta, netid: "zz99", entries: [:]))
            #expect(try await !destination.repository.removeItem(5, of: "todos"))
            let copies = [destination.repository, try destination.open()]
            let made = try await withThrowingTaskGroup(of: Int.self) { group in
                for repository in copies {
                    group.addTask {
                        do {
                            return try await RepositoryCopy(from: source, to: repository).run().entries
                        } catch ServerError.databaseNotEmpty {
                            return -1
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(made == [32, -1])
        }
    }

    @Test(.sqlite, arguments: Backend.available.filter { $0 == .postgres })
    func anEntryThatIsAddedWhileACopyBeginsIsNotDeleted(backend: Backend) async throws {
        let source = repository
        try await fill(source)
        try await backend.withDatabase { destination in
            let repository = destination.repository
            #expect(try await !repository.removeItem(5, of: "people"))
            let copy = Mutex<Task<RepositoryCopy.Counts, any Error>?>(nil)
            // When a copy waits for a change
            try await repository.change("people") { db, change in
                try change.insert(try Entry(DukePerson.sample().record))
                let task = Task { try await RepositoryCopy(from: source, to: repository).run() }
                copy.withLock { $0 = task }
                let waits = "SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
                while try db.select(waits).isEmpty {}
            }
            let begun = copy.withLock { $0 }
            await #expect(throws: ServerError.databaseNotEmpty) { _ = try await begun?.value }
            #expect(try await repository.entry(of: "ab12", in: "people") != nil)
        }
    }

    @Test(.eachDatabase) func aSourceThatEndsEarlyLeavesNothingBehind() async throws {
        struct Broken: Error {}
        let before = try await rows(repository)
        let table = try #require(SQLSchema.tables.first { $0.name == "membership" })
        await #expect(throws: Broken.self) {
            try await repository.addRows { add in
                try add(StoredRow(table: table, values: [.text(""), .text("ab12"), .text("ta")]))
                throw Broken()
            }
        }
        #expect(try await rows(repository) == before)
    }

    @Test(.sqlite) func aBackupHoldsEverythingAndIsRestored() async throws {
        try await fill(repository)
        let before = try await rows(repository)
        let path = repository.folder + "/backup.sqlite"
        try repository.file().backup(to: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: repository.folder)
        #expect(names.filter { $0.contains("backup") } == ["backup.sqlite"])
        #expect(throws: ServerError.fileExists(path)) { try repository.file().backup(to: path) }
        // When much is changed, and another server has the database open
        let other = try SQLRepository(path: repository.folder + "/server.sqlite")
        try await repository.add(try Entry(DukePerson.sample("zz99", duid: 99).record))
        let later = try await repository.version(of: "people").tag
        _ = try SQLiteDatabase.restore(path, to: "\(repository.folder)/server.sqlite")
        // Then everything is as it was, for the other server too, and the changes since are not known
        #expect(try await rows(other) == before)
        #expect(try await rows(repository) == before)
        #expect(try await other.withDelta(of: "people", since: DeltaRequest(tag: later)) { $0.count } == nil)
        try await repository.add(try Entry(DukePerson.sample("zz99", duid: 99).record))
    }

    @Test(.sqlite) func aBackupReplacesNoFile() async throws {
        let (path, other) = (repository.folder + "/one", repository.folder + "/two")
        try Data("1".utf8).write(to: URL(filePath: path))
        try Data("2".utf8).write(to: URL(filePath: other))
        #expect(throws: ServerError.fileExists(other)) { try SQLiteDatabase.rename(path, to: other) }
        #expect(try Data(contentsOf: URL(filePath: other)) == Data("2".utf8))
        try SQLiteDatabase.rename(path, to: path + "3")
        #expect(try Data(contentsOf: URL(filePath: path + "3")) == Data("1".utf8))
    }

    @Test(.sqlite) func aFileThatIsNoBackupIsNotRestored() async throws {
        try await fill(repository)
        let before = try await rows(repository)
        let path = repository.folder + "/other"
        func restore(_ path: String) throws {
            _ = try SQLiteDatabase.restore(path, to: "\(repository.folder)/server.sqlite")
        }
        let missing = #expect(throws: ServerError.self) { try restore(path) }
        #expect(missing?.message.contains("does not exist") == true)
        for content in ["", "SQLite format 3\0", "people"] {
            try Data(content.utf8).write(to: URL(filePath: path))
            #expect(throws: ServerError.notABackup(path)) { try restore(path) }
        }
        try FileManager.default.removeItem(atPath: path)
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE entry (x)") }
        #expect(throws: ServerError.notABackup(path)) { try restore(path) }
        // What cannot be done for another reason is not called damage
        let folder = repository.folder + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let error = #expect(throws: ServerError.self) { try restore(folder) }
        guard case .backupNotRestored = error else { throw try #require(error) }
        #expect(try await rows(repository) == before)
        #expect(throws: ServerError.self) { try repository.file().backup(to: "/nowhere/backup.sqlite") }
        let names = try FileManager.default.contentsOfDirectory(atPath: repository.folder)
        #expect(names.filter { $0.hasPrefix("restore") || $0.hasPrefix("backup") }.isEmpty)
    }
}
