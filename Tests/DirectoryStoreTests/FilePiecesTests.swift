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
        let store = try filled()
        try damage(600)
        try store.save(person(1, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        let names = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file)).map(\.fName)
        #expect(names == ["Zoë"] + Array(repeating: "Ada", count: 599))
        // Its neighbors' change needs it
        try store.save(person(599, "Zoë"))
        #expect(throws: StoreError.damagedRecord("Eve")) { try store.saveFile(of: DukePerson.self) }
    }

    /// Large pictures make a piece of several parts.
    @Test func picturesAreCopiedToo() throws {
        let store = try sandbox.store()
        let people = (1...300).map { number in
            var person = person(number, "Ada")
            person.picture = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* number) }).base64EncodedString()
            return person
        }
        try store.saveAll(people)
        try store.saveFile(of: DukePerson.self)
        try damage(7)
        try store.save(person(300, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        let read = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file))
        #expect(read.prefix(299) == people.prefix(299))
        #expect(read.last?.fName == "Zoë")
    }

    @Test func aFileOfAnotherProgramIsNotCopied() throws {
        let store = try filled()
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

    /// As after damage to the disk.
    @Test(arguments: ["other", "longer", "shorter", "empty"]) func aFileWithAnotherContentAtItsTimeIsNotCopied(
        kind: String
    ) throws {
        let store = try filled()
        var bytes = try Data(contentsOf: file)
        switch kind {
        case "other": bytes[bytes.count / 2] ^= 1
        case "longer": bytes.insert(contentsOf: Data("more".utf8), at: bytes.count / 2)
        case "shorter": bytes.removeLast(bytes.count / 3)
        default: bytes = Data()
        }
        var status = stat()
        #expect(stat(file.path, &status) == 0)
        try bytes.write(to: file)
        #expect(utimensat(AT_FDCWD, file.path, [status.st_atim, status.st_mtim], 0) == 0)
        try store.save(person(600, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == whole(store))
        #expect(!FileManager.default.fileExists(atPath: sandbox.url.appending(path: "people.kept.json").path))
    }

    /// The pieces in the setting: the hash of the rows, where they start and end, and the hash of their bytes.
    @Test(
        arguments: [
            { _ in [-1, 100] }, { [$0[0], .max] }, { [$0[1], $0[0]] }, { [$0[0] + 1_000_000, $0[1] + 1_000_000] },
            { [$0[0] + 1, $0[1]] }, { [$0[0], $0[1] - 1] }, { [$0[0] + 7, $0[1] + 7] }, { _ in [0, 0] },
        ] as [@Sendable ([Int64]) -> [Int64]])
    func wrongPlacesAreNotCopied(change: @Sendable ([Int64]) -> [Int64]) throws {
        let store = try filled()
        var numbers = try #require(try store.setting(setting)).split(separator: " ").map { try #require(Int64($0)) }
        #expect(numbers.count == 1 + 4 * 3)
        for index in stride(from: 1, to: numbers.count, by: 4) {
            numbers[index + 1...index + 2] = ArraySlice(change(Array(numbers[index + 1...index + 2])))
        }
        try store.keep(numbers.map(String.init).joined(separator: " "), as: setting)
        try store.save(person(600, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == whole(store))
    }

    @Test(arguments: ["", "7", "7 1 2 3 4", "no numbers"]) func anotherTextNamesNoPieces(text: String) throws {
        let store = try filled()
        try store.keep(text, as: setting)
        try damage(1)
        try store.save(person(600, "Zoë"))
        #expect(throws: StoreError.damagedRecord("Eve")) { try store.saveFile(of: DukePerson.self) }
    }

    /// As after a program that was killed when it had replaced the file.
    @Test func placesInAnEarlierFileAreNotCopied() throws {
        let store = try filled()
        let earlier = try store.setting(setting)
        try store.save(person(1, "Somebody with a long name"))
        try store.saveFile(of: DukePerson.self)
        try store.keep(earlier, as: setting)
        try store.save(person(600, "Zoë"))
        try store.saveFile(of: DukePerson.self)
        #expect(try Data(contentsOf: file) == whole(store))
    }

    private let setting = "file-pieces-people"

    /// 600 people in the file.
    private func filled() throws -> Store {
        let store = try sandbox.store()
        try store.saveAll((1...600).map { person($0, "Ada") })
        try store.saveFile(of: DukePerson.self)
        return store
    }

    private func damage(_ key: Int) throws {
        try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write {
            try $0.execute(sql: "UPDATE people SET fName = 'Eve' WHERE DUID = ?", arguments: [key])
        }
    }
}
