import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import Testing
import TypedStore

/// What happens to the files of an open or closed store behind its back is noticed and said, and nothing is lost.
struct LostFileTests {
    private let sandbox = Folder()

    private var database: URL { sandbox.url.appending(path: "directory.sqlite") }
    private var copy: URL { sandbox.url.appending(path: "people.json") }

    private func person(_ number: Int) -> DukePerson { DukePerson(DUID: number, fName: "Ada \(number)") }

    @Test func aRemovedFolderIsWrittenAgain() throws {
        let store = try sandbox.store([person(1), person(2)])
        _ = try store.addCounted(Contact.sample(1))
        try store.flush()
        // Given a folder that a cleaner removes under the open store
        try FileManager.default.removeItem(at: sandbox.url)
        // When something is changed, then everything is there again, and it is said
        #expect(throws: StoreError.folderRemoved) { try store.save(person(3)) }
        let again = try sandbox.store()
        #expect(try again[.people].count() == 3)
        #expect(try again[.contacts].count() == 1)
        // And what is open changes no longer, so that two programs never have two lists
        #expect(throws: StoreError.fileReplaced) { try store[.people].delete(keys: [1]) }
        try again.save(person(4))
        #expect(try again[.people].count() == 4)
    }

    @Test func aFileThatReplacedTheOpenOneIsNotWrittenOver() throws {
        let store = try sandbox.store([person(1)])
        let other = Folder()
        try other.store().save(person(9))
        #expect(rename(other.url.appending(path: "directory.sqlite").path, database.path) == 0)
        #expect(throws: StoreError.fileReplaced) { try store.save(person(2)) }
        #expect(try store[.people].count() == 1)
    }

    @Test func newestChangeOnlyInJSONFileIsPreserved() throws {
        // Given an older directory.sqlite, as it is where its log is lost
        let older = sandbox.url.appending(path: "older.sqlite")
        do {
            let store = try sandbox.store((1...31).map(person))
            try store[.people].saveFile()
        }
        try FileManager.default.copyItem(at: database, to: older)
        do {
            let store = try sandbox.store([person(32)])
            try store[.people].saveFile()
        }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
        #expect(rename(older.path, database.path) == 0)
        // When it is opened, then that is said
        let store = try sandbox.store()
        #expect(try store[.people].count() == 31)
        #expect(throws: StoreError.fileChanged(file: "people.json")) { try store[.people].saveFileIfOlder() }
        // And the next change writes nothing over
        try store.save(person(40))
        let saved = sandbox.url.appending(path: "people.kept.json")
        let renamed = StoreError.copyRenamed(file: "people.json", as: saved.path(percentEncoded: false), isList: true)
        #expect(throws: renamed) { try store[.people].saveFile() }
        #expect(try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: saved)).count == 32)
    }

    @Test(arguments: [("[]", "Import it if a change is missing."), ("{]", ""), ("[{\"DUID\": 1", "")])
    func anImportOfAPreservedFileIsAdvisedIfItIsAList(content: String, advice: String) throws {
        let store = try sandbox.store([person(1)])
        try store[.people].saveFile()
        _ = try sandbox.file("people.json", content)
        try store.save(person(2))
        let error = #expect(throws: StoreError.self) { try store[.people].saveFile() }
        #expect(error?.recovery == advice)
        #expect(error?.message.contains("people.kept.json") == true)
        #expect(try String(contentsOf: sandbox.url.appending(path: "people.kept.json"), encoding: .utf8) == content)
    }

