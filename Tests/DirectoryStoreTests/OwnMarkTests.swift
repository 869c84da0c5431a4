import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// One's own record is the one that is marked, and a NetID belongs to one record. A stranger's record that has the number
/// of one's own does not take its place.
struct OwnMarkTests {
    private let sandbox = Folder()
    private let account = SystemAccount(login: "root", fullName: "Dee Mo")

    private func everybody(_ model: DataModel) throws -> [String] {
        try model.store.whole(DukePerson.self) { _ in true }.map { "\($0.DUID) \($0.netid)" }
    }

    @Test func anOwnerThatIsNoTextIsDamage() throws {
        let model = try sandbox.firstLaunch()
        try sandbox.execute("UPDATE people SET netid = x'FF'")
        #expect(throws: StoreError.damaged) { try model.store[.people].own().isUntouched }
        #expect(throws: StoreError.damaged) { try model.store[.people].claimOwn(netid: "demo") }
    }

    @Test func signingInGivesTheOwnRecordItsNetID() throws {
        let model = try sandbox.firstLaunch()
        for netid in ["demo", "other", "demo"] {
            try model.store[.people].claimOwn(netid: netid)
            #expect(try everybody(model) == ["0 \(netid)"])
            #expect(try model.store[.people].own().isUntouched)
        }
        // Once it is edited, it is not given to another person
        let mine = try #require(try model.store.find(DukePerson.self, key: 0)).with(\.movie, "Mine")
        try model.store.save(mine)
        #expect(throws: StoreError.unsentChanges(of: "demo")) { try model.store[.people].claimOwn(netid: "other") }
        try model.store[.people].claimOwn(netid: "DEMO")
        #expect(try model.store[.people].editedOwnKey() == 0)
        #expect(try model.store[.people].claimOwn(netid: "other", .preserve) == [0])
        #expect(try model.store.find(DukePerson.self, key: 0) == mine)
        #expect(try model.store[.people].ownKey() == nil)
    }

    @Test func aRecordThatCountsWithoutAMarkIsAskedAboutToo() throws {
        // Given somebody who signed in before their record was typed
        let store = try sandbox.store(offersUndo: true)
        try store[.people].claimOwn(netid: "ana")
        try Setting.netid.set("ana", in: store)
        try store.saveAll([ana, bo])
        #expect(try store[.people].editedOwnKey() == 1)
        // When somebody else signs in, then they choose what happens to it
        #expect(throws: StoreError.unsentChanges(of: "ana")) { try store[.people].claimOwn(netid: "bo") }
        #expect(try store[.people].claimOwn(netid: "bo", .preserve) == [1])
        #expect(try store[.people].own(owner: "ana").key == 2)
        // A person whom no server accepted, and whose record has no NetID, is called by their record
        try store[.people].claimOwn(netid: "ana", .preserve)
        try Setting<String>("accepted-netid-people").set(nil, in: store)
        try store.save(DukePerson(DUID: 1, fName: "Ana"))
        #expect(throws: StoreError.unsentChanges(of: "Ana")) { try store[.people].claimOwn(netid: "bo") }
    }

    @Test func editedRecordIsPreservedBesideStoredOne() throws {
        let model = try sandbox.firstLaunch()
        _ = model.update(DukePerson(DUID: 0, netid: "root", movie: "Mine"))
        _ = model.add(DukePerson(DUID: 5, netid: "demo"))
        try model.store[.people].claimOwn(netid: "demo")
        #expect(try everybody(model) == ["0 demo", "5 demo"])
        #expect(try model.store[.people].editedOwnKey() == 0)
        #expect(model.find(0) == DukePerson(DUID: 0, netid: "demo", movie: "Mine"))
        // Two equal texts do not make the other one mine
        #expect(model.delete(5))
        #expect(!model.delete(0))
    }

    private let ana = DukePerson(DUID: 1, netid: "ana", fName: "Ana")
    private let bo = DukePerson(DUID: 2, netid: "bo", fName: "Bo")

    @Test func signingInAsSomebodyElseAndBackGivesNobodyAnothersNetID() throws {
        let model = try sandbox.firstLaunch()
        let store = model.store
        try store[.people].claimOwn(netid: "ana")
        try store.download([ana, bo], as: "ana")
        for (netid, key) in [("bo", 2), ("ana", 1), ("nobody", nil), ("ana", 1)] as [(String, Int?)] {
            try store[.people].claimOwn(netid: netid)
            #expect(try everybody(model) == ["1 ana", "2 bo"], "\(netid)")
            #expect(try store[.people].ownKey() == key, "\(netid)")
        }
    }

