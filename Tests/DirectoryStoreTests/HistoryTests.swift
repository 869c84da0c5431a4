import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// The history lists every change, reverts each of them, and shows the lists as they were.
struct HistoryTests {
    private let sandbox = Folder()

    private func edited(_ key: Int, _ name: String, _ store: Store) throws {
        try store.save(try #require(try store.find(DukePerson.self, key: key)).with(\.fName, name))
    }

    /// A store with the people 1 to 3, added by another program.
    private func store() throws -> Store {
        let other = try Store(sandbox: sandbox.url, cause: "dukedir add")
        for number in 1...3 { _ = try other.insert(DukePerson.sample(number)) }
        return try sandbox.store(offersUndo: true)
    }

    @Test func changesOfAllProgramsAreListedNewestFirst() throws {
        let store = try store()
        try edited(2, "Ada", store)
        _ = try store[.people].delete(keys: [1, 3])
        _ = try store[.people].undoLast()
        let history = try store[.people].history()
        #expect(
            history.map(\.label) == ["Undoing “Deleting 2 people”", "Deleting 2 people", "Editing Ada Zoë xyxy"]
                + (1...3).reversed().map { "Adding \(DukePerson.sample($0).displayName)" })
        #expect(
            history.map(\.cause) == Array(repeating: "edited here", count: 3)
                + Array(repeating: "dukedir add", count: 3))
        #expect(history.map(\.count) == [2, 2, 1, 1, 1, 1])
        #expect(history.map(\.isReverted) == [false, true, false, false, false, false])
        #expect(history.map(\.time) == history.map(\.time).sorted(by: >))
        #expect(
            try store[.people].history(before: history[2].id, limit: 2).map(\.id)
                == history[3...4].map(\.id))
    }

    @Test func aChangeShowsWhatItDidAndARecordItsVersions() throws {
        let store = try store()
        try edited(2, "Ada", store)
        let change = try #require(try store[.people].history().first?.id)
        try edited(2, "Eva", store)
        let items = try store[.people].items(in: change)
        #expect(items.map(\.kind) == [.changed])
        #expect(items[0].differences.map(\.afterText) == ["Ada"])
        // The field that was edited since is unchanged
        let undone = try #require(try store[.people].revert(change: change))
        #expect(undone.isRefused && undone.left == 1)
        #expect(try store.find(DukePerson.self, key: 2)?.fName == "Eva")
        _ = try store[.people].delete(key: 2)
        let removal = try #require(try store[.people].history().first?.id)
        #expect(try store[.people].items(in: removal).map(\.kind) == [.removed])
        #expect(try store[.people].items(in: change)[0].differences.map(\.afterText) == ["Ada"])
        let versions = try store[.people].versions(key: 2)
        #expect(
            versions.map { $0.record.map(DukePerson.init)?.fName } == [nil, "Eva", "Ada", DukePerson.sample(2).fName])
        #expect(versions[3].record == Definition.people.sample(2))
        #expect(versions.map { $0.change?.label.prefix(3) } == ["Del", "Edi", "Edi", "Add"])
        #expect(try store.versions(of: DukePerson.self, key: 77) == [nil])
    }

    @Test func anEarlierChangeIsRevertedAndLaterOnesStay() throws {
        let store = try store()
        try edited(2, "Ada", store)
        let change = try #require(try store[.people].history().first?.id)
        try edited(3, "Eva", store)
        try store.save(try #require(try store.find(DukePerson.self, key: 2)).with(\.team, "Owls"))
        #expect(try store[.people].revert(change: change)?.isRefused == false)
        let now = try #require(try store.find(DukePerson.self, key: 2))
        #expect(now.fName == DukePerson.sample(2).fName && now.team == "Owls")
        #expect(try store.find(DukePerson.self, key: 3)?.fName == "Eva")
        #expect(try store[.people].history().first { $0.id == change }?.isReverted == true)
        // The revert is a change that can be undone.
        #expect(try store[.people].undoLast()?.label == "Undoing “Editing Ada Zoë xyxy”")
        #expect(try store.find(DukePerson.self, key: 2)?.fName == "Ada")
        #expect(try store[.people].history().first { $0.id == change }?.isReverted == false)
        #expect(try store[.people].revert(change: 999) == nil)
    }

    /// A person with a picture of 400 KB.
    private func largePicture(_ content: Int, of key: Int) -> DukePerson {
        let picture = HeaderOnlyPicture.jpeg(filler: [UInt8](repeating: UInt8(content), count: 400_000))
        return DukePerson.sample(key).with(\.picture, picture.base64EncodedString())
    }

    @Test func theHistoryHasItsLimits() throws {
        let store = try store()
        #expect(try HistoryLimits(of: store) == HistoryLimits(days: 90, megabytes: 200))
        try HistoryLimits(days: 30, megabytes: 1).save(in: store)
        let day = try #require(try store[.people].history().first).time
        for number in 1...4 { try store.save(largePicture(number, of: 2)) }
        #expect(try store[.people].history().count == 2)
        #expect(try HistoryLimits.beginning(of: store) > day)
        #expect(throws: StoreError.self) { try store.asOf(day) }
        try sandbox.execute("UPDATE undo_change SET time = time - 31 * 86400")
        try edited(1, "Ada", store)
        #expect(try store[.people].history().map(\.label) == ["Editing Ada Zoë xy"])
        try store.clearHistory()
        #expect(try store[.people].history().isEmpty)
        #expect(try store[.people].undoLast() == nil)
        #expect(try store.asOf(.now)[.people].count() == 3)
    }

    @Test func withoutItsHistoryTheFileIsSmaller() throws {
        let store = try store()
        let file = sandbox.url.appending(path: "directory.sqlite").path
        func size() throws -> Int {
            try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        }
        let before = try size()
        // Given pictures that only the history has
        for number in 10...14 { try store.save(largePicture(number, of: number)) }
        _ = try store[.people].delete(keys: Array(10...14))
        store.shrinkFile()
        #expect(try size() > 2_000_000)
        // When it is cleared, then their space is free
        try store.clearHistory()
        store.shrinkFile()
        #expect(try size() < max(before, 500_000))
        #expect(try store[.people].count() == 3)
    }

    @Test func aWrongClockRemovesNoOtherChanges() throws {
        let store = try store()
        for (change, years) in [(2, -6), (3, 2)] {
            try edited(change, "Ada", store)
            let last = "id = (SELECT MAX(id) FROM undo_change)"
            try sandbox.execute("UPDATE undo_change SET time = time + \(years * 31_536_000) WHERE \(last)")
        }
        let before = try store[.people].history().count
        try edited(1, "Bo", store)
        #expect(try store[.people].history().count == before + 1)
        try store.clearHistory()
        #expect(try HistoryLimits.beginning(of: store) <= .now)
        #expect(try store.asOf(.now)[.people].count() == 3)
    }

    /// The first undo may be that of Ctrl+Z.
    @Test(arguments: [false, true])
    func anUndoneChangeIsRedoneAndNotUndoneAgain(isUndoneAsLast: Bool) throws {
        let store = try store()
        try edited(2, "Ada", store)
        func undo(_ index: Int) throws -> String? {
            try store[.people].revert(change: store[.people].history()[index].id)?.text
        }
        let first = try isUndoneAsLast ? store[.people].undoLast()?.text : undo(0)
        #expect(first == "Undone: Editing Ada Zoë xyxy")
        #expect(try undo(1) == "This was undone before: Editing Ada Zoë xyxy")
        #expect(try undo(0) == "Redone: Editing Ada Zoë xyxy")
        let history = try store[.people].history()
        #expect(history[0].label == "Redoing “Editing Ada Zoë xyxy”")
        #expect(history.prefix(3).map(\.isReverted) == [false, true, false])
        #expect(try store.find(DukePerson.self, key: 2)?.fName == "Ada")
        // And the redo can be undone
        #expect(try undo(0) == "Undone: Editing Ada Zoë xyxy")
        #expect(try store[.people].history().first?.label == "Undoing “Editing Ada Zoë xyxy”")
        #expect(try store.find(DukePerson.self, key: 2)?.fName == DukePerson.sample(2).fName)
    }

    @Test func aBookingIsNotUndoneInTheList() throws {
        // Given a booking that was removed from the list and is back
        let store = try sandbox.store(offersUndo: true)
        let tours = store[.tours]
        let tour = try store.saveBooked(TourReservation.sample(1))
        #expect(try !tours.offeredChanges().undo)
        let booking = try #require(try tours.history().first)
        _ = try tours.delete(key: tour.key)
        #expect(try tours.offeredChanges().undo)
        #expect(try tours.undoLast()?.isRefused == false)
        // When the booking is to be undone in the history
        let undone = try #require(try tours.revert(change: booking.id))
        // Then that is refused with the reason, and removing it again is not
        #expect(undone.text == "Not undone: \(booking.label). The booking is still valid.")
        #expect(try store.find(TourReservation.self, key: tour.key) == tour)
        let last = try #require(try tours.history().first).id
        #expect(try tours.revert(change: last)?.isRefused == false)
        #expect(try store.find(TourReservation.self, key: tour.key) == nil)
    }

    @Test func theHistoryCountsThePeopleOfTheFirstDownload() throws {
        // Given the unedited record of a first launch
        let model = try sandbox.firstLaunch(netid: DukePerson.sample(1).netid)
        // When a list of three with its owner arrives, and is undone
        try download([1, 2, 3], model.store, owner: DukePerson.sample(1).netid)
        #expect(try model.store[.people].history().first?.count == 3)
        #expect(try model.store[.people].ownKey() == 1)
        _ = try model.store[.people].undoLast()
        // Then it counts three both times
        #expect(try model.store[.people].history().map(\.count) == [3, 3, 1])
    }

    @Test func refusedUndoCanBeRepeated() throws {
        let store = try store()
        try edited(2, "Ada", store)
        let first = try #require(try store[.people].history().first).id
        try edited(2, "Bo", store)
        try edited(1, "Cy", store)
        _ = try store[.people].undoLast()
        #expect(try store[.people].revert(change: first)?.isRefused == true)
        #expect(try store[.people].undoCount(areUndone: true) == 1)
        _ = try store[.people].undoLast()
        #expect(try store[.people].undoLast()?.label == "Editing Ada Zoë xyxy")
    }

    /// The list of a server arrives.
    private func download(
        _ keys: [Int], _ store: Store, name: String? = nil, _ strategy: MergeStrategy = .replace,
        owner: String? = "demo"
    ) throws {
        let people = keys.map { DukePerson.sample($0) }.map { $0.with(\.fName, name ?? $0.fName) }
        try store.download(people, strategy, as: owner)
    }

    @Test func peopleAddedOrChangedByADownloadAreUnseen() throws {
        let store = try sandbox.store(offersUndo: true)
        try download([1, 2, 3], store)
        #expect(try store[.people].unseenQuery.value() == [])
        try download([1, 2, 3, 4], store)
        #expect(try store[.people].unseenQuery.value() == [4])
        try download([1, 4], store, name: "Eva")
        #expect(try store[.people].unseenQuery.value() == [1, 4])
        try edited(1, "Ada", store)
        try store[.people].markSeen(keys: [4])
        #expect(try store[.people].unseenQuery.value() == [1])
        try store[.people].markSeen()
        #expect(try store[.people].unseenQuery.value() == [])
        // What an undone download changed is not new
        try download([1, 4, 5], store, name: "Bea")
        #expect(try store[.people].unseenQuery.value() == [1, 4, 5])
        _ = try store[.people].undoLast()
        #expect(try store[.people].unseenQuery.value() == [])
    }

    /// The versions and labels of person 2 in the history.
    private func reported(_ store: Store) throws -> [String] {
        try store.versions(of: DukePerson.self, key: 2).compactMap { $0?.fName }
            + store[.people].history().map(\.label).filter { $0.contains(DukePerson.sample(2).displayName) }
    }

    /// A withdrawn record may be removed by a later download than the one that lacks it first.
    @Test(arguments: ["demo", nil], [false, true])
    func withdrawnRecordsLeaveTheHistoryWithTheNextDownload(owner: String?, isRemovedLater: Bool) throws {
        let store = try sandbox.store(offersUndo: true)
        try download([1, 2, 3], store, owner: owner)
        try download([1, 2, 3], store, name: "Eva", owner: owner)
        try edited(3, "Mine", store)
        if isRemovedLater {
            try download([1], store, name: "Eva", .update, owner: owner)
            #expect(try store.find(DukePerson.self, key: 2) != nil)
        }
        try download([1], store, name: "Eva", owner: owner)
        // Undo of the download still brings them back.
        #expect(try reported(store) == ["Eva", "Zoë xyxy"])
        try download([1, 4], store, name: "Eva", owner: owner)
        #expect(try reported(store) == [])
        #expect(try store.versions(of: DukePerson.self, key: 3).compactMap { $0?.fName } == ["Mine"])
        #expect(try store.versions(of: DukePerson.self, key: 1).compactMap { $0?.fName }.count == 2)
    }

    @Test(arguments: ["Zoë", "E", "Deleting", "\u{FFFC}"])
    func withdrawnRecordLeavesHistoryAfterLocalDeletion(name: String) throws {
        // Given somebody who was deleted here and then withdrew
        let store = try sandbox.store(offersUndo: true)
        try store.download([DukePerson.sample(1), DukePerson(DUID: 7, netid: "e7", fName: name, lName: "")])
        let title = try #require(try store.find(DukePerson.self, key: 7)).displayName
        func labels() throws -> [String] { try store[.people].history().map(\.label) }
        func versions() throws -> [DukePerson] { try store.versions(of: DukePerson.self, key: 7).compactMap(\.self) }
        _ = try store[.people].delete(key: 7)
        #expect(try labels() == ["Deleting \(title)", "Download"])
        #expect(try versions().count == 1)
        try download([1], store)
        // When the server has nothing newer, then they are forgotten, and only the name is replaced
        try store[.people].forgetWithdrawn()
        #expect(try versions() == [])
        #expect(try labels() == ["Deleting …", "Download"])
        // And cannot be undone
        #expect(try store[.people].undoLast()?.text.hasPrefix("Not undone") == true)
        #expect(try store[.people].count() == 1)
    }

    @Test(arguments: [false, true])
    func recordsRestoredByUndoAreStillTheServers(isEdited: Bool) throws {
        let store = try sandbox.store(offersUndo: true)
        try download([1, 2], store)
        if isEdited { try edited(2, "Mine", store) }
        _ = try store[.people].delete(key: 2)
        _ = try store[.people].undoLast()
        if isEdited { _ = try store[.people].undoLast() }
        try download([1], store)
        try download([1, 3], store)
        #expect(try reported(store) == (isEdited ? ["Mine", "Mine"] : []))
    }

    @Test func undoDoesNotRemoveARecordWhoseEarlierVersionWasForgotten() throws {
        let store = try sandbox.store(offersUndo: true)
        try download([1, 2, 3], store)
        try edited(3, "Mine", store)
        try download([1, 2], store)
        // The server's version of 3 is forgotten
        try download([1, 2, 4], store)
        for _ in 1...2 { #expect(try store[.people].undoLast()?.text == "Undone: Download") }
        #expect(try store.find(DukePerson.self, key: 3)?.fName == "Mine")
        let undone = try #require(try store[.people].undoLast())
        #expect(undone.isRefused && undone.label.hasPrefix("Editing"))
        #expect(try store.find(DukePerson.self, key: 3)?.fName == "Mine")
    }

    @Test func aPastStateIsReadAndSearchedButNotChanged() async throws {
        let store = try store()
        let time = Date.now
        try edited(2, "Ada", store)
        _ = try store[.people].delete(keys: [1])
        let past = try store.asOf(time)
        #expect(try past.whole(DukePerson.self) { _ in true } == (1...3).map { DukePerson.sample($0) })
        let found = try await SearchIndex(past[.people]).search(SearchQuery("xyxyxy", in: .people))
        #expect(found.contains(3) && !found.contains(1))
        #expect(try past[.people].listing(ListArrangement()).rows.count == 3)
        #expect(throws: StoreError.self) { try past[.people].delete(key: 1) }
        #expect(throws: StoreError.self) { try past.save(DukePerson.sample(2)) }
        // A picture that is replaced later is still that of the time.
        try store.save(DukePerson.sample(3).with(\.picture, ""))
        #expect(try past.find(DukePerson.self, key: 3) == DukePerson.sample(3))
        try past[.people].verify()
    }
}

/// Random changes by two programs, and every state that they leave.
struct PastStatesTests {
    private let sandbox = Folder()

    @Test(arguments: [11, 12] as [UInt64])
    func everyStateIsAsItWas(seed: UInt64) throws {
        var random = Draw(seed: seed)
        let stores = [try sandbox.store(offersUndo: true), try Store(sandbox: sandbox.url, cause: "dukedir")]
        var states: [(time: Date, fingerprint: [String])] = []
        for _ in 0..<200 {
            let store = stores[Int.random(in: 0...1, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try Act<Contact>(store: store).make(&random)
            case 1: try Act<ToDo>(store: store).make(&random)
            default: try Act<DukePerson>(store: store).make(&random)
            }
            states.append((.now, try fingerprint(store)))
            try store.expectNoPictureOfNobody()
        }
        for _ in 0..<40 {
            let state = try #require(states.randomElement(using: &random))
            #expect(try fingerprint(stores[0].asOf(state.time)) == state.fingerprint)
        }
        try stores[1].clearHistory()
        try stores[0].expectNoPictureOfNobody()
        #expect(try fingerprint(stores[0]) == states.last?.fingerprint)
    }

    private func fingerprint(_ store: Store) throws -> [String] {
        func texts<R: TypedRecord>(_ type: R.Type) throws -> [String] {
            try store.whole(type) { _ in true }.sorted { $0.key < $1.key }.map { "\($0)" }
        }
        return try texts(DukePerson.self) + texts(Contact.self) + texts(ToDo.self)
    }
}

/// One random change of a list.
private struct Act<R: TypedRecord> {
    let store: Store

    func make(_ random: inout Draw) throws {
        let key = Int.random(in: 1...12, using: &random)
        let (changes, others) = (try store[R.definition].history(), try keys())
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: try store.save(record(key, &random))
        case 2: _ = try store.insert(record(key, &random), offersUndo: .random(using: &random))
        case 3: _ = try store[R.definition].delete(keys: [key, key + 1])
        case 4: _ = try store[R.definition].undoLast()
        case 5: _ = try store[R.definition].redoLast()
        case 6: _ = try changes.randomElement(using: &random).flatMap { try store[R.definition].revert(change: $0.id) }
        case 7: _ = try others.randomElement(using: &random).map { try store.save(record(key, &random), replacing: $0) }
        case 8: try store.saveFromServer(record(key, &random))
        default: try arrive(&random)
        }
    }

    private func keys() throws -> [Int] { try store.whole(R.self) { _ in true }.map(\.key) }

    private func record(_ key: Int, _ random: inout Draw) -> R {
        let other = R.sample(Int.random(in: 1...5, using: &random))
        return other.keyed(key)
    }

    /// A list arrives. It is not a server's, which withdraws earlier states.
    private func arrive(_ random: inout Draw) throws {
        let owner = Bool.random(using: &random) ? "zoe1" : nil
        let staging = try store[R.definition].beginStaging(owner: owner, source: "list.json")
        try staging.add(
            (1...Int.random(in: 1...6, using: &random)).map { _ in
                .record(record(Int.random(in: 1...12, using: &random), &random).record)
            })
        let strategy: MergeStrategy = .random(using: &random) ? .update : .replace
        _ = try store[R.definition].apply(staging, MergeRequest(strategy, label: "List"))
    }
}
