import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Generations
import Hostile
import Synchronization
import Testing
import TypedStore

/// A program killed at any moment of save, Replace and undo leaves everything before it or everything after it.
/// `DIRECTORY_TEST_KILLS` says how often, once within each step if it is not set, and `DIRECTORY_TEST_PEOPLE` with how
/// many people.
struct KilledChangesTests {
    @Test func aChangeThatIsKilledIsMadeOrNot() async throws {
        let folder = Folder()
        var draw = Draw()
        var durations: [String: Int] = [:]
        var isFileWritten = false
        let steps = ChangeStep.allCases
        for moment in 0..<testSize("DIRECTORY_TEST_KILLS", steps.count) {
            // When a program that changes what the one before it left is killed somewhere within one of its steps, the
            // last one first, so that the first program tells how long the others take
            let turn = steps.count - 1 - moment % steps.count
            let isRepeated = turn == 0 || (moment >= steps.count && Bool.random(using: &draw))
            let finished = turn + (isRepeated ? steps.count : 0)
            let step = steps[turn].rawValue
            let delay = Int.random(in: 0...max(1, durations[step] ?? 20_000), using: &draw)
            let ran = try await RealProgram(
                "ChangeLoop", [folder.url.path, "\(finished)", "\(delay)", "\(draw.next())"],
                environment: ["DIRECTORY_TEST_PEOPLE": "\(Generation.count)"]
            ).run()
            let lines = ran.output.split(separator: "\n")
            #expect(ran.status == -Int(SIGKILL) && lines.count >= finished, "\(ran.complaint)")
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
        let database = try folder.database()
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

/// A program killed at any moment of learning keeps every answer that was given before.
struct KilledLearningTests {
    @Test func everyAnswerIsStored() async throws {
        let folder = Folder()
        var draw = Draw()
        var given = 0
        for _ in 0..<8 {
            let (answers, delay) = (Int.random(in: 1...40, using: &draw), Int.random(in: 0...3000, using: &draw))
            let ran = try await RealProgram("ChangeLoop", [folder.url.path, "\(answers)", "\(delay)", "learn"]).run()
            try #require(ran.status == -Int(SIGKILL), "\(ran.complaint)")
            given = max(given, ran.output.split(separator: "\n").compactMap { Int($0) }.max() ?? 0)
            let boxes = try folder.model().store[.people].learned()
            #expect(Set(1...given).isSubset(of: boxes.keys), "\(draw)")
            #expect(boxes.values.allSatisfy { $0.box.isKnown })
            given = boxes.keys.max() ?? 0
        }
        #expect(given >= 8)
    }
}

/// A program killed while it brings a directory up to date that other definitions wrote leaves it as it was or as it is
/// to be, and the next start finishes it. `DIRECTORY_TEST_PEOPLE` and `DIRECTORY_TEST_KILLS` say of how many people,
/// and how often.
struct KilledUpdateTests {
    /// A sandbox whose records follow from another definition.
    private func outdate(_ folder: Folder) throws {
        try folder.execute(
            """
            UPDATE people SET hash = row, sort_last = 'old';
            UPDATE definition SET fingerprint = 'old' WHERE collection = 'people'
            """)
    }

    /// True where it is as it is to be, false where it is as it was; anything else is a failure.
    private func isUpToDate(_ folder: Folder, _ count: Int, _ comment: Comment) throws -> Bool {
        try folder.database().read { db in
            let isNew =
                try String.fetchOne(db, sql: "SELECT fingerprint FROM definition WHERE collection = 'people'") != "old"
            let old = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM people WHERE sort_last = 'old' AND hash = row")
            #expect(old == (isNew ? 0 : count), comment)
            let sorted = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM people WHERE sort_last <> 'old'")
            #expect(sorted == (isNew ? count : 0), comment)
            return isNew
        }
    }

    @Test func anUpdateThatIsKilledIsDoneOrNotAndTheNextStartFinishesIt() async throws {
        let (count, kills) = (testSize("DIRECTORY_TEST_PEOPLE", 500), testSize("DIRECTORY_TEST_KILLS", 6))
        let folder = Folder()
        try folder.model().store.saveAll(people(1...count))
        try outdate(folder)
        #expect(try !isUpToDate(folder, count, "outdated"))
        let program = try RealProgram("dukedir", ["--sandbox", folder.url.path, "find", "1"])
        var latest = try await program.run().seconds
        #expect(try isUpToDate(folder, count, "not killed"))
        var draw = Draw()
        var finished = 0
        for _ in 0..<kills {
            try outdate(folder)
            let seconds = Double.random(in: 0...latest, using: &draw)
            _ = try await program.run(killedAfter: seconds)
            let isFinished = try isUpToDate(folder, count, "killed after \(seconds) s, \(draw)")
            if isFinished { finished += 1 }
            // The program needs longer than the update, and now more and now less
            latest = isFinished ? seconds : latest * 1.2
            // And the next start finishes it
            let store = try folder.model().store
            #expect(try isUpToDate(folder, count, "started again, \(draw)"))
            try store[.people].verify()
            #expect(try store[.people].count() == count)
        }
        print("\(kills) kills of \(count) people, \(finished) came too late")
    }
}

/// `dukedir` killed at any moment of Download and Replace leaves the old list or the new one, whole.
struct KillTests {
    private static let count = 100
    private let old = people(1...40)

    @Test func aDownloadThatIsKilledLeavesTheOldListOrTheNew() async throws {
        try await withClassServer(people: Self.count) { server in
            // Given a list of 40, and how long a whole download over it takes while another one runs
            let before = Folder()
            let model = try before.model()
            try model.store.saveAll(old)
            try model.saveFile()
            let whole = try await killed(at: [nil, nil], server: "\(server)", from: before).max() ?? 0
            // When it is killed somewhere in between, two programs at a time, each in a copy of that sandbox
            for moment in 1...5 {
                let moments = [moment, moment + 5].map { whole * Double($0) / 10 }
                _ = try await killed(at: moments, server: "\(server)", from: before)
            }
        }
    }

    /// Runs downloads side by side, each killed after its seconds or never, and checks what each leaves.
    /// - Returns: how long each took.
    private func killed(at moments: [Double?], server: String, from before: Folder) async throws -> [Double] {
        try await withThrowingTaskGroup(of: Double.self) { group in
            for moment in moments {
                group.addTask { try await killed(after: moment, server: server, in: before.copy()) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func killed(after seconds: Double?, server: String, in folder: Folder) async throws -> Double {
        let arguments = ["--sandbox", folder.url.path, "download", "--replace", "--server", server, "--netid", "demo"]
        let program = try RealProgram("dukedir", arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"])
        let ran = try await program.run(killedAfter: seconds)
        try check(folder, isWhole: seconds == nil)
        return ran.seconds
    }

    private func check(_ folder: Folder, isWhole: Bool) throws {
        let model = try folder.model()
        let found = try #require(model.find(lastName: "*"))
        #expect(found == old || found.count == Self.count)
        if isWhole { #expect(found.count == Self.count) }
        let file = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
        #expect(file.count == 40 || file.count == Self.count)
        #expect(try folder.strangers == [])
    }
}

/// Ctrl-C while `dukedir` reads a file leaves the list as it was.
struct InterruptedImportTests {
    /// A pipe whose writer stops in the middle of a list.
    private final class HalfList: Sendable {
        private let file: URL
        private let isRead = Atomic(false)
        private let isOver = DispatchSemaphore(value: 0)

        init(_ file: URL) throws {
            self.file = file
            guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(.EIO) }
        }

        /// True once the program has read most of what is there; it waits for more.
        var isBeingRead: Bool { isRead.load(ordering: .acquiring) }

        /// Writes until the reader has come to the middle; the pipe remains open until `end`.
        func write(_ text: String) {
            Thread.detachNewThread { [self] in
                guard let handle = try? FileHandle(forWritingTo: file) else { return }
                try? handle.write(contentsOf: Data(text.utf8))
                isRead.store(true, ordering: .releasing)
                isOver.wait()
                try? handle.close()
            }
        }

        func end() { isOver.signal() }
    }

    @Test(arguments: ["vcf", "json", "csv"])
    func anInterruptedImportChangesNothing(kind: String) async throws {
        let (folder, other) = (Folder(), Folder())
        let old = people(1...3)
        do {
            let model = try folder.model()
            try model.store.saveAll(old)
            try model.saveFile()
        }
        let list = try HalfList(
            try other.file("started", "").deletingLastPathComponent().appending(path: "list.\(kind)"))
        list.write(start(kind))
        let program = try RealProgram(
            "dukedir",
            ["--sandbox", folder.url.path, "import", other.url.appending(path: "list.\(kind)").path])
        let ran = try await program.run(interruptedWhen: { list.isBeingRead })
        list.end()

        #expect(ran.status == -Int(SIGINT), "\(ran.complaint)")
        let model = try folder.model()
        #expect(try model.store.whole(DukePerson.self) { _ in true } == old)
        #expect(try folder.strangers == [])
    }

    /// The beginning of a list that is longer than a pipe.
    private func start(_ kind: String) -> String {
        let numbers = 100..<8000
        return switch kind {
        case "json": "[" + numbers.map { #"{"DUID": \#($0), "fName": "Name\#($0)"}, "# }.joined()
        case "csv": "DUID,First Name\n" + numbers.map { "\($0),Name\($0)\n" }.joined()
        default: numbers.map { "BEGIN:VCARD\nX-DUKE-DUID:\($0)\nN:Li;Name\($0)\nEND:VCARD\n" }.joined()
        }
    }
}
