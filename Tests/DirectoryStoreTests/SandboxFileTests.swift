import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import Testing
import TypedStore

/// people.json says what the store holds, whoever changed it and whoever was killed.
struct SandboxFileTests {
    private let sandbox = Folder()

    private var file: URL { sandbox.url.appending(path: "people.json") }

    private func inFile() throws -> [Int] {
        try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file)).map(\.DUID)
    }

    @Test func unwrittenChangesAreWrittenAtTheNextStart() throws {
        let store = try sandbox.store([DukePerson(DUID: 1)])
        try store[.people].saveFile()
        // Given a program that ended between its change and the file
        try store.save(DukePerson(DUID: 2))
        #expect(try inFile() == [1])
        // When another one starts
        try sandbox.store()[.people].saveFileIfOlder()
        #expect(try inFile() == [1, 2])
    }

    /// An edit of the file, or of the one that it links to.
    @Test(arguments: [false, true])
    func editOfTheFileStaysUntilTheNextChange(isLinked: Bool) throws {
        let store = try sandbox.store()
        let folder = isLinked ? sandbox.url.appending(path: "synced") : sandbox.url
        let target = folder.appending(path: "people.json")
        if isLinked {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        }
        try store.save(DukePerson(DUID: 1))
        try store[.people].saveFile()
        let edit = Data(#"[{"DUID": 7}]"#.utf8)
        try edit.write(to: target)
        #expect(throws: StoreError.fileChanged(file: "people.json")) { try store[.people].saveFileIfOlder() }
        try store[.people].saveFile()
        #expect(try inFile() == [7])
        // When the store writes the file, then the edit is beside it
        try store.save(DukePerson(DUID: 2))
        // The store may have written it by itself before
        try? store[.people].saveFile()
        #expect(try inFile() == [1, 2])
        #expect(try Data(contentsOf: folder.appending(path: "people.kept.json")) == edit)
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
        #expect(link == (isLinked ? target.path : nil))
    }

    @Test func aLinkToAMissingFolderIsLeft() throws {
        let store = try sandbox.store()
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "away/people.json")
        try store.save(DukePerson(DUID: 1))
        #expect(throws: StoreError.self) { try store[.people].saveFile() }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "away/people.json")
        // Once the folder is there, the list is in it
        try FileManager.default.createDirectory(
            at: sandbox.url.appending(path: "away"), withIntermediateDirectories: true)
        try store[.people].saveFile()
        #expect(try inFile() == [1])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "away/people.json")
    }

    @Test(arguments: [1, 2, 3]) func afterAnyChangesTheFileEqualsAnExport(seed: UInt64) throws {
        var draw = Draw(usually: seed)
        let store = try sandbox.store()
        func person(_ key: Int, _ name: String) -> DukePerson { DukePerson(DUID: key, fName: name) }
        let export = sandbox.url.appending(path: "export.json")
        try store.saveAll((1...700).map { person($0, "No. \($0)") })
        for round in 1...12 {
            for _ in 0..<Int.random(in: 0...3, using: &draw) {
                let key = Int.random(in: 1...720, using: &draw)
                if Bool.random(using: &draw) {
                    try store.save(person(key, String(repeating: "“\(round)”\n", count: key % 9)))
                } else {
                    _ = try store[.people].delete(key: key)
                }
            }
            try store[.people].saveFile()
            try ListFile(export).write(from: store[.people])
            #expect(try Data(contentsOf: file) == Data(contentsOf: export), "round \(round)")
        }
        _ = try store[.people].delete(keys: Array(1...720))
        try store[.people].saveFile()
        #expect(try Data(contentsOf: file) == Data("[]\n".utf8))
    }

    @Test func theLastToWriteWritesTheLatest() async throws {
        let first = try sandbox.store()
        try first.save(DukePerson(DUID: 100))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                let store = try sandbox.store()
                group.addTask {
                    try store.save(DukePerson(DUID: number))
                    try store[.people].saveFile()
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(inFile()) == Set([100] + Array(1...8)))
    }

    @Test func aGoodFileStaysWhereTheStoreFails() throws {
        let model = try DataModel(sandbox: sandbox.url)
        try sandbox.execute("CREATE TRIGGER fails BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'No.'); END")
        try Data(#"[{"DUID": 4, "netid": "root"}, {"DUID": 7, "netid": "ab1"}]"#.utf8).write(to: file)
        try Setting<String>("netid").set("AB1", in: model.store)
        let account = SystemAccount(login: "root", fullName: "")
        #expect(throws: StoreError.self) { try model.makeOwnRecordIfFirstLaunch(account) }
        #expect(try inFile() == [4, 7])
        // The next start reads it, and knows whoever is signed in
        try sandbox.execute("DROP TRIGGER fails")
        #expect(try !model.makeOwnRecordIfFirstLaunch(account))
        #expect(try model.store[.people].count() == 2)
        #expect(try model.store[.people].ownKey() == 7)
    }

    @Test func namedPipeDoesNotBlock() throws {
        let store = try sandbox.store([DukePerson(DUID: 1)])
        #expect(mkfifo(file.path, 0o600) == 0)
        let problem = #expect(throws: StoreError.self) { try store[.people].saveFile() }
        #expect(
            problem?.message
                == "The change was saved, but its copy in “people.json” could not be written: it is not a file."
        )
        #expect(throws: StoreError.self) { try store[.people].loadFromDisk() }
        // When a folder has the name, then it says that
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let other = #expect(throws: StoreError.self) { try store[.people].saveFile() }
        #expect(other?.message.hasSuffix("“people.json” could not be written: a folder has that name.") == true)
    }

    @Test func otherUsersCannotReadWorkFiles() throws {
        try FileManager.default.createDirectory(
            at: sandbox.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let store = try sandbox.store()
        let staging = try store[.people].beginStaging()
        try staging.add([.record(DukePerson(DUID: 1, picture: Data("a".utf8).base64EncodedString()).record)])
        #expect(try staging.count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path)
        #expect(names.contains { $0.hasPrefix(".working-") })
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.url.appending(path: name).path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
        }
        withExtendedLifetime(staging) {}
    }

    /// Whatever its number, which may be that of no process or of another one in another container.
    @Test(arguments: [1, 4_000_000])
    func aWorkFileIsRemovedOnlyWhenItsProgramHasEnded(process: Int) throws {
        // Given a work file that a program has locked
        let work = try sandbox.file(".working-\(process)-A", Data())
        let descriptor = open(work.path, O_RDONLY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        _ = try sandbox.store()
        #expect(FileManager.default.fileExists(atPath: work.path))
        // When the program ends, then the next start removes it
        close(descriptor)
        _ = try sandbox.store()
        #expect(!FileManager.default.fileExists(atPath: work.path))
    }

    @Test func exportRemovesWhatKilledExportsLeftInItsFolder() throws {
        let store = try sandbox.store()
        let folder = sandbox.url.appending(path: "exports")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (left, locked) = (folder.appending(path: ".working-1-A"), folder.appending(path: ".working-1-B"))
        for file in [left, locked] { try Data("[".utf8).write(to: file) }
        let descriptor = open(locked.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        try ListFile(folder.appending(path: "people.json")).write(from: store[.people])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == [".working-1-B", "people.json"])
    }

    @Test func aFileThatAnotherProgramLocksCanBeRead() throws {
        do { try sandbox.store().save(DukePerson(DUID: 1)) }
        let other = try sandbox.database()
        // Given a program that locks the file, whose log is empty
        var opened: Store?
        try other.inTransaction(.immediate) { _ in
            let store = try sandbox.store()
            #expect(store.whyReadOnly == nil)
            #expect(try store.find(DukePerson.self, key: 1) == DukePerson(DUID: 1))
            opened = store
            return .commit
        }
        // When the lock is gone, then the store is changed as any other
        let store = try #require(opened)
        try store.save(DukePerson(DUID: 2))
        #expect(try sandbox.store()[.people].count() == 2)
    }

    @Test func aSampleIsLoadedWholeOrNotAtAll() throws {
        let store = try sandbox.store()
        // Given a program that is killed before it notes what the sample had
        try sandbox.execute(
            """
            CREATE TRIGGER fails BEFORE INSERT ON setting WHEN NEW.name = 'sample-contacts'
            BEGIN SELECT RAISE(ABORT, 'No.'); END
            """)
        #expect(throws: StoreError.self) { try store[.contacts].loadSample() }
        #expect(try store[.contacts].count() == 0)
        #expect(try !store[.contacts].holdsSample())
        try sandbox.execute("DROP TRIGGER fails")
        try store[.contacts].loadSample()
        #expect(try store[.contacts].sampleKeys().count == store[.contacts].count())
    }

    @Test func everyChangeIsMadeOfWhatIsThereThen() async throws {
        try sandbox.store().save(Contact(id: 1))
        let texts = ["firstName", "lastName", "street", "city", "zipcode", "phone"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in texts {
                let store = try sandbox.store()
                group.addTask {
                    _ = try store.change(Contact.self, key: 1) { $0.with(\.record[key], .text(key)) }
                }
            }
            try await group.waitForAll()
        }
        let contact = try #require(try sandbox.store().find(Contact.self, key: 1))
        for key in texts { #expect(Contact.definition.field(named: key)?.displayText(contact.record) == key) }
    }

    @Test func aRefusedChangeChangesNothing() throws {
        let store = try sandbox.store([DukePerson(DUID: 1)], offersUndo: true)
        try store.save(DukePerson(DUID: 2, fName: "Bo"))
        let revision = try store[.people].revision()

        let refused = try store.change(DukePerson.self, key: 1) { _ throws(TokenError) in throw .noFields(example: "") }

        #expect(throws: TokenError.noFields(example: "")) { try refused.get() }
        #expect(try store.change(DukePerson.self, key: 9) { $0 } == .success(.absent))
        #expect(try store.change(DukePerson.self, key: 9, orElse: DukePerson(DUID: 9)) { $0 } == .success(.absent))
        #expect(try store.change(DukePerson.self, key: 1) { $0.keyed(2) } == .success(.keyTaken(by: "Bo")))
        #expect(try store.change(DukePerson.self, key: 1) { $0 } == .success(.saved(DukePerson(DUID: 1).record)))
        #expect(try store[.people].revision() == revision)
        #expect(try store[.people].undoCount() == 2)
    }
}
