import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Records changed as window and command line change them: those that are at home here, of which no server is queried,
/// and those of a real server.
struct RecordRepositoryTests {
    private let folder = Folder()

    private func repository(of definition: Definition) throws -> RecordRepository {
        try Store(sandbox: folder.url, offersUndo: true)[definition].repository { () throws(SyncError) in
            throw .noServerYet
        }
    }

    @Test func aCountedRecordIsAddedFoundDeletedAndPutBack() async throws {
        let contacts = try repository(of: .contacts)
        let ana = try #require(try await contacts.add(Contact("fn=Ana, ln=Li").record).record)
        #expect(ana.key == 1)
        #expect(try await contacts.find(1) == ana)
        #expect(try await contacts.delete([1, 77]) == ["Ana Li"])
        #expect(try await contacts.find(1) == nil)
        #expect(try await contacts.undo() == Undone("Deleting Ana Li"))
        #expect(try await contacts.find(1) == ana)
        // And its list is as it is, whoever would refresh it
        #expect(try await contacts.refresh() == ChangeSummary())
        try await contacts.deleteAll()
        #expect(try contacts.collection.count() == 0)
    }

    @Test func undoBringsADeletedSampleToDoBackBesideANewOne() async throws {
        // Given the to-dos of the sample class, without the one with the largest number
        let todos = try repository(of: .toDos)
        try todos.collection.loadSample()
        let before = try todos.collection.whole { _ in true }
        let last = try #require(before.max { $0.key < $1.key })
        _ = try await todos.delete([last.key])
        // When one is added and the deletion is undone
        let added = try #require(try await todos.add(ToDo(key: 0).with(\.title, "Water the plants").record).record)
        #expect(try await todos.undo() != nil)
        // Then both are there
        #expect(try await todos.find(last.key) == last)
        #expect(try await todos.find(added.key).map(ToDo.init(_:))?.title == "Water the plants")
        #expect(try todos.collection.count() == before.count + 1)
    }

