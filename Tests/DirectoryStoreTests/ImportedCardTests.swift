import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Whose card a card is after records came and went.
struct ImportedCardTests {
    private let sandbox = Folder()

    private func card(_ lines: String, uid: String) -> String {
        "BEGIN:VCARD\nVERSION:3.0\nUID:\(uid)\n\(lines)\nEND:VCARD\n"
    }

    /// A store into which the card of Ana was imported, who is the person 7.
    private func storeWithAna(offersUndo: Bool = false) throws -> Store {
        let store = try sandbox.store(offersUndo: offersUndo)
        let list = try sandbox.list("a.vcf", card("N:Li;Ana\nX-DUKE-DUID:0000007", uid: "p-1"))
        #expect(try store[.people].load(list, .update).new == 1)
        return store
    }

    /// Her card, changed elsewhere.
    private func changed(_ lines: String = "N:Li;Anna") throws -> ListFile {
        try sandbox.list("b.vcf", card(lines, uid: "p-1"))
    }

    @Test func aCardThatWasNotTickedIsNobodysLater() throws {
        // Given a new card that the user unticked, and a contact added after that
        let store = try sandbox.store()
        let list = try sandbox.list("a.vcf", card("N:Li;Ana\nTEL:5550100", uid: "a-1"))
        let contacts = store[.contacts]
        let staging = try contacts.read(list)
        #expect(try contacts.apply(staging, MergeRequest(.update, preserving: [1])).new == 0)
        let bo = try store.addCounted(Contact("fn=Bo"))
        // When the same file is imported
        #expect(try store[.contacts].load(list, .update).text == "1 new")
        // Then that contact remains as it is
        #expect(try store.find(Contact.self, key: bo.id) == bo)
        #expect(try store[.contacts].load(list, .update).isChange == false)
    }

