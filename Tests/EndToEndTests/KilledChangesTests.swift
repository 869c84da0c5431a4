import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Generations
import Hostile
import ScreenFixtures
import Testing
import TypedStore

/// A program killed at any moment of save, Replace and undo leaves everything before it or everything after it.
/// `DIRECTORY_TEST_KILLS` says how often, 20 times if it is not set.
struct KilledChangesTests {
    /// What `ChangeLoop` does in turn.
    private static let steps = [
        "replace", "file", "save", "fileEdit", "replaceForUndo", "fileReplaced", "undoReplace", "fileUndone",
        "undoSave",
    ]

    @Test func aChangeThatIsKilledIsMadeOrNot() async throws {
        let folder = Folder()
        var draw = Draw()
        var durations: [String: Int] = [:]
        var isFileWritten = false
        let kills = ProcessInfo.processInfo.environment["DIRECTORY_TEST_KILLS"].flatMap { Int($0) } ?? 20
        for moment in 0..<kills {
            // Given a program that changes what the one before it left
            let program = try RealProgram("ChangeLoop", [folder.url.path, "\(draw.next())"])
            // When it is killed somewhere within one of its steps, each of them in turn
            let turn = moment % Self.steps.count
            let finished = turn + Self.steps.count * .random(in: (turn == 0 ? 1 : 0)...1, using: &draw)
            let step = Self.steps[turn]
            let whole = durations[step] ?? 20_000
            let delay = Int.random(in: 0...max(1, whole), using: &draw)
            let lines = try await program.killed(afterLines: finished, microseconds: delay)
            #expect(lines.count == finished)
            for text in lines.map({ $0.split(separator: " ") }) where text.count == 2 {
                durations[String(text[0])] = Int(text[1])
            }
            // Then nothing is half done
            let generation = try checkStore(in: folder, "killed in \(step), moment \(moment), \(draw)")
            isFileWritten = isFileWritten || lines.count > 1
            try checkFile(in: folder, generation, isWritten: isFileWritten)
            try checkTables(in: folder)
        }
    }

    /// Everybody is whole and of one generation, but for one edit that was saved.
    @discardableResult
    private func checked(_ people: [DukePerson], _ comment: Comment) throws -> Int {
        let generation = try #require(people.first.flatMap(Generation.init))
        let expected = Dictionary(uniqueKeysWithValues: generation.people.map { ($0.DUID, $0) })
        #expect(Set(people.map(\.DUID)) == Set(expected.keys), comment)
        let others = people.filter { $0 != expected[$0.DUID] }
        #expect(others.count <= 1, comment)
        for other in others { #expect(other == expected[other.DUID].map(Generation.edited), comment) }
        return generation.number
    }

    private func checkStore(in folder: Folder, _ comment: Comment) throws -> Int {
        let model = try folder.model()
        let people = try model.store.whole(DukePerson.self) { _ in true }
        #expect(people.count == Generation.count, comment)
        #expect(try folder.strangers.filter { $0 != "next.json" } == [], comment)
        // And it can be changed again
        #expect(model.add(DukePerson(DUID: 9999)) && model.delete(9999), comment)
        return try checked(people, comment)
    }

    /// The file is one that was written whole, of a generation nearby: of the next one where that was undone and not
    /// written yet, of an earlier one where programs were killed before they wrote theirs.
    private func checkFile(in folder: Folder, _ generation: Int, isWritten: Bool) throws {
        let file = folder.url.appending(path: "people.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return #expect(!isWritten) }
        let people = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file))
        #expect(abs(try checked(people, "people.json") - generation) <= 2)
    }

    private func checkTables(in folder: Folder) throws {
        let database = try DatabaseQueue(path: folder.url.appending(path: "directory.sqlite").path)
        try database.read { db in
            let text = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            #expect(text == ["ok"])
            for stray in [
                "people WHERE picture NOT IN (SELECT hash FROM picture)",
                "image WHERE change NOT IN (SELECT id FROM undo_change)",
                "undo_change WHERE id NOT IN (SELECT change FROM image)",
            ] {
                let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(stray)")
                #expect(count == 0, "\(stray)")
            }
        }
    }
}
