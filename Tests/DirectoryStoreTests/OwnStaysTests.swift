import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// No list leaves the user without their own record: it remains until a list has one of their NetID.
struct OwnStaysTests {
    /// What the own record is.
    enum Own: CaseIterable { case untouched, edited, published }

    /// What arrives.
    enum Arriving: CaseIterable {
        case withoutMe, withoutNetIDs, withAStrangerWhoHasNoDUID, withMe, nothing

        var people: [DukePerson] {
            switch self {
            case .withoutMe: [DukePerson(DUID: 7, netid: "sv7"), DukePerson(DUID: 8, netid: "bo8")]
            case .withoutNetIDs: [DukePerson(DUID: 7, fName: "Sven"), DukePerson(DUID: 8, fName: "Bo")]
            case .withAStrangerWhoHasNoDUID: [DukePerson(DUID: 0, netid: "st1"), DukePerson(DUID: 8, netid: "bo8")]
            case .withMe: [DukePerson(DUID: 55, netid: "Demo", fName: "Theirs"), DukePerson(DUID: 8, netid: "bo8")]
            case .nothing: []
            }
        }
    }

    private let sandbox = Folder()

    private func store(_ own: Own) throws -> Store {
        let model = try sandbox.firstLaunch(netid: "demo")
        switch own {
        case .untouched: break
        case .edited: _ = model.update(DukePerson(DUID: 0, netid: "demo", movie: "Mine"))
        case .published: try take([DukePerson(DUID: 55, netid: "demo")], .replace, into: model.store)
        }
        _ = model.add(DukePerson(DUID: 3, netid: "cy3"))
        return model.store
    }

    /// Takes a list over as a download does for whoever is signed in as demo, once the preview has said what it does.
    private func take(_ people: [DukePerson], _ strategy: MergeStrategy, into store: Store) throws {
        let staging = try store[.people].beginStaging(owner: "demo")
        try staging.add(people.map { .record($0.record) })
        let preview = try store[.people].preview(staging, MergeRequest(strategy, owner: "demo"))
        let done = try store[.people].apply(staging, MergeRequest(strategy, label: "Download", owner: "demo"))
        #expect(preview.summary.new == done.new && preview.summary.removed == done.removed)
    }

    @Test(arguments: Own.allCases, Arriving.allCases)
    func aDownloadLeavesOneWithOnesOwnRecord(own: Own, arriving: Arriving) throws {
        for strategy in MergeStrategy.allCases {
            let store = try store(own)
            let before = try #require(try store[.people].ownKey())

            try take(arriving.people, strategy, into: store)

            let key = try #require(try store[.people].ownKey())
            let record = try #require(try store.find(DukePerson.self, key: key))
            #expect(key == (arriving == .withMe && own != .edited ? 55 : before))
            #expect(record.netid.lowercased() == "demo")
            #expect((record.movie == "Mine") == (own == .edited))
            #expect(try (store.find(DukePerson.self, key: 3) != nil) == (strategy == .update))
            if before == 0, arriving == .withAStrangerWhoHasNoDUID {
                let reason = "The DUID 0000000 belongs to your own record."
                #expect(try store[.people].rejected().map(\.reason).contains(reason))
            }
            _ = try store[.people].undoLast()
            #expect(try store[.people].ownKey() == before)
        }
    }

    @Test(arguments: Own.allCases, Arriving.allCases)
    func aFileLeavesOneWithOnesOwnRecord(own: Own, arriving: Arriving) throws {
        let store = try store(own)
        let file = try sandbox.list(arriving.people, isStrict: false)
        for releasing in [[], Set([try store[.people].ownKey()].compactMap(\.self))] {
            _ = try store[.people].load(file, .replace, releasing: releasing)
            let key = try #require(try store[.people].ownKey())
            #expect(try store.find(DukePerson.self, key: key)?.netid.lowercased() == "demo")
            #expect(try store.find(DukePerson.self, key: 3) == nil)
        }
    }

