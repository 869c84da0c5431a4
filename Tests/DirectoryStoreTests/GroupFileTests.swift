import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Groups in files of this program and of others.
struct GroupFileTests {
    private let sandbox = Folder()

    /// The names of the members of each group.
    private func groups(_ store: Store) throws -> [String: [String]] {
        try store[.contacts].groups().reduce(into: [:]) { groups, group in
            groups[group.name] = try group.memberKeys.map { try store.find(Contact.self, key: $0)?.firstName ?? "?" }
        }
    }

    @discardableResult
    private func load(_ name: String, _ lines: [String], into store: Store) throws -> ChangeSummary {
        try store[.contacts].load(sandbox.list(name, lines.joined(separator: "\r\n") + "\r\n"), .update)
    }

    private func card(_ lines: [String], version: String = "4.0") -> [String] {
        ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD"]
    }

    @Test func aTableOfGoogleMakesGroupsAndFillsThem() throws {
        let store = try sandbox.store()
        let summary = try load(
            "contacts.csv",
            [
                "First Name,Middle Name,Last Name,Nickname,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value",
                "Ana,,Li,,,,Chess Club ::: * friends ::: * myContacts,* Work,ana@example.com",
                "Ben,,Oak,,,,* myContacts,,ben@example.com", "Cy,,Elm,,,,chess club ::: * starred,,cy@example.com",
            ], into: store)
        #expect(summary.new == 3 && !summary.unread.contains { $0.name == "Labels" })
        #expect(summary.groupsMessage == "Groups: “Chess Club” (2), “friends” (1)")
        #expect(try groups(store) == ["Chess Club": ["Ana", "Cy"], "friends": ["Ana"]])
        #expect(
            try load("contacts.csv", ["First Name,Labels,Email", "Ana,Chess Club,ana@example.com"], into: store).new
                == 1)
    }

    @Test func filesOfOtherProgramsFillGroupsTogether() throws {
        let store = try sandbox.store()
        let google = [
            "Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value",
            "Ana Li,Ana,Li,Owls ::: * My Contacts,* Home,ana@example.com",
        ]
        let outlook = [
            #""First Name","Last Name","E-mail Address","Categories","Priority""#,
            #""Ben","Oak","ben@example.com","Owls;Key Customer","Normal""#,
        ]
        let khard = [
            "CATEGORIES:Owls,Red\\, Inc.", "EMAIL;TYPE=home:cy@example.com", "FN:Cy Elm", "N:Elm;Cy;;;", "UID:k-1",
        ]
        let evolution = [
            "PRODID:-//GNOME//Evolution//EN", "UID:pas-id-5F1", "N:Ash;Di;;;", "FN:Di Ash",
            "CATEGORIES:Emergency contact,Owls", "X-EVOLUTION-FILE-AS:Ash\\, Di",
        ]
        try load("google.csv", google, into: store)
        try load("outlook.csv", outlook, into: store)
        try load("khard.vcf", card(khard, version: "3.0"), into: store)
        try load("evolution.vcf", card(evolution, version: "3.0"), into: store)
        let expected = ["Owls": ["Ana", "Ben", "Cy", "Di"], "Key Customer": ["Ben"], "Red, Inc.": ["Cy"]]
        #expect(try groups(store) == expected)
        #expect(try store.find(Contact.self, key: 4)?.isEmergencyContact == true)
    }

    @Test(arguments: ["urn:uuid:", ""])
    func aGroupsOwnCardFillsIt(scheme: String) throws {
        let store = try sandbox.store()
        let uuid = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
        func person(_ name: String, _ line: String) -> [String] { card([line, "N:Li;\(name);;;", "FN:\(name) Li"]) }
        // The group of version 4.0 comes first, Apple's last. Members may be from an earlier file, and have a UID, a
        // UUID in any case, or an email.
        let group = card([
            "KIND:group", "UID:urn:uuid:g1", "FN:The Band", "MEMBER:urn:uuid:a1", "MEMBER:mailto:cy@example.com",
            "MEMBER:urn:uuid:b2", "MEMBER:MAILTO:di%40example.com", "MEMBER:urn:uuid:\(uuid)",
            "MEMBER:mailto:x@example.com",
        ])
        let apple = [
            "N:Crew", "FN:Crew", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:b2",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:gone", "UID:g2",
        ]
        try load("a.vcf", person("Ana", "UID:\(scheme)a1") + person("Cy", "EMAIL:Cy@Example.com"), into: store)
        let people =
            person("Ben", "UID:\(scheme)b2") + person("Di", "EMAIL:di@example.com")
            + person("Ed", "UID:\(uuid.uppercased())")
        let summary = try load("b.vcf", group + people + card(apple, version: "3.0"), into: store)
        #expect(summary.new == 3 && summary.rejected == 0)
        #expect(try groups(store) == ["The Band": ["Ana", "Cy", "Ben", "Di", "Ed"], "Crew": ["Ben"]])
        // A UID in another case is the same person's
        #expect(try load("c.vcf", person("Edd", "UID:urn:uuid:\(uuid)"), into: store).text == "1 changed")
        // Where there are no groups, such a card is reported
        let players = try sandbox.list("d.vcf", group.joined(separator: "\n"))
        #expect(throws: StoreError.self) { try store[.players].load(players, .update) }
    }

    @Test(arguments: ["vcf", "csv"])
    func theyComeBackFromAFileOfThisProgram(suffix: String) throws {
        let store = try sandbox.store()
        for fields in ["fn=Ana, ln=Li, ec=yes", "fn=Ben, ln=Li", "fn=Cy, ln=Li"] {
            _ = try store.addCounted(Contact(fields))
        }
        let made = [
            ("Red, Inc.", [1, 3]), ("=Sum; \"q\"", [1]), ("Élan", [2, 3, 77]), ("My Contacts", [3]), ("starred", [1]),
            ("A ::: B", [1]), ("* Star", [2]), ("*starred", [2]), ("\\x:::", [3]), ("y\\", [3]),
        ]
        for (name, members) in made {
            try store[.contacts].makeGroup(RecordGroup(name, of: .contacts, members: members))
        }
        try store[.contacts].makeGroup(RecordGroup("Smart", of: .contacts, search: "fn=a"))
        let file = sandbox.url.appending(path: "out.\(suffix)")
        try ListFile(file).write(from: store[.contacts])
        let elsewhere = Folder()
        let other = try elsewhere.store()
        try other[.contacts].load(ListFile(file, isStrict: true), .update)
        let names = [1: "Ana", 2: "Ben", 3: "Cy"]
        let expected = made.map { ($0.0, $0.1.compactMap { names[$0] }) }
        #expect(try groups(other) == Dictionary(uniqueKeysWithValues: expected))
        #expect(try other.find(Contact.self, key: 1)?.isEmergencyContact == true)
        // Reading it again changes nothing
        let again = try other[.contacts].load(ListFile(file, isStrict: true), .update)
        #expect(!again.isChange && again.groups.isEmpty)
    }

    @Test func aGroupsFileIsReadAsGroupsUnlessItWasEmptiedOrDamaged() throws {
        // Given groups, one of which was deleted, and the file of the others
        let store = try sandbox.store()
        for name in ["Owls", "Gone", "Elks"] {
            try store[.contacts].makeGroup(RecordGroup(name, of: .contacts, members: [5, 5, 6]))
        }
        try store[.contacts].deleteGroup("Gone")
        try store.flush()
        let backup = try sandbox.file("old.json", Data(contentsOf: sandbox.url.appending(path: "groups.json")))
        let list = ListFile(backup, isStrict: true)
        let people = try sandbox.file("p.json", Data(#"[{"DUID":7}]"#.utf8))
        #expect(list.isListOfGroups && !ListFile(people).isListOfGroups)
        #expect(try store[.contacts].groups().map(\.memberKeys) == [[5, 6], [5, 6]])
        // When a group lost its members, then an import of the file brings them back
        try store[.contacts].remove([5, 6], from: "Elks")
        #expect(try store[.groups].load(list, .update).text == "1 changed")
        #expect(try store[.contacts].groups().map(\.memberKeys) == [[5, 6], [5, 6]])
        // And Load from Disk reads a groups.json that somebody replaced
        try store.save(DukePerson(DUID: 1, fName: "Ana"))
        try store[.contacts].deleteGroup("Owls")
        try store.flush()
        _ = try sandbox.file("groups.json", Data(contentsOf: backup))
        #expect(throws: StoreError.fileChanged(file: "groups.json")) { try store[.groups].saveFileIfOlder() }
        #expect(try store[.people].loadFromDisk().text == "2 groups changed")
        #expect(try store[.contacts].groups().map { "\($0.key) \($0.name)" } == ["1 Owls", "3 Elks"])
        #expect(throws: Never.self) { try store[.groups].saveFileIfOlder() }
        // But not one that was emptied or damaged
        let text = try String(contentsOf: backup, encoding: .utf8)
        let problems = [
            "[]": "“groups.json” contains no group that could be read, so no changes were made.",
            text.replacing("\"Elks\"", with: "\"\""): "groups.json: This is not a group: it has no key or name.",
        ]
        for (text, problem) in problems {
            _ = try sandbox.file("groups.json", Data(text.utf8))
            #expect(try store[.people].loadFromDisk().groupProblems == [problem])
            #expect(try store[.contacts].groups().map(\.name) == ["Owls", "Elks"])
        }
    }

    @Test func missingMembersOfGroupCardsAreReported() throws {
        let store = try sandbox.store()
        func group(_ name: String, _ members: [String]) -> [String] {
            card(["KIND:group", "FN:\(name)"] + members.map { "MEMBER:urn:uuid:\($0)" })
        }
        let ana = card(["UID:urn:uuid:a1", "N:Li;Ana;;;"])
        let summary = try load(
            "a.vcf", ana + group("Band", ["a1", "b2"]) + group("Crew", []) + group("Gone", ["c3"]), into: store)
        #expect(
            summary.groupProblems == [
                "1 member of the group “Band” was not found.", "The group “Crew” has no members, so it was not made.",
                "1 member of the group “Gone” was not found.",
            ])
        #expect(try groups(store) == ["Band": ["Ana"]])
        // An import that changes only groups reports that
        let more = try load("b.csv", ["First Name,Last Name,Labels", "Ana,Li,Owls"], into: store)
        #expect(more.text == "1 group changed")
    }

    @Test func noGroupIsCalledAsAFieldOfCards() throws {
        let store = try sandbox.store()
        let refusal = StoreError.groupCalledAsField("emergency CONTACT")
        #expect(throws: refusal) {
            try store[.contacts].makeGroup(RecordGroup("emergency CONTACT", of: .contacts))
        }
        try store[.people].makeGroup(RecordGroup("Emergency contact", of: .people))
        try load("a.csv", ["First Name,Labels", "Ana,Emergency contact ::: Owls"], into: store)
        #expect(try groups(store) == ["Owls": ["Ana"]])
        #expect(refusal.description.hasPrefix("“emergency CONTACT” marks a field in vCards"))
    }

    @Test func skippedRecordsJoinNoGroup() throws {
        let store = try sandbox.store(offersUndo: true)
        let list = try sandbox.list("a.csv", "First Name,Last Name,Labels\nAna,Li,Owls\nBen,Oak,Owls ::: Foxes\n")
        let previewing = try store[.contacts].read(list)
        let previewed = try store[.contacts].preview(previewing, MergeRequest(.update))
        #expect(previewed.summary.groups == ["Owls": 2, "Foxes": 1])
        #expect(try store[.contacts].groups().isEmpty)
        let staging = try store[.contacts].read(list)
        _ = try store[.contacts].apply(staging, MergeRequest(.update, label: "Loading", preserving: [1]))
        #expect(try groups(store) == ["Owls": ["Ben"], "Foxes": ["Ben"]])
        #expect(try store[.contacts].undoLast()?.label == "Loading")
        #expect(try store[.contacts].count() == 0)
        #expect(try store[.contacts].groups().isEmpty)
    }

    @Test func peopleTravelTooAndATableWithoutGroupsHasNoColumn() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1, netid: "ana", fName: "Ana", lName: "Li", team: "Owls"))
        let file = sandbox.url.appending(path: "people.csv")
        try ListFile(file).write(from: store[.people])
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("Labels"))
        try store[.people].makeGroup(RecordGroup("Mine", of: .people, members: [1]))
        try ListFile(file).write(from: store[.people])
        let elsewhere = Folder()
        let other = try elsewhere.store()
        try other[.people].load(ListFile(file, isStrict: true), .update)
        #expect(try other[.people].groups(with: 1).map(\.name) == ["Mine"])
        #expect(try other.find(DukePerson.self, key: 1)?.team == "Owls")
    }
}