    @Test func aChangedCardUpdatesItsRecord() throws {
        // Given two imported cards of one name
        let store = try sandbox.store()
        let cards = card("N:Li;Ana", uid: "a-1") + card("N:Li;Ana\nTEL:5550100", uid: "a-2")
        #expect(try store[.contacts].load(sandbox.list("a.vcf", cards), .update).new == 2)
        // When they come again with other names, numbers and places
        let again =
            card("N:Ek;Ana\nTEL:5550102", uid: "a-2") + card("N:Li;Anna", uid: "a-1") + card("N:Oz;Cy", uid: "a-3")
        let summary = try store[.contacts].load(sandbox.list("b.vcf", again), .update)
        // Then each changed its own contact
        #expect(summary.new == 1 && summary.changed == 2)
        #expect(
            try store.whole(Contact.self) { _ in true }.map { "\($0.id) \($0.displayName)" } == [
                "1 Anna Li", "2 Ana Ek", "3 Cy Oz",
            ])
        // And so does one that was exported, and changed elsewhere
        let first = try #require(try store.find(Contact.self, key: 1))
        let exported = try #require(CardWriter(Contact.definition)).card(first.record)
            .replacing(/X-DUKE-NUMBER.*\r\n/, with: "").replacing("Li;Anna", with: "Moss;Anna")
        #expect(try store[.contacts].load(sandbox.list("c.vcf", exported), .update).changed == 1)
        #expect(try store.find(Contact.self, key: 1)?.displayName == "Anna Moss")
    }

    /// The ways in which somebody comes to a number.
    enum Way: CaseIterable { case inserted, saved, savedWithOthers, moved, takenIn, ownAgain }

    @Test(arguments: Way.allCases)
    func aNumberTakenInAnyWayIsNotTheOldCards(way: Way) throws {
        // Given an imported person who was deleted
        let store = try storeWithAna()
        #expect(try store[.people].delete(key: 7))
        // When somebody else gets the number
        let bo = DukePerson(DUID: 7, netid: "bo2", fName: "Bo", lName: "Ek")
        switch way {
        case .inserted: #expect(try store.insert(bo))
        case .saved: try store.save(bo)
        case .savedWithOthers: try store.saveAll([DukePerson(DUID: 8), bo])
        case .moved:
            try store.save(bo.keyed(9))
            #expect(try store.save(bo, replacing: 9))
        case .takenIn:
            let stored = StoredRejectedElement(id: 1, element: RejectedElement(reason: "", raw: ""))
            #expect(try store.accept(bo, from: stored))
        case .ownAgain:
            try store.saveAll((0..<7).map { DukePerson(DUID: $0) })
            #expect(
                try store[.people].makeOwnIfAbsent(SystemAccount(login: "bo2", fullName: "Bo Ek"), netid: "bo2") == 7)
        }
        let before = try store.find(DukePerson.self, key: 7)
        // Then the card without its number does not change them
        #expect(try store[.people].load(changed(), .update).new == 1)
        #expect(try store.find(DukePerson.self, key: 7) == before)
    }

    @Test func aCardFollowsItsPersonBackFromADeletionAndToAnotherNumber() throws {
        let store = try storeWithAna(offersUndo: true)
        #expect(try store[.people].delete(key: 7))
        #expect(try store[.people].undoLast() != nil)
        let ana = try #require(try store.find(DukePerson.self, key: 7))
        #expect(try store.save(ana.keyed(8), replacing: 7))
        #expect(try store[.people].load(changed(), .update).changed == 1)
        #expect(try store.find(DukePerson.self, key: 8)?.fName == "Anna")
    }

    @Test func tenThousandOfOneNumberAreRefusedAtOnce() throws {
        // Given people, and a file that has all of them under one number
        let store = try sandbox.store()
        let people = (1...10_000).map { DukePerson(DUID: $0, netid: "n\($0)", fName: "Ana") }
        try store.saveAll(people)
        let rows = people.map { "20000,\($0.netid),Eve" }.joined(separator: "\n")
        // When it is imported, then each is refused for its own reason, and the one who is new is taken in
        let text = "DUID,NetID,First Name\n\(rows)\n20000,new1,Bo\n20000,new2,Cy\n"
        let summary = try store[.people].load(sandbox.list("a.csv", text), .update)
        #expect(summary.new == 1 && summary.rejected == 10_001)
        let bo = try #require(try store.find(DukePerson.self, key: 20_000))
        #expect(bo.netid == "new1" && bo.fName == "Bo")
        #expect(
            try store[.people].rejected().prefix(2).map(\.reason) == [
                "The NetID n2 already belongs to Ana.", "The NetID n3 already belongs to Ana.",
            ])
    }

    @Test func tenThousandAreFoundByTheirEmail() throws {
        // Given people, two of whom share an email
        let store = try sandbox.store()
        try store.saveAll(
            (1...10_000).map { DukePerson(DUID: $0, fName: "Ana", email: "n\(max($0, 2))@duke.edu") })
        // When a table has no numbers
        let rows = (1...10_000).map { "N\($0)@Duke.edu,Eve" }.joined(separator: "\n")
        let summary = try store[.people].load(sandbox.list("a.csv", "Email,First Name\n\(rows)\n"), .update)
        // Then each row updates the only one with its email; the others get a free number
        #expect(summary.changed == 9998 && summary.new == 2)
        let names = [1, 2, 3, 10_000].map { try? store.find(DukePerson.self, key: $0)?.fName }
        #expect(names == ["Ana", "Ana", "Eve", "Eve"])
    }

    @Test func aCardIsItsOwnersBeforeItIsItsPersons() throws {
        // Given an imported person, and two others
        let store = try storeWithAna()
        try store.saveAll([DukePerson(DUID: 8, netid: "bo2", fName: "Bo"), DukePerson(DUID: 9, email: "cy@duke.edu")])
        // When the card has the email of another, then it is still of the first
        #expect(try store[.people].load(changed("N:Li;Anna\nEMAIL:cy@duke.edu"), .update).changed == 1)
        #expect(try store.find(DukePerson.self, key: 7)?.email == "cy@duke.edu")
        // When it has the NetID of another, then it is theirs
        #expect(try store[.people].load(changed("N:Ek;Bob\nX-DUKE-NETID:BO2"), .update).changed == 1)
        #expect([7, 8].map { try? store.find(DukePerson.self, key: $0)?.fName } == ["Anna", "Bob"])
    }

    @Test func aLongTableOfUnknownColumnsCanBeAssigned() throws {
        // Given a long table none of whose columns a field takes
        let store = try sandbox.store()
        let rows = (1...20_100).map { "\($0),Ana" }.joined(separator: "\n")
        let url = try sandbox.file("a.csv", Data("Nummer,Vorname\n\(rows)\n".utf8))
        // When a person can assign them, then it is read; otherwise it is not a list
        let file = ListFile(url, isStrict: true, columns: [:])
        let staging = try store[.people].read(file)
        #expect(try staging.count == 0 && staging.rejected.count == 20_100)
        #expect(throws: StoreError.notAList(file: "a.csv", many: "people")) {
            try store[.people].read(ListFile(url, isStrict: true))
        }
    }

    @Test(arguments: ["tsv", "tab", "txt"])
    func aTableIsWrittenOnlyUnderItsOwnName(suffix: String) throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 7, fName: "Ana"))
        let list = ListFile(sandbox.url.appending(path: "a.\(suffix)"), isStrict: true)
        try list.write(from: store[.people])
        #expect(try String(contentsOf: list.url, encoding: .utf8).hasPrefix("["))
        #expect(try !store[.people].load(list, .replace).isChange)
        try Data("DUID\tFirst Name\n8\tBo\n".utf8).write(to: list.url)
        #expect(try store[.people].load(list, .update).new == 1)
    }
}
