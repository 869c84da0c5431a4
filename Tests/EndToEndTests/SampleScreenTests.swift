import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// The sample class: what it has, and how it goes when a class is downloaded.
@MainActor
final class SampleScreenTests: NewcomerTestCase {
    func testTheSampleClassGivesEveryCollectionSomethingToSee() async throws {
        let screen = try newcomer()
        await screen.welcome.sampleTapped()
        let people = screen.screen(of: .people)
        XCTAssertEqual(people.toast?.text, "This is a sample class: 30 people, all invented.", "oneself is not")
        await finished(people)
        XCTAssertEqual(people.list.total, 31)
        XCTAssertFalse(screen.isWelcoming)
        screen.collectionChosen("players")
        await eventually("\(screen.sidebar)") { screen.sidebar.allSatisfy { ($0.count ?? 0) > 4 } }
        for definition in screen.store.collections {
            XCTAssertEqual(try screen.store[definition].rejected().count, 0)
        }
    }

    func testTheSampleToDosNeedNoServer() async throws {
        let screen = try newcomer()
        await screen.welcome.sampleTapped()
        screen.collectionChosen("todos")
        let todos = screen.screen(of: .toDos)
        await finished(todos)
        XCTAssertNil(todos.notice)
        let count = todos.list.total
        let row = try XCTUnwrap(todos.list.entries.first?.row)
        todos.rowActivated(row)
        try XCTUnwrap(todos.editing.form).typed("Feed the cat", in: "title")
        await todos.save()
        todos.toggled(row)
        todos.quickEntry.typed("Water the plants")
        todos.quickEntry.addTapped()
        await eventually("\(todos.titles)") {
            todos.titles.contains("Feed the cat") && todos.titles.contains("Water the plants")
        }
        await finished(todos)
        todos.deleteTapped(row)
        await eventually { todos.list.total == count }
        await finished(todos)
        todos.undoTapped()
        await eventually { todos.list.total == count + 1 }
        XCTAssertFalse(screen.preferences.isOpen)
        XCTAssertNil(todos.notice)
    }

    func testASampleToDoIsNeverTakenForAServersOnceOneIsKnown() async throws {
        let screen = try newcomer()
        await screen.welcome.sampleTapped()
        let store = screen.store
        try SignIn(server: "http://127.0.0.1:1", netid: "demo").saveUnverified(in: store)
        let address = try ServerAddress("http://127.0.0.1:1")
        let list = store[.toDos].repository { () throws(SyncError) in Client(server: address, credentials: nil) }
        let before = try store.whole(ToDo.self) { _ in true }
        do {
            _ = try await list.toggle(before[0].key)
            XCTFail("It was changed.")
        } catch { XCTAssertEqual(error, .otherList(server: "\(address)", many: "to-dos")) }
        XCTAssertEqual(try store.whole(ToDo.self) { _ in true }, before)
    }

    func testTheSampleToursAreInTheNextWeeks() async throws {
        let screen = try newcomer()
        let today = try XCTUnwrap(Moment("2031-02-26T08:00Z")).date
        try screen.store[.tours].loadSample(today: today)
        let days = try screen.store.whole(TourReservation.self) { _ in true }.compactMap { Moment($0.tourDate)?.date }
        XCTAssertEqual(days.count, 5)
        let inDays = days.map { $0.timeIntervalSince(today) / 86_400 }
        XCTAssertEqual(inDays.filter { $0 > 1 && $0 < 14 }.count, 4)
        XCTAssertEqual(inDays.filter { $0 < 0 && $0 > -7 }.count, 1)
    }

    func testTheSampleClassGoesWithAClassExceptWhatTheUserChangedOrAdded() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try newcomer()
            await screen.welcome.sampleTapped()
            let people = screen.screen(of: .people)
            await finished(people)
            let store = screen.store
            let contact = try XCTUnwrap(store.find(Contact.self, key: 1))
            try store.save(contact.with(\.city, "Hillsborough"))
            let added = try store.addCounted(Contact(key: 0))
            let person = try XCTUnwrap(store.find(DukePerson.self, key: 2_104_859))
            try store.save(person.with(\.movie, "Up"))
            let todo = try XCTUnwrap(store.whole(ToDo.self) { _ in true }.first)
            try store.save(todo.with(\.title, "Feed the cat"))
            type(server, "demo", "demo", on: screen.welcome)
            await screen.preferences.pressSignIn()
            people.transfer.downloadTapped()
            people.transfer.updateTapped()
            await finished(people)
            XCTAssertEqual(people.list.total, 13, "None of the other invented people stay.")
            XCTAssertFalse(try screen.store[.people].holdsSample())
            XCTAssertEqual(try store.find(DukePerson.self, key: person.key)?.movie, "Up")
            XCTAssertEqual(try store.whole(Contact.self) { _ in true }.map(\.key), [contact.key, added.key])
            XCTAssertEqual(try store[.tours].count(), 0)
            XCTAssertEqual(try store[.courses].count(), 0)
            let message = try XCTUnwrap(people.toast).text
            XCTAssertTrue(message.contains("The sample class was removed."), message)
            XCTAssertEqual(people.toast?.offersUndo, true)
            // An update keeps who is only here
            try store.save(DukePerson(DUID: 99, netid: "n99", fName: "Ana", lName: "Li"))
            people.transfer.updateTapped()
            await finished(people)
            await eventually { people.list.total == 14 }
            // What was typed into the sample's to-dos is not lost when the server's take their place
            screen.collectionChosen("todos")
            let todos = screen.screen(of: .toDos)
            await finished(todos)
            await eventually("\(todos.titles) \(todos.quickEntry.outgoing)") {
                todos.quickEntry.outgoing.map(\.text) == ["Feed the cat"]
            }
            XCTAssertEqual(todos.list.total, 0)
            screen.collectionChosen("contacts")
            let contacts = screen.screen(of: .contacts)
            await finished(contacts)
            XCTAssertTrue(contacts.canUndo)
            contacts.undoTapped()
            await eventually { contacts.list.total == 12 }
        }
    }

    func testTheSampleClassLeavesWhatIsThereAlready() async throws {
        let screen = try newcomer()
        let booked = TourReservation(id: 2)
        _ = try screen.store.save(booked)
        await eventually { (try? screen.store[.players].count()) == 32 }
        let player = try XCTUnwrap(screen.store.whole(Player.self) { _ in true }.first)
        let edited = player.with(\.yards, 1)
        try screen.store.save(edited)
        await screen.welcome.sampleTapped()
        XCTAssertEqual(try screen.store.whole(TourReservation.self) { _ in true }, [booked])
        XCTAssertEqual(try screen.store.find(Player.self, key: player.key), edited)
        XCTAssertTrue(try screen.store[.toDos].holdsSample())
        XCTAssertTrue(try screen.store[.courses].holdsSample())
    }
}
