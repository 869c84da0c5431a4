import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import ScreenFixtures
import Testing
import TypedStore

/// A program killed at any moment of learning keeps every answer that was given before.
struct KilledLearningTests {
    @Test func everyAnswerIsStored() async throws {
        let folder = Folder()
        var draw = Draw()
        var given = 0
        for _ in 0..<8 {
            let program = try RealProgram("ChangeLoop", [folder.url.path, "\(given)", "learn"])
            let delay = Int.random(in: 0...3000, using: &draw)
            let lines = try await program.killed(afterLines: .random(in: 1...40, using: &draw), microseconds: delay)
            given = max(given, lines.compactMap { Int($0) }.max() ?? 0)
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
    private static func number(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    private func queue(_ folder: Folder) throws -> DatabaseQueue {
        try DatabaseQueue(path: folder.url.appending(path: "directory.sqlite").path)
    }

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
        try queue(folder).read { db in
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
        let (count, kills) = (Self.number("DIRECTORY_TEST_PEOPLE", 2000), Self.number("DIRECTORY_TEST_KILLS", 8))
        let folder = Folder()
        try folder.model().store.saveAll(people(1...count))
        try outdate(folder)
        #expect(try !isUpToDate(folder, count, "outdated"))
        let program = try RealProgram("dukedir", ["--sandbox", folder.url.path, "find", "1"])
        let whole = try await program.run().seconds
        #expect(try isUpToDate(folder, count, "not killed"))
        var draw = Draw()
        var finished = 0
        for _ in 0..<kills {
            try outdate(folder)
            let seconds = Double.random(in: 0...whole, using: &draw)
            _ = try await program.run(killedAfter: seconds)
            if try isUpToDate(folder, count, "killed after \(seconds) s, \(draw)") { finished += 1 }
            // And the next start finishes it
            let store = try folder.model().store
            #expect(try isUpToDate(folder, count, "started again, \(draw)"))
            try store[.people].verify()
            #expect(try store[.people].count() == count)
        }
        print("\(kills) kills of \(count) people within \(whole) s, \(finished) came too late")
    }
}

/// `dukedir` killed at any moment of Download and Replace leaves the old list or the new one, whole.
struct KillTests {
    private static let count = 300
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
            for moment in 1...10 {
                let moments = [moment, moment + 10].map { whole * Double($0) / 20 }
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
