import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Files with people who are here already.
struct LookalikeTests {
    private let sandbox = Folder()

    private func store() throws -> Store {
        try sandbox.store([Contact("fn=Ana, ln=Núñez, em=ana@x.org, ci=Durham", key: 1)], offersUndo: true)
    }

    private func list(_ lines: [String]) throws -> ListFile {
        let header = "First Name,Last Name,Email,Phone,City"
        return try sandbox.list("list.csv", ([header] + lines).joined(separator: "\n") + "\n")
    }

    private func load(_ lines: [String], _ choice: LookalikeChoice? = nil, into store: Store) throws -> ChangeSummary {
        try store[.contacts].load(list(lines), .update, lookalikes: choice)
    }

    private let agreeing = "Ana,Nunez,ana@x.org,9195550100,"
    private let moved = "Ana,Nunez,ana@x.org,9195550100,Raleigh"

    @Test func elementsOfOneNameAndEmailAndNothingElseMergeByThemselves() throws {
        let store = try store()
        let summary = try load([agreeing, "Bo,Ek,bo@x.org,,"], into: store)
        #expect((summary.new, summary.changed) == (1, 1))
        #expect(summary.lookalikes.map(\.choice) == [.merge] && summary.lookalikes[0].title == "Ana Núñez")
        let ana = try #require(try store.find(Contact.self, key: 1))
        #expect((ana.lastName, ana.phone, ana.city) == ("Núñez", "9195550100", "Durham"))
        #expect(try store[.contacts].undoLast() != nil)
        #expect(try store.find(Contact.self, key: 1)?.phone == "")
        // And two elements into one record
        _ = try load([agreeing, "Ana,Núñez,ana@x.org,,Durham"], into: store)
        #expect(try store[.contacts].count() == 1)
        #expect(try store.find(Contact.self, key: 1)?.phone == "9195550100")
    }

    @Test(
        arguments: [(nil, .add), (.add, .add), (.merge, .merge), (.skip, .skip)]
            as [(LookalikeChoice?, LookalikeChoice)])
    func theOthersAreAskedFor(_ choice: LookalikeChoice?, _ done: LookalikeChoice) throws {
        let store = try store()
        let summary = try load([moved], choice, into: store)
        #expect(summary.lookalikes.map(\.choice) == [done])
        #expect(summary.lookalikes[0].losses.map(\.afterText) == ["Raleigh"])
        #expect(try store[.contacts].count() == (done == .add ? 2 : 1))
        #expect(try store.find(Contact.self, key: 1)?.city == "Durham", "It was not asked for.")
        #expect(try store.find(Contact.self, key: 1)?.phone == (done == .merge ? "9195550100" : ""))
    }

    @Test(arguments: [nil, .add, .skip] as [LookalikeChoice?])
    func aRowOfOneNameAndPhoneOverwritesNobody(_ choice: LookalikeChoice?) throws {
        // Given somebody without an email address
        let store = try store()
        let hans = try Contact("fn=Hans, ln=Wéber, ph=9195550901, ci=Durham", key: 2)
        try store.save(hans)
        // When a file has another city, no city, and another spelling under the name and the phone
        _ = try load(
            ["Hans,Weber,,919-555-0901,Cary", "hans,WEBER,,919-555-0901,", "Hans,Wéber,,9195550901,Durham"], choice,
            into: store)
        // Then nothing of the person changes, and the one with another city needs a decision
        #expect(try store.find(Contact.self, key: 2) == hans)
        let cities = try store.whole(Contact.self) { $0.firstName == "Hans" }.map(\.city)
        #expect(cities == (choice == .skip ? ["Durham"] : ["Durham", "Cary"]))
    }

    @Test func twoRowsOfOneNameAndPhoneAreTwo() throws {
        let store = try store()
        let rows = ["Tom,Marsh,,9195550902,Durham", "Tom,Marsh,,9195550902,Cary", "Tom,Marsh,,9195550902,Cary"]
        #expect(try load(rows, into: store).new == 2)
        #expect(try load(rows, into: store).isChange == false)
        #expect(try store.whole(Contact.self) { $0.firstName == "Tom" }.map(\.city) == ["Durham", "Cary"])
    }

    private let contradicting = ["Ana,Nunez,ana@x.org,9195550111,", "Ana,Nunez,ana@x.org,9195550222,"]

    @Test(
        arguments: [(nil, [.merge, .add], ["9195550111", "9195550222"]), (.merge, [.merge, .merge], ["9195550111"])]
            as [(LookalikeChoice?, [LookalikeChoice], [String])])
    func ofTwoOfAFileThatContradictEachOtherTheLossIsReported(
        _ choice: LookalikeChoice?, _ done: [LookalikeChoice], _ phones: [String]
    ) throws {
        let store = try store()
        let summary = try load(contradicting, choice, into: store)
        #expect(summary.lookalikes.map(\.choice) == done)
        #expect(summary.lookalikes.map { $0.losses.map(\.afterText) } == [[], ["(919) 555-0222"]])
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone).sorted() == phones)
    }

    @Test func twoChosenOneByOneLoseNothingUntold() throws {
        let store = try store()
        let staging = try store[.contacts].read(list(contradicting.map { $0 + "Raleigh" }))
        let chosen = try store[.contacts].decide(onLookalikesIn: staging)
        #expect(chosen.map(\.choice) == [.add, .add])
        try store[.contacts].merge(chosen, in: staging)
        _ = try store[.contacts].apply(staging, MergeRequest(.update))
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone) == ["9195550111", "9195550222"])
    }

    @Test func manyMergeInOneImport() throws {
        let people = try (1...600).map { try Contact("fn=Ana, ln=Marsh\($0), em=ana\($0)@x.org", key: $0) }
        let store = try sandbox.store(people, offersUndo: true)
        let lines = (1...600).map { "Ana,Marsh\($0),ana\($0)@x.org,\(9_195_550_000 + $0),Durham" }
        let summary = try load(lines, into: store)
        #expect((summary.new, summary.changed, summary.lookalikes.count) == (0, 600, 600))
        let contacts = try store.whole(Contact.self) { _ in true }
        #expect(contacts.count == 600 && contacts.allSatisfy { $0.phone == "\(9_195_550_000 + $0.id)" })
    }

    @Test func aFamilysPhoneIsNoReason() throws {
        let store = try store()
        _ = try load([agreeing], into: store)
        #expect(try load(["Ben,Marsh,ben@x.org,9195550100,"], into: store).lookalikes.isEmpty)
        #expect(try load(["Benita,Núñez,ana@x.org,,"], into: store).lookalikes.map(\.choice) == [.add])
    }

    @Test func replacedListEqualsFile() throws {
        let store = try store()
        let list = try sandbox.list("l.csv", "First Name,Last Name,Email\nAna,Nunez,ana@x.org\n")
        #expect(try store[.contacts].load(list, .replace).lookalikes.isEmpty)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.lastName) == ["Nunez"])
    }
}
