import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import ScreenFixtures
import Testing
import TypedStore

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
        try queue(folder).write { db in
            try db.execute(sql: "UPDATE people SET hash = row, sort_last = 'old'")
            try db.execute(sql: "UPDATE definition SET fingerprint = 'old' WHERE collection = 'people'")
        }
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
