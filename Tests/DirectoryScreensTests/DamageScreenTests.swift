import DirectoryModel
import DirectoryScreens
import GRDB
import ScreenFixtures
import TypedStore
import XCTest

@testable import DirectoryStore

/// What the window does where the directory's own file is damaged.
final class DamageScreenTests: ScreenTestCase {
    /// A store of three people, written to their file.
    private func filled() throws -> Store {
        let store = try folder.store(people())
        try store[.people].saveFile()
        return store
    }

    func testADamagedDatabaseIsRestoredAfterAQuestion() async throws {
        // Given a file in which somebody's name is not what was written
        _ = try filled()
        try folder.execute("UPDATE people SET fName = 'Eve' WHERE DUID = 2")
        // When the window is up
        let screen = try directory(in: folder)
        screen.firstFrameDrawn()
        // Then it asks, and restores
        await eventually { screen.alert?.message != nil }
        XCTAssertEqual(screen.alert?.message.contains("“directory.sqlite” is damaged"), true)
        screen.answer(true)
        await eventually { screen.toast != nil }
        XCTAssertEqual(screen.toast?.text.hasPrefix("3 people restored from people.json."), true)
        XCTAssertEqual(try screen.everybody(), people())
        XCTAssertEqual(screen.list.content(of: screen.list.entries[1].row)?.title, people()[1].displayName)
    }

    func testADeclinedRestoreIsNotAskedAgainUntilTheNextStart() async throws {
        // Given an edit in a list in which somebody else's name is not what was written
        let store = try filled()
        let screen = try directory(in: folder)
        try folder.execute("UPDATE people SET fName = 'Eve' WHERE DUID = 2")
        try await screen.edit(3, ["movie": "Up"])
        await eventually { screen.alert?.message != nil }
        // The change is saved, and the copy remains
        XCTAssertEqual(try screen.writtenYet(), people())
        XCTAssertEqual(try store.find(DukePerson.self, key: 3)?.movie, "Up")
        screen.answer(false)
        // When the same damage is met again, then it is not reviewed again
        try await screen.edit(3, ["movie": "Brazil"])
        XCTAssertNil(screen.alert?.message)
        XCTAssertEqual(try store.find(DukePerson.self, key: 3)?.movie, "Brazil")
        // But at the next start
        let next = try directory(in: folder)
        next.firstFrameDrawn()
        await eventually { next.alert?.message != nil }
    }

    func testEditingADamagedRecordAsksToRestore() async throws {
        // Given a record whose damage no check has found yet
        _ = try filled()
        let screen = try directory(in: folder)
        try folder.execute("UPDATE people SET fName = 'Eve' WHERE DUID = 2")
        XCTAssertTrue(screen.open(key: 2))
        // When it is to be edited
        screen.editing.editTapped()
        // Then it is not treated as if it were gone
        await eventually { screen.alert?.message != nil }
        XCTAssertEqual(screen.alert?.message.contains("“directory.sqlite” is damaged"), true)
        screen.answer(true)
        await eventually { screen.toast != nil }
        XCTAssertTrue(screen.open(key: 2))
        screen.editing.editTapped()
        XCTAssertEqual(screen.editing.form?.entry("fName")?.text, people()[1].fName)
    }

    func testObservationsReportWhyTheyEnd() async throws {
        let store = try folder.store(people())
        var problems: [StoreError] = []
        let observations = [
            store.countQuery(of: [.people, .contacts]).observe(onError: { problems.append($0) }, onChange: { _ in }),
            store[.people].unseenQuery.observe(onError: { problems.append($0) }, onChange: { _ in }),
            store[.people].marksQuery.observe(onError: { problems.append($0) }, onChange: { _ in }),
        ]
        // When what is observed changes and can no longer be read
        try await store.pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO mark (collection, kind, key) VALUES ('people', 'unseen', 1), ('people', 'favorite', 1);
                    ALTER TABLE mark RENAME COLUMN kind TO sort; DELETE FROM people; DROP TABLE contacts
                    """)
        }
        await eventually("\(problems)") { problems.count == observations.count }
    }
}
