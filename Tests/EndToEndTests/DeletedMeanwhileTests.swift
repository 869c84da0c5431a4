import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// Records that somebody deletes while others change them, through their screen.
@MainActor
final class DeletedMeanwhileTests: XCTestCase {
    private let folder = Folder()

    func testWhatWasTypedAboutADeletedToDoMakesANewOne() async throws {
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            _ = try await client.post(ToDo(title: "Call Bo", user: "Ana", order: 7))
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(completed: true))
            let screen = try window(on: folder, server: server, collection: "todos").screen(of: .toDos)
            screen.appeared()
            await screen.finished()
            // Given a form of a to-do that somebody else deletes meanwhile
            screen.rowActivated(try XCTUnwrap(screen.list.entries.rows.first))
            screen.editing.form?.typed("Call Bo before noon", in: "title")
            try await client.delete(RecordID<ToDo>(1))
            // When it is saved, then it is a new one with what was typed and all else that it had
            await screen.save()
            let reported = await screen.finished()
            XCTAssertEqual(reported, "Call Bo before noon was deleted elsewhere. Saving brought it back.")
            let there = try await client.get([ToDo].self)
            XCTAssertEqual(there.map(\.title), ["Call Bo before noon"])
            XCTAssertEqual([there[0].user, there[0].order.map(String.init)], ["Ana", "7"])
            XCTAssertEqual(there[0].completed, true)
            // And the old one is not here anymore
            await eventually { screen.titles == ["Call Bo before noon"] }
        }
    }

    func testConcurrentlyDeletedRecordIsRestoredAndReported() async throws {
        let person = DukePerson(DUID: 7, netid: "al1", fName: "Ana", lName: "Li", role: .Student, movie: "Jaws")
        var contact = Contact(id: 7)
        contact.firstName = "Ana"
        contact.lastName = "Li"
        contact.city = "Durham"
        try await restored(person, typing: "Apex", in: "from")
        try await restored(contact, typing: "Apex", in: "city")
    }

    private func restored<R: TypedRecord>(_ record: R, typing text: String, in field: String) async throws {
        let screen = try window(on: folder).screen(of: R.definition)
        screen.appeared()
        try screen.store.save(record)
        // Given a form of a record that another program deletes
        for isDeleted in [true, false] {
            XCTAssertTrue(screen.open(key: record.key))
            screen.editing.editTapped()
            let typed = isDeleted ? text : "Cary"
            try XCTUnwrap(screen.editing.form).typed(typed, in: field)
            if isDeleted { _ = try Store(sandbox: folder.url)[R.definition].delete(keys: [record.key]) }
            // When it is saved
            let isSaved = await screen.editing.saveTapped()
            // Then all of it is here again, and that is said where it had been gone
            XCTAssertTrue(isSaved, screen.editing.form?.problem ?? "")
            XCTAssertEqual(
                screen.toast?.text,
                isDeleted ? "Ana Li was deleted elsewhere. Saving brought it back." : "Ana Li saved")
            XCTAssertEqual(screen.toast?.offersUndo, true)
            var expected = record
            R.definition.field(named: field)?.write(typed, into: &expected.record)
            XCTAssertEqual(try screen.store.find(R.self, key: record.key), expected)
        }
    }
}
