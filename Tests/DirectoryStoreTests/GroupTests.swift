import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore
@testable import DirectoryStore

/// Groups keep their members by key, whatever happens to the records.
struct GroupTests {
    private let sandbox = Folder()

    private func person(_ DUID: Int, team: String = "") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: "F\(DUID)", lName: "L\(DUID)", team: team)
    }

    /// A store of four people, the first two of them in "My Team".
    private func store(offersUndo: Bool = false) throws -> Store {
        let store = try sandbox.store(offersUndo: offersUndo)
        try store.saveAll((1...4).map { person($0, team: $0 < 3 ? "Owls" : "") })
        try store[.people].makeGroup(RecordGroup("My Team", of: .people, members: [1, 2]))
        return store
    }

    private func members(_ store: Store, _ name: String = "My Team") throws -> [Int]? {
        try store[.people].group(name)?.memberKeys
    }

    private func names(_ store: Store) throws -> [String] { try store[.people].groups().map(\.name) }

    @Test func oneRecordIsInManyGroupsOfItsListOnly() throws {
        let store = try store()
        try store[.people].makeGroup(RecordGroup("Tutored", of: .people, members: [2, 9]))
        try store[.contacts].makeGroup(RecordGroup("My Team", of: .contacts, members: [2]))
        #expect(try store[.people].groups(with: 2).map(\.name) == ["My Team", "Tutored"])
        #expect(try store[.contacts].groups(with: 2).map(\.name) == ["My Team"])
        #expect(try store[.contacts].group("tutored") == nil)
    }

    @Test(arguments: ["My Team", "MY TEAM", "my  téam"])
    func groupNamesAreUnique(name: String) throws {
        let store = try store()
        let refusal = StoreError.groupExists(RecordGroup(name, of: .people).name)
        #expect(throws: refusal) { try store[.people].makeGroup(RecordGroup(name, of: .people)) }
        try store[.people].makeGroup(RecordGroup("Other", of: .people))
        #expect(throws: refusal) { try store[.people].changeGroup("Other", as: "") { $0.name = name } }
        #expect(throws: StoreError.noGroupName) { try store[.people].makeGroup(RecordGroup(" ", of: .people)) }
        #expect(try names(store) == ["My Team", "Other"])
    }

    @Test func twoProgramsThatAddAtOnceLoseNothing() async throws {
        let one = try store()
        let other = try sandbox.store()
        await withTaskGroup(of: Void.self) { tasks in
            for key in 10...60 {
                tasks.addTask {
                    _ = try? (key.isMultiple(of: 2) ? one : other)[.people].add([key], to: "My Team")
                }
            }
        }
        #expect(try Set(members(one) ?? []) == Set([1, 2] + (10...60)))
        #expect(try one[.people].add([1, 2, 3], to: "my team") == 1)
        #expect(try one[.people].remove([3, 99], from: "My Team") == 1)
    }

    @Test func everyChangeIsUndone() throws {
        let store = try store(offersUndo: true)
        try store[.people].makeGroup(RecordGroup("B", of: .people))
        let changes: [(String, () throws -> Void)] = [
            ("Making the group “D”", { try store[.people].makeGroup(RecordGroup("D", of: .people, members: [1, 3])) }),
            ("Adding 1 person to “My Team”", { try store[.people].add([3], to: "My Team") }),
            ("Removing 1 person from “My Team”", { try store[.people].remove([1], from: "My Team") }),
            ("Moving the group “B”", { try store[.people].moveGroup("B", by: -1) }),
            ("Deleting the group “My Team”", { try store[.people].deleteGroup("My Team") }),
            ("Rename", { try store[.people].changeGroup("B", as: "Rename") { $0.name = "C" } }),
        ]
        for (label, change) in changes {
            let before = try store[.people].groups()
            try change()
            let after = try store[.people].groups()
            #expect(after != before)
            #expect(try store[.people].undoLast()?.label == label)
            #expect(try store[.people].groups() == before)
            #expect(try store[.people].redoLast()?.label == label)
            #expect(try store[.people].groups() == after)
            #expect(try store[.people].undoLast()?.label == label)
        }
    }

    @Test func searchesFollowAGroupToItsNewName() async throws {
        let store = try store(offersUndo: true)
        try store[.people].makeGroup(RecordGroup("Foxes", of: .people, search: "gr=my téam, -fn=F1"))
        #expect(try await store[.people].found("gr=Foxes") == [2])
        try store[.people].changeGroup("My Team", as: "Rename") { $0.name = "Study, \"A\"" }
        #expect(try store[.people].group("Foxes")?.search == #"group="Study, ""A""", -fn=F1"#)
        #expect(try await store[.people].found("gr=Foxes") == [2])
        #expect(try store[.people].undoLast()?.label == "Rename")
        #expect(try store[.people].group("Foxes")?.search == "gr=my téam, -fn=F1")
        #expect(try await store[.people].found("gr=Foxes") == [2])
        // A group that is restored beside one with its name gets another name and leaves the search to that.
        try store[.people].deleteGroup("My Team")
        try store[.people].makeGroup(RecordGroup("my team", of: .people, members: [4]))
        let deletion = try #require(try store[.people].history().dropFirst().first).id
        #expect(try store[.people].revert(change: deletion)?.isRefused == false)
        #expect(try await store[.people].found("gr=Foxes") == [4])
        #expect(try Set(names(store)) == ["Foxes", "my team", "My Team (2)"])
        #expect(try members(store, "My Team (2)") == [1, 2])
        try store[.people].add([3], to: "My Team (2)")
        #expect(try members(store, "My Team (2)") == [1, 2, 3])
    }

    @Test(arguments: [
        ("xx=1", "Unknown field “xx”."), ("is=odd", "“is=odd” is not known."),
        ("gr=A", "The group “A” does not exist."),
        ("gr=Smart", "The search of the group “Smart” refers to the group itself."),
        ("gr=", "Nothing follows “group=”."), ("ro=Pirate", "Role “Pirate” cannot be used"),
    ])
    func aSmartGroupWithAWrongSearchIsRefused(search: String, reason: String) throws {
        let store = try store()
        #expect {
            try store[.people].makeGroup(RecordGroup("Smart", of: .people, search: search))
        } throws: { ($0 as? StoreError)?.message.hasPrefix(reason) == true }
        try store[.people].makeGroup(RecordGroup("Smart", of: .people, search: "te=a"))
        #expect {
            try store[.people].changeGroup("Smart", as: "") { $0.search = search }
        } throws: { ($0 as? StoreError)?.message.hasPrefix(reason) == true }
        #expect(try store[.people].group("Smart")?.search == "te=a")
    }

    @Test func aRefusedUndoOfANewNumberLeavesTheGroups() throws {
        let store = try store(offersUndo: true)
        _ = try store.change(DukePerson.self, key: 2) { $0.keyed(7) }
        let moved = try #require(try store.find(DukePerson.self, key: 7))
        let change = try #require(try store[.people].history().first)
        #expect(change.count == 1)
        try store.save(moved.with(\.from, "Durham"))
        #expect(try store[.people].revert(change: change.id)?.isRefused == true)
        #expect(try members(store) == [1, 7])
        #expect(try store[.people].history().first { $0.id == change.id }?.isReverted == false)
    }

    @Test func manyGroupMergesPreserveHistory() throws {
        // Given a history limited to a megabyte, and 150 people twice in a group
        let store = try store(offersUndo: true)
        try HistoryLimits(days: 30, megabytes: 1).save(in: store)
        let people = (1...150).flatMap { number in [1_000, 2_000].map { person($0 + number) } }
        try store.saveAll(people)
        try store[.people].add(people.map(\.key), to: "My Team")
        let before = try store[.people].history().count
        // When all pairs are merged
        try store[.people].merge(
            (1...150).map { number in
                let pair = Mergeable([person(1_000 + number).record, person(2_000 + number).record])
                return (pair, pair.records[0])
            })
        // Then earlier changes are there, and the groups are copied once
        #expect(try store[.people].history().count == before + 1)
        #expect(try members(store)?.count == 152)
        let sql = "SELECT COUNT(*) FROM image WHERE collection = ? AND change = (SELECT MAX(id) FROM undo_change)"
        #expect(try store.read { try Int.fetchOne($0, sql: sql, arguments: [RecordGroup.collection.name]) } == 1)
    }

    @Test func earlierListsHaveTheGroupsOfThen() async throws {
        let store = try store(offersUndo: true)
        let then = try #require(try store[.people].history().first).time
        try store[.people].remove([1], from: "My Team")
        let past = try store.asOf(then)
        #expect(try await past[.people].found("gr=My Team").sorted() == [1, 2])
        #expect(try await store[.people].found("gr=My Team") == [2])
        for word in ["is=new", "changed=1d", "-is=edited"] {
            #expect(try past[.people].problem(of: SearchQuery(word, in: .people)) != nil, "\(word)")
            #expect(try store[.people].problem(of: SearchQuery(word, in: .people)) == nil, "\(word)")
        }
    }

    @Test func membersStayThroughRenamesDownloadsAndNewNumbers() async throws {
        let store = try store()
        try store.save(DukePerson(DUID: 1, netid: "n1", fName: "New", lName: "Name"))
        try store[.people].load(sandbox.list([person(1), person(3)], isStrict: false), .replace)
        // Then who is not in the list now is counted apart, and is back with the record
        #expect(try members(store) == [1, 2])
        #expect(try await store[.people].found("gr=My Team") == [1])
        try store.save(person(2))
        #expect(try await store[.people].found("gr=My Team").sorted() == [1, 2])
        // And another number is the same member
        #expect(try store.save(person(7), replacing: 2))
        #expect(try members(store) == [1, 7])
    }

    @Test(arguments: [false, true])
    func anotherPersonWithTheNumberIsNoMember(isInList: Bool) throws {
        let store = try store(offersUndo: true)
        try store[.people].markDistinct(groups: [[1, 2]])
        _ = try store[.people].delete(keys: [1, 2])
        let stranger = DukePerson(DUID: 1, netid: "", fName: "Stranger")
        if isInList { try store.saveAll([stranger]) } else { _ = try store.insert(stranger) }
        #expect(try members(store) == [2])
        #expect(try store.read { try MarkTable(RecordTable(.people), in: $0).pairsApart() } == [])
        // The same person is back, also after undo.
        _ = try store.insert(person(2))
        #expect(try members(store) == [2])
        for _ in 1...2 { _ = try store[.people].undoLast() }
        #expect(try members(store) == [1, 2])
    }

    @Test func peopleOfAnotherClassWithTheSameNumbersAreNoMembers() throws {
        let store = try store()
        let others = [person(1), DukePerson(DUID: 2, netid: "other", fName: "F2", lName: "L2")]
        try store[.people].load(sandbox.list(others, isStrict: false), .replace)
        #expect(try members(store) == [1])
        // Editing the NetID of a person does not make another one.
        try store.save(DukePerson(DUID: 1, netid: "n01", fName: "F1", lName: "L1"))
        #expect(try members(store) == [1])
    }

    @Test(arguments: [false, true])
    func theOwnPlaceholderGivesAllToTheRecordOfTheServer(isStored: Bool) throws {
        let store = try sandbox.firstLaunch(login: "n5", netid: isStored ? nil : "n5").store
        try store[.people].makeGroup(RecordGroup("My Team", of: .people, members: [0]))
        try MarkKind.favorite.mark([("people", 0)], in: store, most: 50)
        try store[.people].save(LeitnerBox(number: 2, due: .distantPast), of: "F5 L5", key: 0)
        if isStored {
            try store.save(DukePerson(DUID: 5, netid: "DEMO", fName: "F5", lName: "L5"))
            try store[.people].claimOwn(netid: "demo")
        } else {
            try store.download([person(5), person(6)], as: "n5")
        }
        #expect(try store.find(DukePerson.self, key: 0) == nil && store[.people].ownKey() == 5)
        #expect(try members(store) == [5])
        #expect(try MarkKind.favorite.records(in: store).map(\.key) == [5])
        #expect(try store[.people].learned()[5]?.box.number == 2)
    }

    @Test func theOwnRecordTakesAllToItsNumberOnTheServer() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 30, netid: "demo", movie: "Mine"))
        try store[.people].claimOwn(netid: "demo")
        try store[.people].makeGroup(RecordGroup("My Team", of: .people, members: [30]))
        try MarkKind.favorite.mark([("people", 30)], in: store, most: 50)
        // Given a list that has the user under another number
        let staging = try store[.people].beginStaging(owner: "demo")
        try staging.add([.record(DukePerson(DUID: 55, netid: "demo", movie: "Theirs").record)])
        // When the user's version is kept
        var request = MergeRequest(.update, owner: "demo", releasing: [30])
        request.dropping = [30]
        request.own = DukePerson(DUID: 55, netid: "demo", movie: "Mine").record
        _ = try store[.people].apply(staging, request)
        // Then the group and the favorites have it under that number
        #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [55])
        #expect(try members(store) == [55])
        #expect(try MarkKind.favorite.records(in: store).map(\.key) == [55])
        #expect(try store[.people].ownKey(owner: "demo") == 55)
    }

    @Test func groupsOfALostDatabaseAreReadFromTheirFile() throws {
        do {
            let store = try store()
            try store[.contacts].makeGroup(RecordGroup("Owls", of: .contacts, search: "ci=Durham"))
            try store.flush()
        }
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: sandbox.url.appending(path: "directory.sqlite\(suffix)"))
        }
        let store = try sandbox.store()
        try store[.groups].makeFirstGroups()
        #expect(try names(store) == ["My Team"] && members(store) == [1, 2])
        #expect(try store[.contacts].groups().map(\.search) == ["ci=Durham"])
    }

    @Test func theFirstGroupsAreMadeOnce() async throws {
        let store = try sandbox.store()
        try store[.groups].makeFirstGroups()
        try store[.groups].makeFirstGroups()
        #expect(try names(store) == ["Without a Picture", "New and Changed"])
        #expect(!FileManager.default.fileExists(atPath: sandbox.url.appending(path: "groups.json").path))
        try store.save(person(1))
        #expect(try await store[.people].found("gr=\"Without a Picture\"") == [1])
        for name in try names(store) { try store[.people].deleteGroup(name) }
        try sandbox.store()[.groups].makeFirstGroups()
        #expect(try names(store).isEmpty)
    }
}