    /// The preview lists some of the changes, and what the user cannot tick must not be taken over.
    @Test(arguments: Own.allCases)
    func aFileThatWasPreviewedReplacesItOnlyWhereTheUserAgrees(own: Own) throws {
        // Given a file with another version of one's own record, after other changes
        let store = try store(own)
        let key = try #require(try store[.people].ownKey())
        let mine = try store.find(DukePerson.self, key: key)
        let staging = try store[.people].read(
            sandbox.list([
                DukePerson(DUID: 3, movie: "New"), DukePerson(DUID: key, netid: "demo", movie: "New"),
            ]))
        // Then it is the first that is listed, though there is room for one only
        let releasing = Set([key])
        let preview = try store[.people].preview(staging, MergeRequest(.update, releasing: releasing), limit: 1)
        #expect(preview.items.map(\.key) == [key])
        // And it remains where the user did not agree
        _ = try store[.people].apply(staging, MergeRequest(.update, label: "Loading"))
        #expect(try store.find(DukePerson.self, key: key) == mine)
        #expect(try store.find(DukePerson.self, key: 3)?.movie == "New")
    }

    @Test func aFilesVersionThatReplacedTheOwnRecordIsNotReportedAsAdded() throws {
        // Given a file with another version of one's own record under another number
        let store = try sandbox.store(offersUndo: true)
        let mine = DukePerson(DUID: 5, netid: "demo", fName: "Dee", lName: "Mo", email: "demo@duke.edu", movie: "Mine")
        try store.save(mine)
        try store[.people].claimOwn(netid: "demo")
        let theirs = mine.keyed(56).with(\.movie, "Theirs")
        // When it is imported in place of the own record, then it is not also said to look like that
        let summary = try store[.people].load(sandbox.list([theirs]), .update, releasing: [5])
        #expect(try store.whole(DukePerson.self) { _ in true } == [theirs])
        #expect(summary.lookalikes.isEmpty)
    }

    /// Also where it was published under its old number and edited since.
    @Test(arguments: Own.allCases)
    func takingTheFilesVersionLeavesOneRecord(own: Own) throws {
        let store = try store(own)
        let key = try #require(try store[.people].ownKey())
        if own == .published { try store.save(DukePerson(DUID: key, netid: "demo", movie: "Mine")) }
        _ = try store[.people].load(
            sandbox.list([DukePerson(DUID: 56, netid: "demo")], isStrict: false), .update, releasing: [key])
        #expect(try store[.people].ownKey() == 56)
        #expect(try store.whole(DukePerson.self) { $0.netid == "demo" }.map(\.DUID) == [56])
    }

    @Test(arguments: Own.allCases, MergeStrategy.allCases)
    func untickedVersionReplacesNothing(own: Own, strategy: MergeStrategy) throws {
        // Given a list whose record of one's own NetID, under another number, is not taken over
        let store = try store(own)
        let before = try #require(try store[.people].ownKey())
        try store.download([DukePerson(DUID: 56, netid: "demo"), DukePerson(DUID: 8)], strategy, preserving: [56])
        // Then the one that is here remains
        #expect(try store[.people].ownKey() == before)
        #expect(try store.find(DukePerson.self, key: before)?.netid == "demo")
        #expect(try store.find(DukePerson.self, key: 56) == nil && store.find(DukePerson.self, key: 8) != nil)
    }

    @Test func aMissingOwnRecordIsMade() throws {
        let account = SystemAccount(login: "root", fullName: "Dee Mo")
        let store = try Store(sandbox: sandbox.url)
        #expect(try store[.people].makeOwnIfAbsent(account, netid: "Demo") == 0)
        #expect(try store.find(DukePerson.self, key: 0)?.netid == "demo")
        // Strangers keep their numbers
        let other = try Store(sandbox: Folder().url)
        try other.saveAll([DukePerson(DUID: 0), DukePerson(DUID: 1), DukePerson(DUID: 9)])
        #expect(try other[.people].makeOwnIfAbsent(account, netid: "") == 2)
        #expect(try other[.people].own().isUntouched)
        #expect(try other.find(DukePerson.self, key: 2)?.netid == "root")
        // The record of the NetID is the own one, marked or not
        let third = try Store(sandbox: Folder().url)
        try third.save(DukePerson(DUID: 4, netid: "demo"))
        #expect(try third[.people].makeOwnIfAbsent(account, netid: "demo") == 4)
    }

    @Test func anOwnRecordGivesWayToTheOneUnderItsNewNumber() throws {
        let store = try sandbox.store()
        for key in [5, 9] {
            try store.download([DukePerson(DUID: key, netid: "demo")], .update)
            #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [key])
            #expect(try store[.people].ownKey() == key)
        }
    }

