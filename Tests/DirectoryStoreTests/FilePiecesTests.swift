import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import Testing

/// The JSON file copies what has not changed since it was written.
struct FilePiecesTests {
    private let sandbox = Sandboxed()

    private var file: URL { sandbox.url.appending(path: "people.json") }

    /// The file as a whole export writes it.
    private func whole(_ store: Store) throws -> Data {
        let export = sandbox.url.appending(path: "export.json")
        try ListFile<DukePerson>(export).write(from: store)
        return try Data(contentsOf: export)
    }

    private func person(_ key: Int, _ word: String) -> DukePerson {
        var person = DukePerson(DUID: key)
        person.fName = word
        return person
    }

    @Test(arguments: [1, 2, 3]) func afterAnyChangesItIsWhatAnExportIs(seed: UInt64) throws {
        var draw = Draw(usually: seed)
        let store = try sandbox.store()
        try store.saveAll((1...700).map { person($0, "No. \($0)") })
        for round in 1...12 {
            for _ in 0..<Int.random(in: 0...3, using: &draw) {
                let key = Int.random(in: 1...720, using: &draw)
                if Bool.random(using: &draw) {
                    try store.save(person(key, String(repeating: "“\(round)”\n", count: key % 9)))
                } else {
                    _ = try store.delete(DukePerson.self, key: key)
                }
            }
            try store.saveFile(of: DukePerson.self)
            #expect(try Data(contentsOf: file) == whole(store), "round \(round)")
        }
        _ = try store.delete(DukePerson.self, keys: Array(1...720))
        try store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == Data("[]\n".utf8))
    }

    /// An unchanged piece is copied: a row that cannot be read any more is not needed for it.
    @Test func unchangedRecordsAreNotReadAgain() throws {
        let store = try sandbox.store()
        try store.saveAll((1...600).map { person($0, "Ada") })
        try store.saveFile(of: DukePerson.self)
        try damage(600)
        try store.save(person(1, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        let names = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file)).map(\.fName)
        #expect(names == ["Zoë"] + Array(repeating: "Ada", count: 599))
        // Its neighbors' change needs it
        try store.save(person(599, "Zoë"))
        #expect(throws: StoreError.damagedRecord("Eve")) { try store.saveFile(of: DukePerson.self) }
    }

    @Test func aFileOfAnotherProgramIsNotCopied() throws {
        let store = try sandbox.store()
        try store.saveAll((1...600).map { person($0, "Ada") })
        try store.saveFile(of: DukePerson.self)
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacing("Ada", with: "Eve").utf8).write(to: file)
        try store.save(person(1, "Zoë"))
        try? store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == whole(store))
        #expect(FileManager.default.fileExists(atPath: sandbox.url.appending(path: "people.kept.json").path))
        // Nor one that is gone
        try FileManager.default.removeItem(at: file)
        try store.save(person(2, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == whole(store))
    }

    private func damage(_ key: Int) throws {
        try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write {
            try $0.execute(sql: "UPDATE people SET fName = 'Eve' WHERE DUID = ?", arguments: [key])
        }
    }
}
