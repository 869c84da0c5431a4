import DirectoryModel
import Foundation
import GRDB
import Hostile
import Testing
import TypedStore

@testable import DirectoryStore

/// A damaged file is found and reported, is never copied over the good one, and is restored.
struct DamageTests {
    private let sandbox = Folder()

    private var file: URL { sandbox.url.appending(path: "directory.sqlite") }
    private var copy: URL { sandbox.url.appending(path: "people.json") }

    private func person(_ number: Int) -> DukePerson {
        let picture = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* number) }).base64EncodedString()
        return DukePerson(DUID: number, netid: "n\(number)", fName: "Ada \(number)", lName: "Okafor", picture: picture)
    }

    /// A store of twenty people with pictures, a contact, and the copy of the people.
    private func filledStore() throws -> Store {
        let store = try sandbox.store((1...20).map(person))
        _ = try store.addCounted(Contact.sample(1))
        try Setting<String>("server").set("https://example.edu", in: store)
        try store[.people].saveFile()
        return store
    }

    /// Groups, one of which was deleted.
    private func makeGroups(in store: Store) throws -> [RecordGroup] {
        for name in ["Owls", "Gone"] {
            try store[.people].makeGroup(RecordGroup(name, of: .people, members: [1]))
        }
        try store[.people].makeGroup(RecordGroup("No Team", of: .people, search: "no=te"))
        try store[.people].deleteGroup("Gone")
        try store.flush()
        return try store[.people].groups()
    }

    @Test func aDamagedPictureDoesNotReplaceTheGoodOne() throws {
        let store = try filledStore()
        let good = try Data(contentsOf: copy)
        // Given a picture that is not what was written
        let picture = "(SELECT picture FROM people WHERE row = 7)"
        try sandbox.execute("UPDATE picture SET content = zeroblob(9000) WHERE hash = \(picture)")
        // When somebody is changed, then the change is kept and the copy remains
        try store.save(person(3).with(\.movie, "Alien"))
        let problem = #expect(throws: StoreError.self) { try store[.people].saveFile() }
        #expect(problem == .damagedRecord("Ada 7 Okafor"))
        #expect(problem?.message.contains("“directory.sqlite” is damaged") == true)
        #expect(try Data(contentsOf: copy) == good)
        // And whoever reads it is told
        #expect(throws: StoreError.damagedRecord("Ada 7 Okafor")) { try store[.people].verify() }
        #expect(throws: StoreError.damagedRecord("Ada 7 Okafor")) { try store.find(DukePerson.self, key: 7) }
        for name in ["out.json", "out.csv", "out.vcf"] {
            let list = ListFile(sandbox.url.appending(path: name))
            #expect(throws: StoreError.damagedRecord("Ada 7 Okafor")) { try list.write(from: store[.people]) }
        }
        // And what is changed then is restored too
        try store.save(person(22))
        #expect(try store.restore()?.people == 21)
        #expect(try store.find(DukePerson.self, key: 22) == person(22))
    }

    @Test func anOpenStoreIsRestored() throws {
        let (store, other) = (try filledStore(), try sandbox.store())
        let (people, groups) = (try store.everybody(), try makeGroups(in: store))
        // When one person and all contacts are damaged, then both programs have the same people and groups again
        try sandbox.execute("UPDATE people SET fName = 'Eve' WHERE row = 7; UPDATE contacts SET hash = 0")
        let restored = try #require(try store.restore())
        #expect(restored.people == 20 && restored.isFromFile && restored.copyName == "directory.damaged.sqlite")
        #expect(restored.incomplete == [Contact.collection])
        #expect(restored.text.contains("The history of changes could not be restored."))
        #expect(try store.everybody() == people)
        #expect(try other.everybody() == people)
        #expect(try store[.people].groups() == groups)
        #expect(try Setting<String>("server").value(in: store) == "https://example.edu")
        #expect(try store.addCounted(Contact.sample(2)).id == 2)
        let saved = try DatabaseQueue(path: sandbox.url.appending(path: restored.copyName).path)
        #expect(try saved.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM contacts") } == 1)
    }

    @Test(arguments: [90, 5000])
    func withADamagedHeaderPeopleAndGroupsComeBackFromTheirFiles(count: Int) throws {
        let open = try filledStore()
        let groups = try makeGroups(in: open)
        let groupFile = sandbox.url.appending(path: "groups.json")
        #expect(try JSONDecoder().decode([RecordGroup].self, from: Data(contentsOf: groupFile)) == groups)
        let before = try Data(contentsOf: copy)
        try sandbox.overwriteDatabase(count)
        let damaged = try Data(contentsOf: file)
        #expect(throws: StoreError.damaged) { try sandbox.store() }
        #expect(try Data(contentsOf: file) == damaged)
        let restored = try #require(try Store.restore(in: sandbox.url))
        #expect(restored.people == 20 && restored.isFromFile)
        #expect(restored.incomplete == nil && restored.others == ["2 groups"])
        #expect(restored.text.contains("The other lists could not be read and are missing."))
        // And a window that has the old file open changes neither
        #expect(throws: StoreError.fileReplaced) { try open.save(person(30)) }
        let store = try sandbox.store()
        #expect(try store[.people].groups() == groups)
        try store[.people].saveFile(isForced: true)
        #expect(try Data(contentsOf: copy) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path).allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func aCollectionThatIsNewerThanTheFileIsNotMissing() throws {
        let store = try filledStore()
        try sandbox.execute("DROP TABLE players; DELETE FROM definition WHERE collection = 'players'")
        try sandbox.execute("UPDATE people SET fName = 'Eve' WHERE row = 7")
        let restored = try #require(try store.restore())
        #expect(restored.people == 20 && restored.incomplete == [])
    }

    @Test func listsThatLostNothingAreCountedAndNotMissing() throws {
        // Given a file whose definitions cannot be read, but all records can
        let store = try filledStore()
        _ = try store.addCounted(Contact.sample(2))
        let page = try sandbox.database().read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'definition'")
        }
        try sandbox.overwriteDatabase(100, at: UInt64(try #require(page) - 1) * 8192)
        // When it is restored
        let restored = try #require(try Store.restore(in: sandbox.url))
        // Then what is there is counted, and nothing is called missing
        #expect(restored.incomplete == [] && restored.others == ["2 contacts"])
        #expect(restored.text.hasPrefix("20 people restored from people.json. Also restored: 2 contacts. The history"))
    }

    /// Files of earlier versions have smaller pages, and SQLite copies a file only to one with pages of the same size.
    @Test(arguments: [4096, DatabaseFile.pageSize])
    func readableRecordsAreSavedWithoutCopy(pageSize: Int) throws {
        try DatabaseFile(file).make(pageSize: pageSize)
        let store = try filledStore()
        try FileManager.default.removeItem(at: copy)
        try sandbox.execute("UPDATE people SET fName = 'Eve' WHERE row = 7")
        let restored = try #require(try store.restore())
        #expect(restored.people == 19 && !restored.isFromFile && restored.incomplete == [DukePerson.collection])
        #expect(try store.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } == pageSize)
        try store[.people].verify()
        #expect(try store.find(Contact.self, key: 1) != nil)
    }

    @Test func writesDuringRestoreAreSaved() async throws {
        let (store, other) = (try filledStore(), try sandbox.store())
        try sandbox.execute("UPDATE people SET fName = 'Eve' WHERE row = 7")
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let writer = Task.detached {
            var written: [Int] = []
            for number in 100..<300 where try Setting<String>("done").value(in: other) == nil {
                if (try? other.save(DukePerson(DUID: number))) != nil { written.append(number) }
                begin.yield()
                // Leaves the file to others for a while.
                try? other.eachWhole(DukePerson.self) { _ in }
            }
            return written
        }
        for await _ in begun { break }
        #expect(try store.restore()?.isFromFile == true)
        try Setting<String>("done").set("yes", in: store)
        let written = try await writer.value
        #expect(!written.isEmpty)
        #expect(try store[.people].keys(rows: store[.people].rows(keys: written)) == written)
        #expect(try store.find(DukePerson.self, key: 7) == person(7))
    }

    @Test func everyPersonOfTheCopyIsRestoredAndOtherElementsAreNamed() throws {
        // Given two records of one NetID, and elements that are no people
        let store = try filledStore()
        try store.save(DukePerson(DUID: 30, netid: "N1"))
        let broken = try sandbox.list("broken.json", #"[{"DUID": 40}, {"name": "x"}]"#, isStrict: false)
        try store[.people].load(broken, .update)
        // Otherwise the store might write it after the change below.
        try store.flush()
        try Data("[7, ".utf8 + Data(contentsOf: copy).dropFirst()).write(to: copy)
        try sandbox.execute("UPDATE people SET fName = 'Eve' WHERE row IN (7, 21)")
        let restored = try #require(try store.restore())
        #expect(restored.people == 22 && restored.rejected.map(\.raw) == ["7"])
        #expect(try store.find(DukePerson.self, key: 30)?.netid == "N1")
        #expect(
            restored.text.contains(
                "1 entry of people.json was skipped: This is not a person: it is not an object. The history"))
        // And what was set aside before still is
        #expect(try store[.people].rejected().map(\.raw) == ["7", #"{"name": "x"}"#])
    }

    /// Numbers of rows and fingerprints that no program writes.
    @Test(arguments: [
        "hash = 'x'", "hash = x'FF'", "hash = 1e300", "row = -5", "row = 0", "row = 9223372036854775807",
        "row = 5000000000, hash = 'x'",
    ])
    func recordsWithInvalidNumbersAreSearchedToo(change: String) async throws {
        let store = try filledStore()
        let index = SearchIndex(store[.people])
        try await index.prepare()
        try sandbox.execute("UPDATE people SET \(change) WHERE DUID = 7; UPDATE change SET revision = revision + 1")
        for (index, text) in [(index, "n7"), (SearchIndex(store[.people]), "Ada 7"), (index, "adaa 7")] {
            let row = try #require(try store[.people].rows(keys: [7]).first)
            let hits = try await index.search(SearchQuery(text, in: .people))
            #expect(hits.contains(row) || hits.similar.contains(row), "\(text)")
            #expect(!hits.contains(row - 1))
        }
    }

    /// Whatever is spoiled in the file, nobody's copy becomes worse, the program goes on, and the list comes back.
    @Test(arguments: Draw.namedSeed.map { [$0] } ?? Array(0..<60))
    func aSpoiledFileMakesNoCopyWorse(seed: UInt64) throws {
        _ = try filledStore()
        let (good, size) = (try Data(contentsOf: copy), try Data(contentsOf: file).count)
        var draw = Draw(seed: seed)
        func next(_ limit: Int) -> Int { .random(in: 0..<limit, using: &draw) }
        let handle = try FileHandle(forWritingTo: file)
        for _ in 0...next(3) {
            try handle.seek(toOffset: UInt64(next(size)))
            let isPage = next(4) == 0
            try handle.write(contentsOf: Data((0..<(isPage ? 4096 : 1 + next(16))).map { _ in UInt8(next(256)) }))
        }
        try handle.close()
        // Reading everything, and changing something, ends with an answer or a sentence
        if let store = try? sandbox.store() {
            _ = try? store[.people].listing(ListArrangement())
            _ = try? store.each(DukePerson.self) { _ = $0.record.text(style: .line) }
            if (try? store.save(person(21))) != nil, (try? store[.people].saveFile()) != nil {
                let now = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: copy))
                for person in try JSONDecoder().decode([DukePerson].self, from: good) where person.DUID != 21 {
                    #expect(now.isEmpty || !now.contains { $0.DUID == person.DUID } || now.contains(person))
                }
                try? good.write(to: copy)
            }
        }
        #expect(try Data(contentsOf: copy) == good)
        if let restored = try Store.restore(in: sandbox.url) { #expect(20...21 ~= restored.people) }
        try sandbox.store()[.people].verify()
    }
}

extension Folder {
    /// Overwrites bytes of the database, once its log is written into it.
    func overwriteDatabase(_ count: Int, at offset: UInt64 = 0) throws {
        // The mirror may have the store open for a moment.
        _ = try database().writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let handle = try FileHandle(forWritingTo: url.appending(path: "directory.sqlite"))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(repeating: 0x41, count: count))
        try handle.close()
    }
}