/// The words that searches know besides fields.
struct SearchConditionRowTests {
    private let sandbox = Folder()

    /// Ana (Owls, a picture), Ben (Foxes), Cy (no team; "none" is none).
    private func store() throws -> Store {
        let store = try sandbox.store(offersUndo: true)
        try store.saveAll([
            DukePerson(DUID: 1, netid: "ana", fName: "Ana", lName: "Li", team: "Owls", picture: "/9j/"),
            DukePerson(DUID: 2, netid: "ben", fName: "Ben", lName: "Oak", team: "Foxes", hobby: "chess"),
            DukePerson(DUID: 3, netid: "cy", fName: "Cy", lName: "Elm", team: "none", hobby: "chess, tea"),
        ])
        try store[.people].makeGroup(RecordGroup("Red, Inc.", of: .people, members: [1, 3, 99]))
        for (name, search) in [("Chess", "ho=chess"), ("Chess Only", "gr=Chess, -ho=tea"), ("Ring", "gr=Loop")] {
            // Only a rename makes a group that refers to itself.
            if name == "Ring" { try store[.people].makeGroup(RecordGroup("Loop", of: .people)) }
            try store[.people].makeGroup(RecordGroup(name, of: .people, search: search))
        }
        try store[.people].deleteGroup("Loop")
        try store[.people].changeGroup("Ring", as: "") { $0.name = "Loop" }
        try MarkKind.favorite.mark([("people", 2), ("contacts", 1)], in: store, most: 50)
        return store
    }

