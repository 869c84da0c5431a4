import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What counts as a duplicate, and what merging leaves.
struct DuplicateTests {
    private let sandbox = Folder()

    /// A store of contacts with the numbers from 1.
    private func store(_ contacts: String...) throws -> Store {
        try sandbox.store(contacts.enumerated().map { try Contact($1, key: $0 + 1) }, offersUndo: true)
    }

    private func merge(_ keys: [Int], in collection: StoredCollection) throws {
        let records = try collection.mergeable(keys: keys)
        try collection.merge([(records, try #require(records.merged))])
    }

    // MARK: What is found

    /// Pairs of contacts, the reason why they may be one person, or nil, and whether that is certain.
    @Test(
        arguments: [
            ("fn=Ana,ln=Núñez,em=ana@x.org", "fn=Ana,ln=Nunez,em=ANA@x.org", "same email", true),
            ("fn=Ana,ln=Li,em=ana@x.org,ci=Durham", "fn=Ana,ln=Li,em=ana@x.org,ci=Raleigh", "same email", false),
            ("fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana+news@x.org", "same email", false),
            ("fn=Ana,ln=Li,em=info@x.org", "fn=Ana,ln=Li,em=info@x.org", "same email", false),
            ("fn=Ana,ln=Li,em=lifamily@x.org", "fn=Ana,ln=Li,em=lifamily@x.org", "same email", false),
            ("fn=Ana,ln=Li,em=li@x.org", "fn=Ben,ln=Li,em=li@x.org", "same email", false),
            ("fn=Ana,ln=Li,em=li@x.org", "fn=A.,ln=Li,em=li@x.org", "same email", false),
            ("fn=Ana,em=ana@x.org", "fn=Ana,em=ana@x.org", "same email", false),
            ("fn=Ana,ln=Li,ph=9195550100", "fn=Ana,ln=Li,ph=+1 (919) 555-0100", "same phone", false),
            ("fn=Ana,ln=Li,ph=+49 89 1234567", "fn=Bo,ln=Ek,ph=089 1234567", "same phone", false),
            ("fn=Rob,ln=King,ph=9195550100", "fn=Rob,ln=King Jr.,ph=9195550100", "same phone", false),
            ("fn=Rob,ln=King,em=k@x.org", "fn=Rob,ln=King Jr.,em=k@x.org", "same email", false),
            ("fn=Ana,ln=Li,ci=Durham", "fn=Li,ln=Aná,ci=durham", "names agree, and City", false),
            ("fn=Elena,ln=Marsh,ci=Durham", "fn=Elna,ln=Marsh,ci=Durham", "names agree, and City", false),
            ("fn=E.,ln=Marsh,ci=Durham", "fn=Elena,ln=Marsh,ci=Durham", "names agree, and City", false),
            ("fn=Dr. Elena Maria,ln=Marsh,ci=Durham", "fn=Elena,ln=Marsh,ci=Durham", "names agree, and City", false),
            ("fn=Ana,ln=Li,ci=Durham", "fn=Ana,ln=Li,ci=Raleigh", "same name", false),
            ("fn=Jürgen,ln=Müller", "fn=Juergen,ln=Mueller", "same name", false),
            ("fn=Jürgen,ln=Müller", "fn=Jurgen,ln=Muller", "same name", false),
            ("fn=Bärbel,ln=Grünwalder", "fn=Barbel,ln=Gruenwalder", "same name", false),
            ("fn=Baerbel,ln=Grunwalder,em=b@x.org", "fn=Bärbel,ln=Grünwalder,em=b@x.org", "same email", true),
            ("fn=Ännä Björk Örn,ln=Åström", "fn=Aennae Bjoerk Oern,ln=Aastroem", "same name", false),
            ("fn=Michael,ln=Bauer,ci=Durham", "fn=Michal,ln=Baur,ci=Durham", nil, false),
            ("fn=Wei-Ling,ln=Chen", "fn=Weiling,ln=Chen", "same name", false),
            ("fn=Eoin,ln=O’Neil", "fn=Eoin,ln=Oneil", "same name", false),
            ("fn=Hans-Peter,ln=Ørsted,em=h@x.org", "fn=Hanspeter,ln=Oersted,em=h@x.org", "same email", true),
            ("fn=Ana,ln=Li,ph=9195550100", "fn=Bo,ln=Ek,ph=3365550100", nil, false),
            ("fn=Ana,ln=Li,ci=Durham", "fn=Bo,ln=Li,ci=Durham", nil, false),
            ("fn=Rob,ln=King Sr.,ci=Durham", "fn=Rob,ln=King Jr.,ci=Durham", nil, false),
            ("fn=E.,ln=M.,ci=Durham", "fn=Elena,ln=Marsh,ci=Durham", nil, false),
            ("fn=Elena,ln=Marsh,sa=NC,ec=yes", "fn=Elna,ln=Marsh,sa=NC,ec=yes", nil, false),
            ("ci=Durham", "ci=Durham", nil, false),
        ] as [(String, String, String?, Bool)])
    func duplicatesHaveAReason(_ one: String, _ other: String, _ reason: String?, _ isCertain: Bool) throws {
        let found = try store(one, other)[.contacts].duplicates()
        #expect(found.map(\.keys) == (reason == nil ? [] : [[1, 2]]) && found.first?.text == reason, "\(found)")
        #expect(found.allSatisfy { $0.isCertain == isCertain })
    }

    /// Two people who have everything in common but these values.
    @Test(arguments: [
        ("homonyms", "", "st=9 Oak Lane, ci=Elon, zi=27244, ph=3365550122, em=robertmarsh@x.org"),
        ("homonyms in one house", "", "ap=4B, ph=3365550122, em=robertmarsh@x.org"),
        ("homonyms, one phone", "", "em=robertmarsh@x.org, st=, ci="),
        ("twins", "", "fn=Roberx, em=robertmarsh@x.org"), ("twins, one email, another letter", "", "fn=Roberx"),
        ("twins, one email, a letter fewer", "", "fn=Robrt"), ("twins, one email, a letter more", "", "fn=Robxert"),
        ("twins, one email, two letters swapped", "", "fn=Rboert"), ("parent and junior", "", "ln=Marsh Jr., em="),
        ("senior and junior", "ln=Marsh Sr.", "ln=Marsh Jr."), ("parent and child, one email missing", "", "em="),
        ("parent and child, no emails", "em=", "em="),
        ("parent and child, family address", "em=family.marsh@x.org", "em=family.marsh@x.org, ph="),
        ("parent and child, tagged", "em=robert.marsh+dad@x.org", "em=robert.marsh+kid@x.org"),
        ("couple", "", "fn=Ingrid"), ("couple, same initial", "fn=A.", "fn=Anselm, ph="),
        ("office address", "em=info@marsh.example.com", "fn=Ana, em=info@marsh.example.com, st=, ph="),
        ("homonyms, office address", "em=info@marsh.example.com", "em=info@marsh.example.com, st=, ph="),
        ("siblings", "em=", "fn=Ana"),
    ])
    func lookalikesAreNotCertain(kind: String, one: String, other: String) throws {
        let base = "fn=Robert, ln=Marsh, st=12 Elm St, ci=Durham, sa=NC, zi=27701, ph=9195550100, em=robert.marsh@x.org"
        let found = try store("\(base), \(one)", "\(base), \(other)")[.contacts].duplicates()
        #expect(found.allSatisfy { !$0.isCertain }, "\(kind)")
    }

    @Test func recordsThatContradictInAllThatIdentifiesAPersonComeLast() throws {
        let (one, other) = (
            "ph=9195550100,em=a@x.org,st=1 Elm St,ci=Durham", "ph=9195550111,em=b@x.org,st=9 Oak St,ci=Durham"
        )
        let found = try store(
            "fn=Ana,ln=Li,\(one)", "fn=Ana,ln=Li,\(other)", "fn=Bo,ln=Ek", "fn=Bo,ln=Ek",
            "fn=Cy,ln=Orr,ph=9195550122,ci=Durham",
            "fn=Cy,ln=Orr,ph=9195550133,ci=Durham"
        )[.contacts].duplicates()
        #expect(found.map(\.keys) == [[5, 6], [3, 4], [1, 2]])
        #expect(found.map(\.section) == [.likely, .sameName, .contradicted])
    }

    @Test func severalPairsAreMarkedAsDifferentPeopleAtOnce() throws {
        let store = try store("fn=Ana,ln=Li", "fn=Ana,ln=Li", "fn=Bo,ln=Ek", "fn=Bo,ln=Ek")
        try store[.contacts].markDistinct(groups: [[1, 2], [3, 4]])
        #expect(try store[.contacts].duplicates().isEmpty)
        #expect(try store[.contacts].undoLast()?.text == "Undone: “Not the Same” for 4 contacts")
        #expect(try store[.contacts].duplicates().count == 2)
    }

    /// A server can send names of any length.
    @Test func aVeryLongNameIsComparedByItsBeginning() throws {
        let long = String(repeating: "ab", count: 200_000)
        let store = try sandbox.store()
        var contacts = [Contact(id: 1), Contact(id: 2), Contact(id: 3)]
        for index in contacts.indices {
            (contacts[index].firstName, contacts[index].lastName) = ("\(long)\(index)", long)
        }
        contacts[2].firstName = String(repeating: "a ", count: 50_000)
        try store.saveAll(contacts)
        #expect(try store[.contacts].duplicates().map(\.keys) == [[1, 2]])
        #expect(contacts[0].displayName.unicodeScalars.count < 300)
    }

    @Test func threeOfOnePersonAreOneGroupAndAllButOneCanAgree() throws {
        let ana = "fn=Ana,ln=Li,em=ana@x.org"
        let found = try store("\(ana),ph=9195550100", ana, "\(ana),ph=9195550111")[.contacts].duplicates()
        #expect(found.map(\.keys) == [[1, 2], [2, 3], [1, 3]])
        #expect(found.map(\.isCertain) == [true, false, false], "Only one of the last can agree with the first.")
        let all = try store(ana, ana, ana)[.contacts]
        #expect(try all.duplicates().map(\.keys) == [[1, 2, 3]])
        // And a record that may be either of two is not certain
        try all.markDistinct(groups: [[1, 2]])
        #expect(try all.duplicates().map(\.keys) == [[1, 3], [2, 3]])
        #expect(try all.duplicates().map(\.isCertain) == [false, false])
    }

    @Test func aPhoneOfManyIsNoReason() throws {
        let store = try sandbox.store()
        try store.saveAll(
            (1...12).map {
                try Contact("fn=\(["Ana", "Bo", "Cy", "Di"][$0 % 4])x,ln=L\($0 % 11)i,ph=9195550100", key: $0)
            })
        let found = try store[.contacts].duplicates()
        #expect(found.map(\.keys) == [], "\(found)")
        try store.save(Contact("fn=Anax,ln=L4i,ph=9195550100", key: 13))
        #expect(try store[.contacts].duplicates().map(\.keys) == [[4, 13]])
    }

    @Test func onlyListsOfPeopleHaveThem() throws {
        let store = try sandbox.store()
        try store.saveAll([Player.sample(1), Player.sample(1).keyed(2)])
        #expect(try store[.players].duplicates().isEmpty)
    }

    // MARK: Not the same

    @Test func notTheSameIsRememberedByARestoredStore() throws {
        let store = try sandbox.store([person(1, "ana"), person(2, "b")])
        #expect(try store[.people].duplicates().map(\.keys) == [[1, 2]])
        try store[.people].markDistinct(groups: [[2, 1]])
        #expect(try store[.people].duplicates().isEmpty)
        try store.flush()
        try sandbox.execute("UPDATE people SET hash = 0 WHERE DUID = 2")
        #expect(try store.restore()?.people == 2)
        #expect(try store[.people].duplicates().isEmpty)
    }

    @Test func notTheSameIsUndoneAndRedone() throws {
        let store = try store("fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org", "fn=Bo,ln=Ek")
        func found() throws -> [[Int]] { try store[.contacts].duplicates().map(\.keys) }
        try store[.contacts].markDistinct(groups: [[1, 2]])
        #expect(try store[.contacts].undoLast()?.text == "Undone: “Not the Same” for Ana Li")
        #expect(try found() == [[1, 2]])
        #expect(try store[.contacts].redoLast() != nil)
        #expect(try found().isEmpty)
        // And with the merge that copied it to another
        try merge([3, 2], in: store[.contacts])
        #expect(try found().isEmpty, "Contact 3 is not 1, because 2 is not.")
        #expect(try store[.contacts].undoLast() != nil)
        try store.save(Contact("fn=Ana,ln=Li,em=ana@x.org", key: 3))
        #expect(try found() == [[1, 3], [2, 3]])
    }

    // MARK: Merging

    @Test func remainingRecordGainsValuesOfTheOther() throws {
        let store = try store("fn=Ana,ln=Nunez,ph=9195550100", "fn=Ana,ln=Núñez,ph=+19195550100,ci=Durham,ec=yes")
        try merge([1, 2], in: store[.contacts])
        let merged = try Contact("fn=Ana,ln=Núñez,ph=+19195550100,ci=Durham,ec=yes", key: 1)
        #expect(try store.whole(Contact.self) { _ in true } == [merged])
        #expect(try store[.contacts].undoLast()?.label == "Merging Ana Núñez")
        #expect(try store[.contacts].count() == 2)
    }

    @Test func valuesThatAMergeLosesAreNamed() throws {
        let store = try store("fn=Ana,ln=Li,ci=Durham", "fn=Ana,ln=Li,ci=Raleigh,ph=9195550100")
        let records = try store[.contacts].mergeable(keys: [1, 2])
        let merged = try #require(records.merged)
        #expect(records.losses(in: merged).map(\.afterText) == ["Raleigh"])
        #expect(Contact(merged).phone == "9195550100")
        // And a record that was changed since is not lost
        try store.save(Contact("fn=Ana,ln=Li,em=new@x.org", key: 2))
        #expect(throws: StoreError.changedBeforeMerge) { try store[.contacts].merge([(records, merged)]) }
        #expect(try store[.contacts].count() == 2)
    }

    @Test func noValueOfAPairIsLostUnnamed() throws {
        let corpus = DuplicateCorpus(seed: 5, count: 600, sameCount: 300)
        for (keys, kind) in corpus.same {
            let records = Mergeable(keys.map { corpus.contacts[$0 - 1].record })
            let merged = try #require(records.merged)
            let lost = Set(records.losses(in: merged).map(\.key))
            for record in records.records {
                for field in Contact.fields where !field.isKey && !lost.contains(field.key) {
                    #expect(!field.contradicts(merged, record), "\(kind), \(field.key)")
                    #expect(field.inputText(record).isEmpty || !field.inputText(merged).isEmpty)
                }
            }
        }
    }

    @Test func listsAreJoined() throws {
        let one = DukePerson(DUID: 1, fName: "Ana", hobby: "chess, Skiing", languages: ["Swift"])
        let other = DukePerson(DUID: 2, fName: "Ana", movie: "Up", hobby: "skiing, go", languages: ["C", "swift"])
        let merged = try #require(Mergeable([one.record, other.record]).merged)
        let hobby = "chess, Skiing, go"
        let expected = DukePerson(DUID: 1, fName: "Ana", movie: "Up", hobby: hobby, languages: ["Swift", "C"])
        #expect(merged == expected.record)
    }

    // MARK: People

    private func person(_ DUID: Int, _ netid: String, movie: String = "") -> DukePerson {
        DukePerson(DUID: DUID, netid: netid, fName: "Ana", lName: "Li", email: "ana@duke.edu", movie: movie)
    }

    @Test func theRecordOfTheClassStaysAndTakesTheMarksOfTheOther() throws {
        // Given somebody added here, with a box and a star, who is in the class now
        let store = try sandbox.store(offersUndo: true)
        try store.save(person(9, "", movie: "Up"))
        let box = LeitnerBox(number: 3, due: Date(timeIntervalSince1970: 1_700_000_000))
        try store[.people].save(box, of: "Ana Li", key: 9)
        try MarkKind.favorite.mark([("people", 9)], in: store, most: 50)
        try store.download([person(1, "ana")], .update, as: "me")
        // When
        let found = try store[.people].duplicates()
        #expect(found.map(\.keys) == [[1, 9]] && found[0].isFixed)
        #expect(!found[0].isCertain, "Their DUIDs differ.")
        let records = try store[.people].mergeable(keys: [9, 1])
        #expect(records.merged == person(1, "ana").record)
        #expect(records.losses(in: person(1, "ana").record).map(\.afterText) == ["Up"])
        try merge([9, 1], in: store[.people])
        // Then
        #expect(try store.whole(DukePerson.self) { _ in true } == [person(1, "ana")])
        #expect(try store[.people].learned()[1]?.box == box)
        #expect(try MarkKind.favorite.records(in: store).map(\.key) == [1])
        #expect(try store[.people].undoLast() != nil)
        #expect(try store.find(DukePerson.self, key: 9) == person(9, "", movie: "Up"))
        // And the marks are those of the other again, until that is redone
        #expect(try store[.people].learned()[1] == nil)
        #expect(try store[.people].learned()[9]?.box == box)
        #expect(try MarkKind.favorite.records(in: store).map(\.key) == [9])
        #expect(try store[.people].redoLast() != nil)
        #expect(try store[.people].learned()[1]?.box == box)
        #expect(try MarkKind.favorite.records(in: store).map(\.key) == [1])
    }

    @Test func twoOfTheClassAndOnesOwnRecordStay() throws {
        let store = try sandbox.store()
        try store.download([person(1, "ana"), person(2, "anb")], .update, as: "me")
        #expect(try store[.people].duplicates().isEmpty)
        #expect(throws: StoreError.bothStay) { try store[.people].mergeable(keys: [1, 2]) }
        let own = try store[.people].makeOwnIfAbsent(SystemAccount(login: "anc", fullName: "Ana Li"), netid: nil)
        try store.save(person(own, "anc"))
        try store.save(person(7, "", movie: "Up"))
        #expect(throws: StoreError.bothStay) { try store[.people].mergeable(keys: [own, 1]) }
        try merge([7, own], in: store[.people])
        #expect(try store.find(DukePerson.self, key: own) == person(own, "anc", movie: "Up"))
        #expect(try store[.people].ownKey() == own)
    }

    @Test func aCardOfTheOtherUpdatesTheOneThatStaysUntilThatIsUndone() throws {
        let store = try store("fn=Ana,ln=Li,em=ana@x.org")
        func load(_ phone: Int) throws -> ChangeSummary {
            let card = "BEGIN:VCARD\nVERSION:3.0\nUID:u-1\nN:Lee;Anna;;;\nTEL:\(phone)\nEND:VCARD\n"
            return try store[.contacts].load(sandbox.list("list.vcf", card), .update)
        }
        #expect(try load(9_195_550_100).new == 1)
        try merge([1, 2], in: store[.contacts])
        #expect(try load(9_195_550_100).new == 0, "It is known by its UID.")
        #expect(try store[.contacts].count() == 1)
        #expect(try store.find(Contact.self, key: 1)?.lastName == "Lee")
        // When both are undone, the card is the other's again, whatever was added meanwhile
        for _ in 1...2 { #expect(try store[.contacts].undoLast() != nil) }
        _ = try store.addCounted(Contact(id: 0))
        #expect(try load(9_195_550_111).changed == 1)
        #expect(try store.find(Contact.self, key: 2)?.phone == "9195550111")
        #expect(try store.find(Contact.self, key: 1)?.lastName == "Li")
    }
}
