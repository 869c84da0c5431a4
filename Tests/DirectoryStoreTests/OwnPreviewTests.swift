import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What the preview of a list counts is what taking it over does, one's own record and all.
struct OwnPreviewTests {
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
    func itCountsTheOwnRecord(strategy: MergeStrategy, plan: Plan) throws {
        try check(strategy, plan, DukePerson(DUID: 7, netid: "sv7"))
        try check(strategy, plan, Self.stranger)
    }

    private func check(_ strategy: MergeStrategy, _ plan: Plan, _ other: DukePerson) throws {
        let sandbox = Sandboxed()
        let store = try sandbox.store()
        try store.saveAll([mine(plan.stored, "Mine"), DukePerson(DUID: 3, netid: "cy3")])
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
    }

    @Test func whatWasEditedWhileTheListArrivedIsNotRemoved() throws {
        // Given a list with a record as it is here, which is edited before the changes are shown
        let sandbox = Sandboxed()
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 3, netid: "cy3", movie: "Up"))
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
