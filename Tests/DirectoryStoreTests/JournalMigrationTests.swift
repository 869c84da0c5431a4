import DirectoryModel
import Foundation
import GRDB
import Older
import Testing
import TypedStore

@testable import DirectoryStore

/// The history of a 0.3 file is there afterwards, and its changes can be undone.
struct JournalMigrationTests {
    private let sandbox = Sandboxed()

    private func store() throws -> Store {
        try OlderDatabase.directory.make(of: "0.3", at: sandbox.url.appending(path: "directory.sqlite"))
        // The history goes back 90 days, unless the user wants more.
        try sandbox.execute("INSERT INTO setting VALUES ('history-days', '36500')")
        return try sandbox.store(offersUndo: true)
    }

    private func revert(_ label: String, _ collection: StoredCollection) throws -> Undone? {
        let change = try #require(try collection.history().first { $0.label.contains(label) && !$0.isReverted })
        return try collection.revert(change: change.id)
    }

    @Test func everyChangeIsThereWithItsRecords() throws {
        let store = try store()
        let people = store[.people]
        #expect(
            try people.history().map(\.label) == [
                "Deleting Cy Ray", "Editing Bob Ek", "Loading “next.json”", "Editing Ana Li",
                "Adding 2 people to “Chess”", "Making the group “Chess”", "Adding Di Moe", "Loading “class.json”",
                "Creating your record",
            ])
        let labels = try store.read { try String.fetchAll($0, sql: "SELECT label FROM undo_change") }
        for name in ["Cy Ray", "Bob Ek", "Ana Li", "Di Moe", "Zoe Poe"] {
            #expect(!labels.contains { $0.contains(name) }, "\(name) is only in versions.")
        }
        #expect(try people.history().map(\.count) == [1, 1, 1, 1, 0, 0, 1, 3, 1])
        let imported = try #require(try people.history().first { $0.label.contains("class") }).id
        #expect(try people.items(in: imported).map(\.title) == ["Ana Li", "Bo Ek", "Cy Ray"])
        let versions = try store.versions(of: DukePerson.self, key: 1)
        #expect(versions.map { $0?.picture } == ["/9j/BwgJ", "/9j/AQID", "/9j/AQID"])
        #expect(versions.map { $0?.movie } == ["Alien", "Alien", ""])
        #expect(try store.versions(of: DukePerson.self, key: 3).map { $0?.hobby } == [nil, "chess, swimming"])
        #expect(try store.read { try $0.tableExists("undo_row") } == false)
        try store.expectNoPictureOfNobody()
    }

    @Test func everyChangeCanBeReverted() throws {
        let store = try store()
        let people = store[.people]
        #expect(try revert("Cy Ray", people)?.isRefused == false)
        #expect(try store.find(DukePerson.self, key: 3)?.hobby == "chess, swimming")
        #expect(try revert("next.json", people)?.isRefused == false)
        #expect(try store.find(DukePerson.self, key: 1)?.picture == "/9j/AQID")
        #expect(try store.find(DukePerson.self, key: 1)?.movie == "Alien")
        #expect(try people.group("Chess")?.memberKeys == [1, 3])
        #expect(try revert("Adding 2 people", people)?.isRefused == false)
        #expect(try people.group("Chess")?.memberKeys == [])
        for label in ["Bob Ek", "Editing Ana Li", "Di Moe"] {
            #expect(try revert(label, people)?.isRefused == false, "\(label)")
        }
        #expect(try people.rejectedCount() == 1)
        #expect(try revert("class.json", people)?.isRefused == false)
        #expect(try people.rejectedCount() == 0)
        #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [0])
        #expect(try store[.contacts].count() == 1)
        #expect(try revert("Merging", store[.contacts])?.isRefused == false)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone) == ["", "5550100"])
    }
}
