import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// Everybody out to a file and back: vCards and tables.
struct CardFileTests {
    private let sandbox = Sandboxed()

    /// A thousand people, each field of whom says something, among it every hostile text that a form keeps.
    private static let people: [DukePerson] = (1...1000).compactMap { number in
        let texts = HostileText.all.compactMap(\.saved).filter { !$0.isEmpty }
        func text(_ index: Int) -> String { texts[(number * 7 + index) % texts.count] }
        let filler = (0..<number * 13 % 5000).map { UInt8(($0 * number) % 256) }
        let picture = number % 2 == 0 ? HeaderOnlyPicture.jpeg(filler: filler) : HeaderOnlyPicture.png(filler: filler)
        let person = DukePerson(
            DUID: number, netid: "n\(number)", fName: text(0), lName: text(1), email: "n\(number)@duke.edu",
            from: text(2), gender: Gender.allCases[number % 4], role: Role.allCases[number % 5], program: text(3),
            plan: text(4), team: text(5), movie: text(6), hobby: "chess, \(text(7))",
            languages: ["Swift", text(8).replacing(",", with: " ").trimmed], picture: picture.base64EncodedString())
        return try? DukePerson(person.record.normalized())
    }

    private func everybody(_ store: Store) throws -> [DukePerson] { try store.whole(DukePerson.self) { _ in true } }

    @Test(arguments: ["vcf", "csv"])
    func aThousandPeopleComeBack(suffix: String) throws {
        #expect(Self.people.count == 1000)
        let store = try sandbox.store()
        try store.saveAll(Self.people)
        let file = sandbox.url.appending(path: "people.\(suffix)")
        #expect(try ListFile(file).write(from: store[.people]) == 1000)
        let elsewhere = Sandboxed()
        let other = try elsewhere.store()
        let list = ListFile(file, isStrict: true)
        #expect(try other[.people].load(list, .update).text == "1000 new")
        let expected = Self.people.map { person in
            var person = person
            if suffix == "csv" { person.picture = "" }
            return person
        }
        for (read, written) in zip(try everybody(other), expected) {
            #expect(read.compareUpdate(written).map(\.key) == [])
        }
        #expect(try everybody(other) == expected)
        #expect(try !other[.people].load(list, .update).isChange)
        #expect(try !store[.people].load(list, .replace).isChange)
        #expect(try everybody(store) == Self.people)
    }

    @Test func cardsAfterOtherLinesAreRead() throws {
        let message = "Hi Bo,\nhere she is:\n\nBEGIN:VCARD\nVERSION:3.0\nN:Li;Ana\nEND:VCARD\nBye\n"
        let file = try sandbox.file("message.txt", Data(message.utf8))
        let store = try sandbox.store()
        #expect(try store[.contacts].load(ListFile(file, isStrict: true), .update).new == 1)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.firstName) == ["Ana"])
    }

    /// Who has one name has one elsewhere too, and here nothing becomes another.
    @Test(arguments: ["vcf", "csv"])
    func oneNameStaysOne(suffix: String) throws {
        let (store, elsewhere) = (try sandbox.store(), Sandboxed())
        let people = [
            DukePerson(DUID: 1, netid: "a1", fName: "Cher", lName: ""), DukePerson(DUID: 2, fName: "Sade"),
        ]
        try store.saveAll(people)
        let list = ListFile(sandbox.url.appending(path: "one.\(suffix)"), isStrict: true)
        try list.write(from: store[.people])
        #expect(try !store[.people].load(list, .update).isChange)
        #expect(try everybody(store) == people)
        let other = try elsewhere.store()
        #expect(try other[.people].load(list, .update).new == 2)
        #expect(try everybody(other).map(\.displayName) == ["Cher", "Sade"])
        #expect(try everybody(other).map { $0.email + $0.from } == ["", ""])
        #expect(try !other[.people].load(list, .replace).isChange)
    }

    @Test(arguments: ["vcf", "csv"])
    func contactsComeBack(suffix: String) throws {
        let store = try sandbox.store()
        for number in 1...40 { _ = try store.addCounted(Contact.sample(number)) }
        let before = try store.whole(Contact.self) { _ in true }
        let list = ListFile(sandbox.url.appending(path: "contacts.\(suffix)"), isStrict: true)
        try list.write(from: store[.contacts])
        #expect(try !store[.contacts].load(list, .replace).isChange)
        let elsewhere = Sandboxed()
        let other = try elsewhere.store()
        #expect(try other[.contacts].load(list, .update).new == 40)
        #expect(try other.whole(Contact.self) { _ in true } == before)
        #expect(try !other[.contacts].load(list, .update).isChange)
    }