    @Test func aServersListIsShownAsItIs() throws {
        let store = try sandbox.store()
        #expect(try store.download([1, 2].map { DukePerson(DUID: $0, netid: "twice") }).new == 2)
        // Its copy in the sandbox too
        try store.flush()
        let file = store.sandbox.appending(path: "people.json")
        let copy = try Data(contentsOf: file)
        try store.saveAll([DukePerson(DUID: 1, netid: "changed"), DukePerson(DUID: 2, netid: "changed2")])
        try store.flush()
        try copy.write(to: file)
        #expect(try store[.people].loadFromDisk().text == "2 changed")
    }

    /// What becomes of the own record, which is here under 0 or 55 and in the list under 55.
    struct Plan: CustomStringConvertible, Sendable {
        let description: String
        let stored: Int
        var dropping: Set<Int> = []
        var putting: String?
        let summary: String
    }

    private static let stranger = DukePerson(DUID: 0, netid: "st1")

    private static let plans = [
        Plan(description: "theirs, of another number", stored: 30, dropping: [30], summary: "2 new, 2 removed"),
        Plan(
            description: "merged, of another number", stored: 30, dropping: [30], putting: "Mine",
            summary: "1 new, 1 changed, 1 removed"),
        Plan(
            description: "one that had no number", stored: 0, dropping: [0], putting: "Mine",
            summary: "2 new, 1 removed"),
        Plan(description: "merged", stored: 55, putting: "Merged", summary: "1 new, 1 changed, 1 removed"),
        Plan(description: "mine", stored: 55, putting: "Mine", summary: "1 new, 1 removed"),
    ]

    /// A stranger has the number that the own record leaves, or somebody else has another.
    @Test(arguments: MergeStrategy.allCases, plans)
    func thePreviewCountsTheOwnRecord(strategy: MergeStrategy, plan: Plan) throws {
        try check(strategy, plan, DukePerson(DUID: 7, netid: "sv7"))
        try check(strategy, plan, Self.stranger)
    }

    private func check(_ strategy: MergeStrategy, _ plan: Plan, _ other: DukePerson) throws {
        let sandbox = Folder()
        let store = try sandbox.store([mine(plan.stored, "Mine"), DukePerson(DUID: 3, netid: "cy3")])
        try store[.people].claimOwn(netid: "demo")
        let staging = try store[.people].beginStaging(owner: "demo")
        try staging.add([mine(55, "Theirs"), other].map { .record($0.record) })
        let (own, releasing) = (plan.putting.map { mine(55, $0) }, Set([plan.stored]))
        var request = MergeRequest(strategy, owner: "demo", releasing: releasing)
        request.dropping = plan.dropping
        request.own = own?.record
        let preview = try store[.people].preview(staging, request)
        // The own record is listed first
        if own != nil, plan.stored != 55 || plan.putting == "Merged" { #expect(preview.items.first?.key == 55) }
        let done = try store[.people].apply(staging, request)
        #expect(preview.summary.text == done.text)
        #expect(preview.summary.arrived == done.arrived)
        if strategy == .replace { #expect(done.text == plan.summary) }
        #expect(try store.find(DukePerson.self, key: 55) == own ?? mine(55, "Theirs"))
        #expect(try store.publishedRecord(of: DukePerson.self, key: 55) == mine(55, "Theirs"))
    }

    @Test func editDuringDownloadIsNotRemoved() throws {
        // Given a list with a record as it is here, which is edited before the changes are shown
        let store = try sandbox.store([DukePerson(DUID: 3, netid: "cy3", movie: "Up")])
        let staging = try store[.people].beginStaging(owner: "demo")
        try staging.add([.record(DukePerson(DUID: 3, netid: "cy3", movie: "Up").record)])
        try store.save(DukePerson(DUID: 3, netid: "cy3", movie: "Alien"))
        // Then the list must be read again
        #expect(throws: StoreError.changedMeanwhile) {
            try store[.people].preview(staging, MergeRequest(.update, owner: "demo"))
        }
    }

    private func mine(_ DUID: Int, _ movie: String) -> DukePerson {
        DukePerson(DUID: DUID, netid: "demo", fName: "Dee", lName: "Mo", movie: movie)
    }
}