    /// Ana's record, as a server has it, edited in a folder in which bo signs in next.
    private func editedByAna() throws -> DataModel {
        let model = try sandbox.firstLaunch()
        try model.store[.people].claimOwn(netid: "ana")
        try model.store.download([ana, bo], as: "ana")
        _ = model.update(DukePerson(DUID: 1, netid: "ana", movie: "Mine"))
        #expect(throws: StoreError.unsentChanges(of: "ana")) {
            try model.store.claimOwn(netid: "bo", with: [Setting.netid.with("bo")])
        }
        #expect(try Setting.netid.value(in: model.store) == nil)
        #expect(try model.store[.people].editedOwnKey() == 1)
        return model
    }

    @Test func changesOfAnotherPersonArePreserved() throws {
        let model = try editedByAna()
        let people = model.store[.people]
        try people.claimOwn(netid: "bo", .preserve)
        #expect(try people.own().key == 2 && model.find(1)?.movie == "Mine")
        // Then a download may replace them, and undo brings them back
        try model.store.download([ana, bo], as: "bo")
        #expect(model.find(1) == ana)
        #expect(try people.undoLast() != nil)
        #expect(model.find(1)?.movie == "Mine")
        // The record is protected again once she signs in again
        try people.claimOwn(netid: "ana")
        #expect(try people.editedOwnKey() == 1)
    }

    @Test func changesOfAnotherPersonAreDiscardedAndUndoBringsThemBack() throws {
        let model = try editedByAna()
        let people = model.store[.people]
        try people.claimOwn(netid: "bo", .discard)
        #expect(model.find(1) == ana)
        #expect(try people.ownKey() == 2)
        #expect(try people.undoLast()?.label == "Discarding the changes of ana")
        #expect(model.find(1)?.movie == "Mine")
        // Undo does not sign in
        #expect(try people.ownKey() == 2)
        #expect(try people.redoLast() != nil)
        #expect(model.find(1) == ana)
    }

    @Test(arguments: [true, false])
    func discardedChangesOfWhatNobodyUploadedGiveWayToTheListsVersionOrNone(isListed: Bool) throws {
        // Given the record of a person who was not signed in when a list arrived, or that was typed here
        let model = try sandbox.firstLaunch()
        let people = model.store[.people]
        if isListed { try model.store.download([ana, bo], as: "bo") } else { try model.store.save(ana) }
        try people.claimOwn(netid: isListed ? "bo" : "ana")
        try people.claimOwn(netid: "ana")
        _ = model.update(DukePerson(DUID: 1, netid: "ana", movie: "Mine"))
        // When somebody else signs in and discards it
        try people.claimOwn(netid: "cy", .discard)
        // Then it is as the list had it, or gone, until that is undone
        #expect(model.find(1) == (isListed ? ana : nil))
        #expect(try people.undoLast() != nil)
        #expect(model.find(1)?.movie == "Mine")
    }

    @Test func discardedChangesOfWhatOnlyTheServerHasStayUntilTheNextDownload() throws {
        // Given changes of a version that the history no longer has
        let model = try sandbox.firstLaunch()
        let people = model.store[.people]
        try model.store.download([ana, bo], as: "bo")
        try people.claimOwn(netid: "bo")
        try people.claimOwn(netid: "ana")
        let mine = DukePerson(DUID: 1, netid: "ana", movie: "Mine")
        _ = model.update(mine)
        try model.store.clearHistory()
        // When they are discarded, then the record remains, as an ordinary one
        #expect(try people.claimOwn(netid: "cy", .discard) == [])
        #expect(model.find(1) == mine)
        #expect(try people.ownKey() == nil)
        #expect(try people.history().isEmpty)
        // And the next download restores it
        try model.store.download([ana, bo], as: "cy")
        #expect(model.find(1) == ana)
    }

    @Test func downloadedRecordIsNotEdited() throws {
        let model = try sandbox.firstLaunch()
        let store = model.store
        try store.download([ana, bo], as: "ana")
        try store[.people].claimOwn(netid: "bo")
        #expect(try store[.people].ownKey() == 2)
        #expect(try store[.people].editedOwnKey() == nil)
        // What was typed before signing in is
        _ = model.update(DukePerson(DUID: 1, netid: "ana", movie: "Mine"))
        try store[.people].claimOwn(netid: "ana")
        #expect(try store[.people].editedOwnKey() == 1)
        // And so is what the server no longer has
        try store.save(ana)
        #expect(try store[.people].editedOwnKey() == nil)
        try store[.people].forgetPublished(key: 1)
        #expect(try store[.people].editedOwnKey() == 1)
    }

    @Test func aNetIDThatNoServerAcceptedIsOnlyTakenByWhatNobodyEdited() throws {
        let model = try sandbox.firstLaunch()
        let store = model.store
        _ = model.update(DukePerson(DUID: 0, netid: "root", movie: "Mine"))
        try store.claimOwn(netid: "bo", isAccepted: false, with: [Setting.netid.with("bo")])
        #expect(try everybody(model) == ["0 root"])
        #expect(try Setting.netid.value(in: store) == "bo")
        // Undo leaves what nobody edited, which takes it
        #expect(try store[.people].undoLast() != nil)
        #expect(try everybody(model) == ["0 bo"])
    }

    @Test func aSecondOwnerIsRefusedInTheWrite() throws {
        let store = try sandbox.store([ana, bo])
        let taken = StoreError.ownerTaken(label: "NetID", owner: "ANA", holder: "Ana")
        #expect(throws: taken) {
            try store.insert(DukePerson(DUID: 3, netid: "ANA"), refusesSecondOwner: true)
        }
        #expect(throws: taken) {
            try store.change(DukePerson.self, key: 2) { $0.with(\.netid, "ANA") }
        }
        let revision = try store[.people].revision()
        #expect(try store.whole(DukePerson.self) { _ in true } == [ana, bo])
        _ = try store.change(DukePerson.self, key: 1) { $0.with(\.netid, "ANA") }
        #expect(try store.find(DukePerson.self, key: 1)?.netid == "ANA")
        #expect(try store[.people].revision() == revision + 1)
    }

    @Test func aSecondOneBesideAnUnchangedOneIsSetAsideInAnyOrder() throws {
        let store = try sandbox.store([ana, bo])
        let second = DukePerson(DUID: 3, netid: "ANA")
        for (strategy, list) in [
            (MergeStrategy.replace, [second, ana, bo]), (.replace, [ana, second]), (.update, [second, ana]),
        ] {
            #expect(try store[.people].load(sandbox.list(list), strategy).rejected == 1)
            #expect(
                try store[.people].rejected().map(\.reason) == ["The NetID ana already belongs to Ana."])
            #expect(try store.find(DukePerson.self, key: 3) == nil)
        }
    }

    @Test func undoDoesNotSignOut() throws {
        let model = try sandbox.firstLaunch()
        let store = model.store
        try store.save(#require(model.find(0)).with(\.movie, "Mine"))
        try Setting.netid.set("demo", in: store)
        try store[.people].claimOwn(netid: "demo")

        #expect(try store[.people].undoLast()?.label == "Editing Dee Mo")
        #expect(try everybody(model) == ["0 demo"])
        #expect(try store[.people].own().isUntouched)
    }

    /// What made the own record.
    enum Origin: CaseIterable { case firstLaunch, laterLaunch, signIn }

    @Test(arguments: Origin.allCases)
    func undoOfTheHistoryDoesNotRemoveTheOwnRecord(origin: Origin) throws {
        // Given one's own record
        let store = try sandbox.store(offersUndo: true)
        switch origin {
        case .firstLaunch: try DataModel(store).makeOwnRecordIfFirstLaunch(account, netid: "demo")
        case .laterLaunch: _ = try store[.people].makeOwnIfAbsent(account, netid: "demo")
        case .signIn:
            try store.save(DukePerson(DUID: 5, netid: "demo", fName: "Dee", lName: "Mo"))
            try store[.people].claimOwn(netid: "demo")
        }
        let change = try #require(try store[.people].history().last)
        // When the change that made it is undone
        let undone = try #require(try store[.people].revert(change: change.id))
        // Then it remains, with the reason why
        #expect(
            undone.text == "Not undone: \(change.label). Your own record cannot be deleted, but you can clear it.")
        #expect(undone.isRefused && undone.left == 0)
        #expect(try store[.people].ownKey() == (origin == .signIn ? 5 : 0))
        #expect(try store[.people].count() == 1)
    }

    @Test(arguments: MergeStrategy.allCases)
    func theMarkIsUnchangedWhereAServerListsTheRecordUnderAnotherNetID(strategy: MergeStrategy) throws {
        // Given a server that now lists the record of the person who is signed in under another NetID
        let store = try sandbox.store(offersUndo: true)
        try store[.people].claimOwn(netid: "ana")
        try store.download([ana, bo], as: "ana")
        try store[.people].claimOwn(netid: "ana")
        var renamed = ana.with(\.netid, "xx")
        try store.download([renamed, bo], strategy, as: "ana")
        // When they sign in again, then it is still theirs, and unedited
        try store[.people].claimOwn(netid: "ana")
        #expect(try store[.people].ownKey() == 1)
        #expect(try store.find(DukePerson.self, key: 1) == renamed)
        #expect(try store[.people].editedOwnKey() == nil)
        // And what they edit is not overwritten
        renamed.movie = "Mine"
        try store.save(renamed)
        try store[.people].claimOwn(netid: "ana")
        try store.download([ana.with(\.netid, "yy"), bo], strategy, as: "ana")
        #expect(try store.find(DukePerson.self, key: 1) == renamed)
        #expect(try store[.people].editedOwnKey() == 1)
        // But another person who signs in has their own
        try store[.people].claimOwn(netid: "bo", .preserve)
        #expect(try store[.people].ownKey() == 2)
    }

    @Test func theNumberOfMyOwnRecordIsOpenUntilAServerHasIt() throws {
        // Given my own record with a number of somebody else, and another person
        let model = try sandbox.firstLaunch()
        let (store, mine) = (model.store, try #require(model.find(0)).keyed(7))
        #expect(try store.save(mine, replacing: 0) && model.add(DukePerson(DUID: 8, netid: "bo2")))
        func isOpen(_ key: Int) throws -> Bool { try store[.people].own().isKeyOpen && store[.people].ownKey() == key }
        // Then mine can be typed again, and nobody else's
        #expect(try isOpen(7) && !isOpen(8) && !isOpen(0))
        // And once the server has it, it cannot until it was withdrawn
        try store.recordPublished(mine, tag: nil)
        #expect(try !isOpen(7))
        try store[.people].forgetPublished(key: 7)
        #expect(try isOpen(7))
        // A record that only arrived under my NetID is on a server, too
        try store.saveFromServer(DukePerson(DUID: 7, netid: "root"))
        #expect(try !isOpen(7))
    }

    /// What gives the own record another number.
    enum Renumbering: CaseIterable { case edits, download, signIn }

    @Test(arguments: Renumbering.allCases)
    func theOwnRecordIsFoundAfterItsNumberChanged(by cause: Renumbering) throws {
        let model = try sandbox.firstLaunch()
        let people = model.store[.people]
        let mine = try #require(model.find(0))
        #expect(try people.ownKey(replacing: 0) == nil)
        switch cause {
        case .edits:
            try model.store.save(mine.keyed(4), replacing: 0)
            try model.store.save(mine.keyed(5).with(\.fName, "Rooty"), replacing: 4)
        case .download: try model.store.download([mine.keyed(5), bo], as: "root")
        case .signIn:
            _ = model.add(DukePerson(DUID: 5, netid: "demo"))
            try people.claimOwn(netid: "demo")
        }
        // Then a new person with its former number is another one, as is one who signs in
        _ = model.add(DukePerson(DUID: 0, netid: "st1"))
        _ = model.add(DukePerson(DUID: 6, netid: "cy6"))
        try people.claimOwn(netid: "cy6", .preserve)
        #expect(try people.ownKey(replacing: 0) == 5)
        #expect(try people.ownKey(replacing: 5) == nil)
        #expect(try people.ownKey(replacing: 6) == nil)
        // Nor is one who signs in and has the former number
        try people.claimOwn(netid: "st1", .preserve)
        #expect(try people.own().key == 0 && people.ownKey(replacing: 0) == nil)
    }

    @Test(arguments: ["NA", "n/a", "none", "Null", "-", "unknown"])
    func aWordForNoNetIDBelongsToNobody(word: String) throws {
        // Given two people, and my own record, with a word for "none" in the place of a NetID
        let model = try sandbox.firstLaunch()
        let store = model.store
        try store.save(#require(model.find(0)).with(\.netid, word).with(\.movie, "Up"))
        let file = try sandbox.list("list.json", #"[{"DUID":1,"netid":"\#(word)"},{"DUID":2,"netid":"\#(word)"}]"#)
        // When a file with them is imported, then nobody is the second of a NetID, nor is one of them me
        #expect(try store[.people].load(file, .update).text == "2 new")
        #expect(try store[.people].ownKey() == 0)
        #expect(model.find(0)?.movie == "Up")
        // Nor where somebody types one
        #expect(try store[.people].holder(of: word, besides: nil) == nil)
        #expect(try store.insert(DukePerson(DUID: 3, netid: word), refusesSecondOwner: true))
        #expect(try store.records(of: DukePerson.self, ownedBy: word).isEmpty)
    }

    @Test func anImportSetsTheSecondOfANetIDAside() throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li"), DukePerson(DUID: 2, netid: "bo2"),
        ])
        let list = [
            DukePerson(DUID: 3, netid: "AL1"), DukePerson(DUID: 4, netid: "cy4", fName: "Cy", lName: "Ek"),
            DukePerson(DUID: 5, netid: "Cy4"), DukePerson(DUID: 6), DukePerson(DUID: 7),
            // Two here who trade their NetIDs are no second ones
            DukePerson(DUID: 2, netid: "bo3"), DukePerson(DUID: 8, netid: "bo2"),
        ]
        #expect(try store[.people].load(sandbox.list(list), .update).text == "4 new, 1 changed, 2 skipped")
        #expect(
            try store[.people].rejected().map(\.reason) == [
                "The NetID al1 already belongs to Ana Li.", "The NetID cy4 already belongs to Cy Ek.",
            ])
        #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [1, 2, 4, 6, 7, 8])
    }

    @Test(arguments: MergeStrategy.allCases)
    func aStrangersNumberInAFileIsSetAside(strategy: MergeStrategy) throws {
        let model = try sandbox.firstLaunch()
        func load(_ people: [DukePerson], releasing: Set<Int> = []) throws -> ChangeSummary {
            try model.store[.people].load(sandbox.list(people), strategy, releasing: releasing)
        }
        for name in ["st1", ""] {
            let stranger = DukePerson(DUID: 0, netid: name, fName: "Stranger")
            #expect(try load([stranger, DukePerson(DUID: 7, netid: "sv7")]).rejected == 1, "\(name)")
            #expect(
                try model.store[.people].rejected().map(\.reason) == [
                    "The DUID 0000000 belongs to your own record."
                ])
            #expect(try everybody(model) == ["0 root", "7 sv7"])
            #expect(try model.store[.people].ownKey() == 0)
            #expect(try model.store[.people].own().isUntouched)
        }
        // It gives way to a file's record of its owner only where the user agrees; then a stranger may have the number
        let mine = DukePerson(DUID: 55, netid: "ROOT")
        #expect(try load([mine, DukePerson(DUID: 7, netid: "sv7")]).fileHasOwn)
        #expect(try everybody(model) == ["0 root", "7 sv7"])
        #expect(
            try model.store[.people].rejected().map(\.reason) == [
                "The NetID root is yours, and your own record was kept."
            ])
        _ = try load([DukePerson(DUID: 0, netid: "st1"), mine], releasing: [0])
        #expect(try Set(everybody(model)).isSuperset(of: ["0 st1", "55 root"]))
        #expect(try model.store[.people].ownKey() == 55)
    }

    @Test func loadFromDiskSetsAStrangersNumberAside() throws {
        let model = try sandbox.firstLaunch()
        let stranger = DukePerson(DUID: 0, netid: "st1", fName: "Stranger")
        try JSONEncoder().encode([stranger, DukePerson(DUID: 7, netid: "sv7")]).write(to: model.file)
        #expect(try model.loadFromDisk().rejected == 1)
        #expect(try everybody(model) == ["0 root", "7 sv7"])
        #expect(try model.store[.people].own().isUntouched)
    }
}