    @Test(arguments: [
        ("gr=\"Red, Inc.\"", [1, 3]), ("-gr=\"Red, Inc.\"", [2]), ("gr=chess", [2, 3]), ("gr=chess only", [2]),
        ("gr=chess, -gr=\"red, inc.\"", [2]), ("gr=chess, fn=cy", [3]), ("gr=loop", []), ("gr=none of these", []),
        ("no=picture", [2, 3]), ("-no=picture", [1]), ("no=te", [3]), ("no=Hobbies", [1]), ("no=te, ho=tea", [3]),
        ("-te=owls", [2, 3]), ("-te=\"Owls\"", [2, 3]), ("-te=owl, -fn=b", [3]), ("-ho=tea, chess", [1]),
        ("is=favorite", [2]), ("-is=favorite", [1, 3]), ("is=favorite, no=te", []), ("is=new", []),
        ("changed=1h", [1, 2, 3]), ("changed=1h, te=fox", [2]), ("-changed=1d", []), ("gr=", [1, 2, 3]),
    ])
    func eachConditionFindsItsRecords(typed: String, keys: [Int]) async throws {
        let store = try store()
        #expect(try await store[.people].found(typed) == keys)
    }

    @Test func searchesOfOneIndexFindWhatANewOneFinds() async throws {
        let store = try store()
        let saved = SearchIndex(store[.people])
        for text in ["-te=", "-te=o", "-te=ow", "-te=owx", "no=te", "te=f", "no=te", "te=fo", "gr=chess, ho=t", "ho=t"]
        {
            let fresh = try await store[.people].found(text)
            #expect(try await store[.people].found(text, saved) == fresh, "\(text)")
        }
    }

