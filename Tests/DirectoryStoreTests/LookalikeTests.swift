import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Files with people who are here already.
struct LookalikeTests {
    private let sandbox = Sandboxed()

    private func store() throws -> Store {
        let store = try sandbox.store(offersUndo: true)
        var ana = Contact(id: 1)
        ana.firstName = "Ana"
        ana.lastName = "Núñez"
        ana.email = "ana@x.org"
        ana.city = "Durham"
        try store.saveAll([ana])
        return store
    }

    private func load(_ lines: [String], _ choice: LookalikeChoice? = nil, into store: Store) throws -> ChangeSummary {
        let text = (["First Name,Last Name,Email,Phone,City"] + lines).joined(separator: "\n") + "\n"
        let file = ListFile(try sandbox.file("list.csv", Data(text.utf8)), isStrict: true)
        return try store[.contacts].load(file, .update, lookalikes: choice)
    }

    private let agreeing = "Ana,Nunez,ana@x.org,9195550100,"
    private let moved = "Ana,Nunez,ana@x.org,9195550100,Raleigh"

    @Test func nameAndEmailAndNothingElseMergeByThemselves() throws {
        let store = try store()
        let summary = try load([agreeing, "Bo,Ek,bo@x.org,,"], into: store)
        #expect((summary.new, summary.changed) == (1, 1))
        #expect(summary.lookalikes.map(\.choice) == [.merge] && summary.lookalikes[0].title == "Ana Núñez")
        let ana = try #require(try store.find(Contact.self, key: 1))
        #expect((ana.lastName, ana.phone, ana.city) == ("Núñez", "9195550100", "Durham"))
        #expect(try store[.contacts].undoLast() != nil)
        #expect(try store.find(Contact.self, key: 1)?.phone == "")
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

    @Test func twoElementsMergeIntoOneRecord() throws {
        let store = try store()
        _ = try load([agreeing, "Ana,Núñez,ana@x.org,,Durham"], into: store)
        #expect(try store[.contacts].count() == 1)
        #expect(try store.find(Contact.self, key: 1)?.phone == "9195550100")
    }

    @Test(arguments: [nil, .add, .skip] as [LookalikeChoice?])
    func aRowOfOneNameAndPhoneOverwritesNobody(_ choice: LookalikeChoice?) throws {
        // Given somebody without an email address
        let store = try store()
        var hans = Contact(id: 2)
        hans.firstName = "Hans"
        hans.lastName = "Wéber"
        hans.phone = "9195550901"
        hans.city = "Durham"
        try store.saveAll([hans])
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

    @Test func twoOfAFileThatContradictEachOtherAreTwo() throws {
        let store = try store()
        let summary = try load(contradicting, into: store)
        #expect(summary.lookalikes.map(\.choice) == [.merge, .add])
        #expect(summary.lookalikes.map { $0.losses.map(\.afterText) } == [[], ["(919) 555-0222"]])
        #expect(Set(try store.whole(Contact.self) { _ in true }.map(\.phone)) == ["9195550111", "9195550222"])
    }

    @Test func valuesLostByMergeAreReported() throws {
        let store = try store()
        let summary = try load(contradicting, .merge, into: store)
        #expect(summary.lookalikes.map(\.choice) == [.merge, .merge])
        #expect(summary.lookalikes.map { $0.losses.map(\.afterText) } == [[], ["(919) 555-0222"]])
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone) == ["9195550111"])
    }

    @Test func twoChosenOneByOneLoseNothingUntold() throws {
        let store = try store()
        let lines = ["First Name,Last Name,Email,Phone,City"] + contradicting.map { $0 + "Raleigh" }
        let file = ListFile(
            try sandbox.file("list.csv", Data((lines.joined(separator: "\n") + "\n").utf8)), isStrict: true)
        let staging = try store[.contacts].read(file)
        let chosen = try store[.contacts].decide(onLookalikesIn: staging)
        #expect(chosen.map(\.choice) == [.add, .add])
        try store[.contacts].merge(chosen, in: staging)
        _ = try store[.contacts].apply(staging, MergeRequest(.update))
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone) == ["9195550111", "9195550222"])
    }

    @Test func manyMergeInOneImport() throws {
        let store = try sandbox.store(offersUndo: true)
        try store.saveAll(
            (1...600).map { number in
                var contact = Contact(id: number)
                contact.firstName = "Ana"
                contact.lastName = "Marsh\(number)"
                contact.email = "ana\(number)@x.org"
                return contact
            })
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
        let file = ListFile(
            try sandbox.file("l.csv", Data("First Name,Last Name,Email\nAna,Nunez,ana@x.org\n".utf8)))
        #expect(try store[.contacts].load(file, .replace).lookalikes.isEmpty)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.lastName) == ["Nunez"])
    }
}