    @Test func onlyThreeChangedFilesArePreserved() throws {
        let store = try sandbox.store()
        for number in 1...5 {
            try store.save(person(number))
            try store[.people].saveFile()
            // Given a file that somebody changes
            try JSONEncoder().encode([person(100 + number)]).write(to: copy)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: TimeInterval(number))], ofItemAtPath: copy.path)
            try store.save(person(50 + number))
            #expect(throws: StoreError.self) { try store[.people].saveFile() }
        }
        // Then the older ones are gone
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path)
        let saved = try names.filter { $0.hasPrefix("people.kept") }.flatMap {
            try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: sandbox.url.appending(path: $0)))
        }
        #expect(Set(saved.map(\.DUID)) == [103, 104, 105])
    }

    @Test func withdrawnRecordsLeavePreservedFiles() throws {
        let store = try sandbox.store()
        let text = String(decoding: try JSONEncoder().encode([person(1), person(2), person(3)]), as: UTF8.self)
        // Other programs write numbers as texts, and elements that are no people.
        let edited = text.replacing(#"D":3"#, with: #"D":"0000003""#).replacing("[{", with: "[7,{")
        let saved = try sandbox.file("people.kept.json", Data(edited.utf8))
        for people in [[person(1), person(2), person(3)], [person(1)]] { try store.download(people, as: nil) }
        let rest = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: saved)) as? [Any])
        #expect(rest.first as? Int == 7)
        #expect(rest.dropFirst().map { ($0 as? [String: Any])?["DUID"] as? Int } == [1])
    }

    @Test func aFileThatWasOnlyCopiedOrLoadedIsTheSame() throws {
        // Given a file that is longer than what is read or written at a time
        let store = try sandbox.store((1...2000).map(person))
        try store[.people].saveFile()
        let content = try Data(contentsOf: copy)
        #expect(content.count > 1 << 17)
        try content.write(to: copy)
        try store[.people].saveFileIfOlder()
        // What is changed by hand and loaded is the store's then
        try JSONEncoder().encode([person(1), person(2)]).write(to: copy)
        #expect(throws: StoreError.fileChanged(file: "people.json")) { try store[.people].saveFileIfOlder() }
        _ = try store[.people].loadFromDisk()
        try store[.people].saveFile()
        try store[.people].saveFileIfOlder()
        #expect(!FileManager.default.fileExists(atPath: sandbox.url.appending(path: "people.kept.json").path))
    }

    @Test func aFileIsAcceptedBeforeAWriteAtTheSameTimePreservesIt() async throws {
        let store = try sandbox.store((1...20).map(person))
        try store[.people].saveFile()
        for number in 1...5 {
            try JSONEncoder().encode([person(number), person(7)]).write(to: copy)
            async let writes: Void = onThread { for _ in 0..<100 { try store[.people].saveFile() } }
            _ = try store[.people].loadFromDisk()
            try await writes
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.url.appending(path: "people.kept.json").path))
    }

    @Test func aDatabaseOfANewerVersionIsNotOpened() throws {
        do { try sandbox.store().save(person(1)) }
        try sandbox.execute("INSERT INTO grdb_migrations VALUES ('99 of the future')")
        #expect(throws: StoreError.newerVersion) { try sandbox.store() }
    }

    @Test func withoutItsTablePeopleComeFromTheirFile() throws {
        do {
            let store = try sandbox.store([person(1), person(2)])
            _ = try store.addCounted(Contact.sample(1))
            try store[.people].saveFile()
        }
        try sandbox.execute("DROP TABLE people")
        let store = try sandbox.store()
        #expect(throws: StoreError.damaged) { try store.find(DukePerson.self, key: 1) }
        #expect(try store.restore()?.people == 2)
        #expect(try store.find(DukePerson.self, key: 1) == person(1))
        #expect(try store[.contacts].count() == 1)
    }

    @Test func aDamagedIndexIsDamage() throws {
        do { try sandbox.store().saveAll([person(1), person(2)]) }
        // Given an index without the entries of its table
        try sandbox.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET rootpage =
                (SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_contacts_1')
            WHERE name = 'sqlite_autoindex_people_1'
            """)
        let store = try sandbox.store()
        #expect(throws: StoreError.damaged) { try store.find(DukePerson.self, key: 2) }
        #expect(try store.find(DukePerson.self, key: 3) == nil)
        // When the record is changed or added again, then there is no second one
        #expect(throws: StoreError.damaged) { try store.change(DukePerson.self, key: 2) { $0 } }
        #expect(throws: StoreError.damaged) { try store.insert(person(2)) }
        #expect(throws: StoreError.damaged) { try store.save(person(2)) }
        #expect(throws: StoreError.damaged) { try store[.people].delete(keys: [2]) }
        #expect(try store[.people].count() == 2)
        #expect(try store.restore()?.people == 2)
        #expect(try store.find(DukePerson.self, key: 2) == person(2))
    }

    /// SQLite takes a file of one byte for an empty one.
    @Test(arguments: [0, 1])
    func emptyFileIsReported(size: Int) throws {
        do {
            let store = try sandbox.store()
            #expect(store.dataLossWarning == nil)
            try store.save(person(1))
            try store[.people].saveFile()
        }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
        try Data(count: size).write(to: database)
        let model = try DataModel(sandbox: sandbox.url)
        try model.makeOwnRecordIfFirstLaunch()
        #expect(model.find(1) == person(1))
        #expect(model.store.dataLossWarning?.hasPrefix("“directory.sqlite” was empty.") == true)
    }

    @Test func onlyFileBeingEmptyIsReported() throws {
        // A folder without a file, and one with a file, are no loss
        do { _ = try sandbox.store().addCounted(Contact.sample(1)) }
        #expect(try Store.dataLossWarning(in: sandbox.url) == nil && sandbox.store().dataLossWarning == nil)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
        try Data().write(to: database)
        #expect(!FileManager.default.fileExists(atPath: sandbox.url.appending(path: "people.json").path))
        let message = "“directory.sqlite” was empty. What was in it is lost, unless you have a copy of the file."
        #expect(Store.dataLossWarning(in: sandbox.url) == message)
        #expect(try sandbox.store().dataLossWarning == message)
        #expect(try sandbox.store().dataLossWarning == nil)
    }

    @Test func theDatabaseOfAnotherProgramIsNotOpenedAndNotChanged() throws {
        // Given a database of another program, without and with a WAL
        try FileManager.default.createDirectory(at: sandbox.url, withIntermediateDirectories: true)
        try sandbox.execute("CREATE TABLE setting (name); INSERT INTO setting VALUES ('theirs')")
        for mode in ["DELETE", "WAL"] {
            try DatabaseQueue(path: database.path).writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = \(mode)")
            }
            let before = try Data(contentsOf: database)
            // When a directory is opened there, then it says so, and the file is as it was
            let problem = StoreError.cannotOpen(reason: "it belongs to another program", folder: sandbox.url.path)
            #expect(throws: problem) { try sandbox.store() }
            #expect(throws: problem) { try Store.restore(in: sandbox.url) }
            #expect(try Data(contentsOf: database) == before)
        }
    }

    @Test func aMigrationThatWasRecordedNowhereIsDamage() throws {
        do { try sandbox.store().save(person(1)) }
        try sandbox.execute("DELETE FROM grdb_migrations WHERE identifier = '0.4'")
        #expect(throws: StoreError.damaged) { try sandbox.store() }
        #expect(try Store.restore(in: sandbox.url)?.people == 1)
        #expect(try sandbox.store().find(DukePerson.self, key: 1) == person(1))
    }

    @Test(arguments: ["file/sandbox", "link/sandbox"])
    func theReasonWhyAFolderCannotBeMadeIsNamed(path: String) throws {
        _ = try sandbox.file("file", Data())
        let link = sandbox.url.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        let reason = path.hasPrefix("file") ? "a file has the name of a folder" : "too many levels of symbolic links"
        let folder = sandbox.url.appending(path: path)
        let problem = StoreError.cannotOpen(
            reason: "the folder “sandbox” could not be created, \(reason)", folder: folder.path)
        #expect(throws: problem) { try Store(sandbox: folder) }
        #expect(problem.recovery == "Check the folder “\(folder.path)”, and try again.")
    }

    @Test func aPipeThatNoProgramWritesToIsNotWaitedFor() throws {
        let pipe = sandbox.url.appending(path: "list.json")
        let store = try sandbox.store()
        try #require(mkfifo(pipe.path, 0o600) == 0)
        #expect(throws: StoreError.cannotRead(file: "list.json", reason: "no program writes to it")) {
            try store[.people].load(ListFile(pipe), .update)
        }
        let other = Folder()
        _ = try other.file("list.json", Data())
        try #require(mkfifo(other.url.appending(path: "directory.sqlite").path, 0o600) == 0)
        let problem = StoreError.cannotOpen(reason: "it is not a file", folder: other.url.path)
        #expect(throws: problem) { try other.store() }
    }

    @Test func anAbsentFolderIsNotAnAbsentFile() throws {
        let store = try sandbox.store()
        let file = sandbox.url.appending(path: "absent/list.json")
        #expect(throws: StoreError.cannotWrite(file: "list.json", reason: "its folder does not exist")) {
            try ListFile(file).write(from: store[.people])
        }
    }
}