    @Test func aTourWithTheNumberOfAnotherStandsBesideIt() throws {
        // Given two tours of one server
        let store = try repository(of: .tours).collection.store
        func tour(_ number: Int, _ code: String) -> TourReservation {
            TourReservation(id: number).with(\.reservationCode, code)
        }
        #expect(try [tour(1, "A"), tour(2, "B")].map { try store.saveBooked($0).id } == [1, 2])
        // When another server, which counts from 1 too, books after the last was deleted
        #expect(try store[.tours].delete(key: 2))
        #expect(try [tour(1, "C"), tour(2, "D")].map { try store.saveBooked($0).id } == [3, 4])
        // Then all are listed, and undo brings the one back beside them
        #expect(try store[.tours].undoLast() != nil)
        #expect(
            try store.whole(TourReservation.self) { _ in true }.map(\.reservationCode).sorted() == ["A", "B", "C", "D"])
        // And the number of a deleted tour from a file is not assigned again
        try store.save(TourReservation(id: 9))
        #expect(try store[.tours].delete(key: 9) && store.saveBooked(tour(8, "E")).id == 10)
    }

    @Test func changesOfOthersInOtherFieldsAreMerged() async throws {
        let contacts = try repository(of: .contacts)
        let shown = Contact(try #require(try await contacts.add(Contact("fn=Ana, ln=Li").record).record))
        // Given another city from another program
        try folder.store().save(shown.with(\.city, "Durham"))
        // When the name is changed here, then both changes are kept
        var mine = shown.with(\.lastName, "Lee")
        let both = mine.with(\.city, "Durham")
        #expect(try await contacts.save(from: shown.record, to: mine.record) == .saved(both.record))
        // And the same field is a conflict, and remains theirs
        mine.city = "Apex"
        let conflict = ThreeWayMerge(mine: mine.record, theirs: both.record, base: shown.record)
        #expect(try await contacts.save(from: shown.record, to: mine.record) == .conflict(conflict))
        #expect(try await contacts.find(1) == both.record)
    }

    @Test func changedRecordThatOthersDeletedIsRestored() async throws {
        let contacts = try repository(of: .contacts)
        let shown = Contact(try #require(try await contacts.add(Contact("fn=Ana, ln=Li").record).record))
        try #require(try Store(sandbox: folder.url)[.contacts].delete(key: shown.id))
        #expect(try await contacts.save(from: shown.record, to: shown.record) == .saved(shown.record))
        #expect(try await contacts.find(1) == nil)
        let mine = shown.with(\.city, "Apex")
        #expect(try await contacts.save(from: shown.record, to: mine.record) == .restored(mine.record))
        #expect(try await contacts.find(1) == mine.record)
        // And an edit of what is not here changes nothing
        let edit = try await contacts.edit(77) { contact throws(Never) in contact }
        #expect(edit == .success(.absent))
    }

    @Test func aNetIDOrNumberOfAnotherIsRefusedAndTheOwnRecordIsNotDeleted() async throws {
        let people = try repository(of: .people)
        try SignIn(server: "", netid: "demo").save(in: people.collection.store)
        let mine = DukePerson(DUID: 1, netid: "demo", fName: "Dee", lName: "Mo")
        #expect(try await people.add(mine.record) == .saved(mine.record))
        #expect(try await people.add(DukePerson(DUID: 1, netid: "other").record) == .keyTaken(by: "Dee Mo"))
        let taken = SyncError.store(.ownerTaken(label: "NetID", owner: "DEMO", holder: "Dee Mo"))
        await #expect(throws: taken) { try await people.add(DukePerson(DUID: 2, netid: "DEMO").record) }
        await #expect(throws: SyncError.store(.ownRecord)) { try await people.delete([1]) }
    }

    // MARK: On a server

    private func todos(_ body: (RecordRepository, Store, Client) async throws -> Void) async throws {
        let store = try Store(sandbox: folder.url, offersUndo: true)
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: demo)
            try await body(store[.toDos].repository { client }, store, client)
        }
    }

    private func stored(_ store: Store) throws -> [ToDo] { try store.whole(ToDo.self) { _ in true } }

    @Test func completedToDoIsSavedOnBothSides() async throws {
        try await todos { list, store, client in
            // When a to-do is added, then it is on the server and here, under the server's number
            let new = ToDo(title: " Tea ", user: "Bo", order: 1, completed: true)
            let tea = ToDo(try #require(try await list.add(new.record).record))
            #expect(tea.key == 1 && tea.title == "Tea" && tea.completed == false)
            #expect(try stored(store) == [tea])
            #expect(try await client.get([ToDo].self) == [tea])
            // When it is changed and emptied, then only that is
            _ = try await client.patch(tea.id, ToDo(order: 9))
            let edited = tea.with(\.title, "Green tea").with(\.user, nil).with(\.completed, true)
            let changed = ToDo(try #require(try await list.save(from: tea.record, to: edited.record).record))
            #expect(changed == edited.with(\.order, 9))
            #expect(try stored(store) == [changed])
            let open = changed.with(\.completed, false)
            let reopened = ToDo(try #require(try await list.save(from: changed.record, to: open.record).record))
            #expect(reopened.completed == false)
            // When it is looked up, the server is queried
            #expect(try await list.find(1) == reopened.record)
            #expect(try await list.find(2) == nil)
            // When it is deleted, it is gone there and here
            #expect(try await list.delete([1]) == ["Green tea"])
            #expect(try await client.get([ToDo].self).isEmpty && stored(store).isEmpty)
            // And nothing of it can be undone without the server
            #expect(try !store[.toDos].offeredChanges().undo)
        }
    }

    @Test func aRefreshAlsoTakesAnEmptyListFromTheServer() async throws {
        try await todos { list, store, client in
            var there: [ToDo] = []
            for order in 1...3 { there.append(try await client.post(ToDo(title: "T\(order)", order: order))) }
            #expect(try await list.refresh().text == "3 new")
            #expect(try stored(store) == there)
            there[0] = try await client.patch(there[0].id, ToDo(completed: true))
            try await client.delete(there.removeLast().id)
            #expect(try await list.refresh().text == "1 changed, 1 removed")
            #expect(try stored(store) == there)
            #expect(try await list.refresh().text == "no changes")
            try await client.deleteAll(ToDo.self)
            #expect(try await list.refresh().text == "2 removed")
            #expect(try stored(store).isEmpty && !store[.toDos].offeredChanges().undo)
        }
    }

    @Test func recordDeletedOnServerRemainsUntilItIsMissed() async throws {
        try await todos { list, store, client in
            // Given to-dos of which others deleted two
            for order in 1...4 { _ = try await list.add(ToDo(title: "T\(order)").record) }
            for key in [2, 4] { try await client.delete(RecordID<ToDo>(key)) }
            // When one of these is changed, then it remains
            let problem = SyncError.gone(server: "\(client.server)", one: "to-do")
            await #expect(throws: problem) { try await list.toggle(4) }
            #expect(try stored(store).map(\.key) == [1, 2, 3, 4])
            // When it is deleted, then it counts as deleted; and a refresh removes the other
            #expect(try await list.delete([3, 2, 77]) == ["T3", "T2"])
            #expect(try stored(store).map(\.key) == [1, 4])
            _ = try await list.refresh()
            #expect(try stored(store).map(\.key) == [1])
            try await list.deleteAll()
            #expect(try await client.get([ToDo].self).isEmpty && stored(store).isEmpty)
        }
    }

    @Test func undoRestoresADeletedToDoOnce() async throws {
        try await todos { list, store, client in
            let made = try #require(try await list.add(ToDo(title: "Tea", user: "Bo", order: 4).record).record)
            let done = ToDo(made).with(\.completed, true)
            _ = try #require(try await list.save(from: made, to: done.record).record)
            _ = try await list.delete([1])
            #expect(try await list.undo() == Undone("Deleting Tea"))
            #expect(
                try stored(store)
                    == [ToDo(title: "Tea", user: "Bo", order: 4, completed: true, url: "\(client.server.url)/todos/2")])
            // And once only, and not what was deleted before another change
            #expect(try await list.undo() == nil)
            _ = try await list.delete([2])
            _ = try await list.add(ToDo(title: "Milk").record)
            #expect(try await list.undo() == nil)
        }
    }

    @Test func changeOfTheSameFieldByOthersIsAConflict() async throws {
        try await todos { list, store, client in
            let tea = ToDo(
                try #require(try await list.add(ToDo(title: "Tea", user: "Bo", order: 1).record).record))
            // Given another title and another user from elsewhere
            let theirs = try await client.patch(tea.id, ToDo(title: "Coffee", user: "Cy"))
            // When the title is changed here too, then nothing is sent and theirs is here
            let milk = tea.with(\.title, "Milk").record
            let conflict = ThreeWayMerge(mine: milk, theirs: theirs.record, base: tea.record)
            #expect(try await list.save(from: tea.record, to: milk) == .conflict(conflict))
            #expect(try await client.get(tea.id) == theirs)
            #expect(try stored(store) == [theirs])
            // And when another field is changed, or the same is, both have both
            let edited = tea.with(\.completed, true).with(\.user, "Cy")
            let both = theirs.with(\.completed, true)
            #expect(try await list.save(from: tea.record, to: edited.record) == .saved(both.record))
            #expect(try await client.get(tea.id) == both)
            #expect(try stored(store) == [both])
        }
    }

    @Test func savingADeletedToDoMakesANewOne() async throws {
        try await todos { list, store, client in
            // Given a to-do that somebody else deleted since it was shown here
            let made = try await client.post(ToDo(title: "Call Bo", user: "Ana", order: 7))
            let shown = try await client.patch(made.id, ToDo(completed: true))
            _ = try await list.refresh()
            try await client.delete(made.id)
            // When it is saved, then it is a new one with what was typed and all else that it had
            let saved = try await list.save(from: shown.record, to: shown.with(\.title, "Call Cy").record)
            let url = "\(client.server.url)/todos/2"
            let new = ToDo(title: "Call Cy", user: "Ana", order: 7, completed: true, url: url)
            #expect(saved == .restored(new.record))
            #expect(try await client.get([ToDo].self) == [new])
            // And the old one is not here anymore
            #expect(try stored(store) == [new])
        }
    }

    @Test func editThatWouldOverwriteAChangeOfOthersIsAConflict() async throws {
        try await todos { list, _, client in
            func edit(_ title: String? = nil, user: String? = nil) async throws -> Changed {
                try await list.edit(1) { record throws(Never) in
                    let todo = ToDo(record)
                    return todo.with(\.title, title ?? todo.title).with(\.user, user ?? todo.user).record
                }.get()
            }
            func isConflict(_ title: String) async throws -> Bool {
                guard case .conflict = try await edit(title) else { return false }
                return true
            }
            _ = try await list.add(ToDo(title: "Call Bo").record)
            for title in ["Clobber", "Call Bo"] {
                // Given a title that somebody else changed since it was shown here, then nothing is sent
                _ = try await list.refresh()
                let theirs = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo before noon"))
                #expect(try await isConflict(title))
                #expect(try await client.get([ToDo].self) == [theirs])
                _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo"))
            }
            // And another field is changed, and the same edit again too
            _ = try await edit(user: "ana")
            #expect(try await client.get([ToDo].self).map { [$0.title, $0.user] } == [["Call Bo", "ana"]])
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo at noon"))
            #expect(try await isConflict("Clobber"))
            #expect(try await !isConflict("Clobber"))
            #expect(try await client.get([ToDo].self).map { [$0.title, $0.user] } == [["Clobber", "ana"]])
        }
    }
}
