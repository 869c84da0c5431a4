import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// vCards and tables of other programs.
struct CardFileTests {
    private let sandbox = Folder()

    @Test func cardsAfterOtherLinesAreRead() throws {
        let message = "Hi Bo,\nhere she is:\n\nBEGIN:VCARD\nVERSION:3.0\nN:Li;Ana\nEND:VCARD\nBye\n"
        let store = try sandbox.store()
        #expect(try store[.contacts].load(sandbox.list("message.txt", message), .update).new == 1)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.firstName) == ["Ana"])
    }

    /// A card of another program's, which knows no DUID.
    @Test func aCardWithoutNumberIsMatchedByNetIDOrAddress() throws {
        let store = try sandbox.store()
        try store.saveAll([
            DukePerson(DUID: 1, netid: "al1", email: "ana@duke.edu", movie: "Up"),
            DukePerson(DUID: 2, netid: "bo2", email: "same@duke.edu"),
            DukePerson(DUID: 3, netid: "cy3", email: "same@duke.edu"),
        ])
        let cards = [
            "EMAIL:ANA@duke.edu\nTITLE:PhD", "EMAIL:same@duke.edu", "EMAIL:new@duke.edu", "X-DUKE-NETID:cy3\nTITLE:BS",
        ]
        let text = cards.map { "BEGIN:VCARD\nVERSION:3.0\nFN:A B\n\($0)\nEND:VCARD\n" }.joined()
        // Others get the next free numbers, because no card of the file has one
        let summary = try store[.people].load(sandbox.list("other", text), .update)
        #expect(summary.text == "2 new, 2 changed, 2 got free numbers")
        #expect(
            summary.freeNumberMessages(of: .people) == [
                "A B had no DUID and got 0000004.", "A B had no DUID and got 0000005.",
            ])
        #expect(try store.everybody().map(\.plan) == ["PhD", "", "BS", "", ""])
        #expect(try store.everybody().map(\.movie) == ["Up", "", "", "", ""])
        #expect(try store.everybody().map(\.email).suffix(2) == ["same@duke.edu", "new@duke.edu"])
    }

    @Test(
        arguments: [
            ("First Name,Last Name\nAna,Li\nBo,Ek\n,\n", "2 new, 2 got free numbers", [1, 2], []),
            (
                "DUID,First Name\n,Points Possible\n7,Ana\n", "1 new, 1 skipped", [7],
                ["This is not a person: it has no DUID."]
            ),
        ] as [(String, String, [Int], [String])])
    func rowsWithoutNumbersGetFreeOnesUnlessOthersHaveOne(
        table: String, text: String, keys: [Int], reasons: [String]
    ) throws {
        let store = try sandbox.store()
        let summary = try store[.people].load(sandbox.list("roster.csv", table), .update)
        #expect(summary.text == text && summary.rejectedElements.map(\.reason) == reasons)
        #expect(try store.everybody().map(\.DUID) == keys)
    }

    @Test func valuesThatCardsCannotContainAreReported() throws {
        let store = try sandbox.store()
        let file = ListFile(sandbox.url.appending(path: "a.vcf"))
        let problem = #expect(throws: StoreError.self) { try file.write(from: store[.players]) }
        #expect(problem?.message == "vCards cannot contain players.")
        let cards = try sandbox.list("b.json", "BEGIN:VCARD\nFN:Ana\nEND:VCARD\n")
        #expect(throws: StoreError.notAList(file: "b.json", many: "players")) {
            try store[.players].load(cards, .update)
        }
    }

    @Test func identifiersThatDifferInCaseAreOfTwoCards() throws {
        let store = try sandbox.store()
        for (uid, name) in [("A1", "Ann"), ("a1", "Bob")] {
            let card = "BEGIN:VCARD\nVERSION:3.0\nUID:\(uid)\nN:Li;\(name);;;\nEND:VCARD\n"
            try store[.contacts].load(sandbox.list("\(name).vcf", card), .update)
        }
        #expect(try store.whole(Contact.self) { _ in true }.map(\.firstName) == ["Ann", "Bob"])
    }
}