    @Test func editsAndNewOnesAreFoundUntilTheyAreSent() async throws {
        let store = try store()
        try Setting.netid.set("ana", in: store)
        #expect(try await store[.people].found("is=edited") == [1])
        try MarkKind.unseen.mark([("people", 3), ("contacts", 1)], in: store, most: 50)
        #expect(try await store[.people].found("is=new") == [3])
    }

    @MainActor @Test(.timeLimit(.minutes(10))) func favoritesAreObserved() async throws {
        let store = try store()
        let (changes, reported) = AsyncStream.makeStream(of: Void.self)
        let observation = store[.people].marksQuery.observe(isImmediate: false) { _ in
            Issue.record()
        } onChange: { _ in
            reported.yield()
        }
        var first = changes.makeAsyncIterator()
        try Setting<String>("other").set("1", in: store)
        try MarkKind.favorite.mark([("people", 3)], in: store, most: 50)
        await first.next()
        #expect(try await store[.people].found("is=favorite") == [2, 3])
        observation.cancel()
    }

    @Test func invalidGroupGivesReason() throws {
        let store = try store()
        func problem(_ text: String) throws -> TokenError? {
            try store[.people].problem(of: SearchQuery(text, in: .people))
        }
        let known = ["Red, Inc.", "Chess", "Chess Only", "Loop"]
        #expect(try problem("gr=x") == .unknownGroup("x", known: known))
        #expect(try problem("gr=loop") == .groupInItself("Loop"))
        #expect(try problem("is=x") == .unknownState("x", known: ["favorite", "edited", "new"]))
        #expect(try problem("gr=chess only") == nil)
        try store[.people].deleteGroup("Chess")
        #expect(try problem("gr=chess only") == .unknownGroup("Chess", known: known.filter { $0 != "Chess" }))
    }

    @Test func aGroupLimitsASearchToItsMembers() async throws {
        let store = try store()
        let index = SearchIndex(store[.people])
        for (text, keys) in [("", [2, 3]), ("cy", [3]), ("ana", []), ("-ho=tea", [2])] {
            #expect(try await store[.people].found(text, in: "Chess", index) == keys)
        }
        #expect(try await index.count(group: "red, inc.") == (2, 1))
        #expect(try await index.count(group: "Chess") == (2, 0))
    }
}