    /// A card of another program's, which knows no DUID.
    @Test func whoHasNoNumberIsKnownByNetIDOrAddress() throws {
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
        let file = try sandbox.file("other", Data(text.utf8))

        // Others get the next free numbers, because no card of the file has one
        let summary = try store[.people].load(ListFile(file, isStrict: true), .update)
        #expect(summary.text == "2 new, 2 changed, 2 got free numbers")
        #expect(
            summary.freeNumberMessages(of: .people) == [
                "A B had no DUID and got 0000004.", "A B had no DUID and got 0000005.",
            ])
        #expect(try everybody(store).map(\.plan) == ["PhD", "", "BS", "", ""])
        #expect(try everybody(store).map(\.movie) == ["Up", "", "", "", ""])
        #expect(try everybody(store).map(\.email).suffix(2) == ["same@duke.edu", "new@duke.edu"])
    }

    @Test func aRosterWithoutNumbersGetsFreeOnes() throws {
        let store = try sandbox.store()
        let file = try sandbox.file("roster.csv", Data("First Name,Last Name\nAna,Li\nBo,Ek\n,\n".utf8))
        let summary = try store[.people].load(ListFile(file, isStrict: true), .update)
        #expect(summary.text == "2 new, 2 got free numbers")
        #expect(try everybody(store).map(\.DUID) == [1, 2])
    }

    @Test func whoHasNoNumberIsSetAsideWhereOthersHaveOne() throws {
        let store = try sandbox.store()
        let file = try sandbox.file("a.csv", Data("DUID,First Name\n,Points Possible\n7,Ana\n".utf8))
        let summary = try store[.people].load(ListFile(file, isStrict: true), .update)
        #expect(summary.text == "1 new, 1 skipped")
        #expect(summary.rejectedElements.map(\.reason) == ["This is not a person: it has no DUID."])
    }

    @Test func valuesThatCardsCannotContainAreReported() throws {
        let store = try sandbox.store()
        let file = ListFile(sandbox.url.appending(path: "a.vcf"))
        let problem = #expect(throws: StoreError.self) { try file.write(from: store[.players]) }
        #expect(problem?.message == "vCards cannot contain players.")
        let cards = try sandbox.file("b.json", Data("BEGIN:VCARD\nFN:Ana\nEND:VCARD\n".utf8))
        #expect(throws: StoreError.notAList(file: "b.json", many: "players")) {
            try store[.players].load(ListFile(cards), .update)
        }
    }

    @Test func identifiersThatDifferInCaseAreOfTwoCards() throws {
        let store = try sandbox.store()
        for (uid, name) in [("A1", "Ann"), ("a1", "Bob")] {
            let card = "BEGIN:VCARD\nVERSION:3.0\nUID:\(uid)\nN:Li;\(name);;;\nEND:VCARD\n"
            let file = try sandbox.file("\(name).vcf", Data(card.utf8))
            _ = try store[.contacts].load(ListFile(file, isStrict: true), .update)
        }
        #expect(try store.whole(Contact.self) { _ in true }.map(\.firstName) == ["Ann", "Bob"])
    }

    @Test func theMarkOfAnOmittedPropertyInAFileIsAProperty() throws {
        let mark = String(repeating: "X-DUKE-DIRECTORY-OMITTED:", count: 20_000)
        let card = "BEGIN:VCARD\nVERSION:3.0\nN:Li;Ana;;;\n\(mark)x\nEND:VCARD\n"
        let file = try sandbox.file("a.vcf", Data(card.utf8))
        #expect(try sandbox.store()[.contacts].load(ListFile(file, isStrict: true), .update).new == 1)
    }

    @Test func aCardHasTheFamilyNameOfAnEastAsianNameFirst() throws {
        var contact = Contact(id: 1)
        contact.firstName = "太郎"
        contact.lastName = "山田"
        let writer = try #require(CardWriter(Contact.definition))
        #expect(writer.card(contact.record).contains("\r\nFN:山田太郎\r\n"))
    }
}
