import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// `dukedir groups …`, and searches for groups, as people start them.
struct GroupCommandTests: CommandSuite {
    let folder = Folder()

    private func people() throws {
        try folder.model().store.saveAll([
            DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li", role: .Student, team: "Owls"),
            DukePerson(DUID: 12, netid: "ben", fName: "Ben", lName: "Oak", role: .Student, team: "Foxes"),
        ])
    }

    @Test func aGroupIsMadeFilledFoundAndDeleted() async throws {
        try people()
        #expect(try await run("groups", "make", "My Team", "11").output == "My Team: 1 person\n")
        #expect(try await run("groups", "add", "my team", "12", "11").output == "My Team: 2 people\n")
        #expect(try await run("find", "gr=my team, ln=oak").output.hasPrefix("Ben Oak"))
        #expect(try await run("groups", "remove", "My Team", "11").output == "My Team: 1 person\n")
        #expect(try await run("delete", "12").status == 0)
        #expect(try await run("groups").output.hasSuffix("My Team: 0 people (1 not in this list)\n"))
        #expect(try await run("groups", "delete", "My Team").output == "The group “My Team” was deleted.\n")
        let gone = try await run("groups", "delete", "My Team")
        #expect(gone.status == 1 && gone.complaint == "The group “My Team” does not exist.\n")
    }

    @Test func aSmartGroupIsASearchOrSaysWhyItIsNoneAndJSONSaysAll() async throws {
        try people()
        let made = try await run("groups", "make", "Not Owls", "--search", "ro=student, -te=Owls")
        #expect(made.output == "Not Owls: 1 person – ro=student, -te=Owls\n")
        let json = try await run("groups", "list", "--json").output
        let listed = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(listed.map { $0["name"] as? String } == ["Without a Picture", "New and Changed", "Not Owls"])
        #expect(listed.last?["members"] as? [Int] == [12] && listed.last?["absent"] as? Int == 0)
        #expect(listed.last?["search"] as? String == "ro=student, -te=Owls")
        let added = try await run("groups", "add", "Not Owls", "11")
        #expect(added.status == 2 && added.complaint.contains("the smart group “Not Owls”"))
        // One whose search names a group that is gone says so
        #expect(try await run("groups", "make", "S2", "--search", "te=Owls").status == 0)
        #expect(try await run("groups", "make", "S1", "--search", "gr=S2").output == "S1: 1 person – gr=S2\n")
        #expect(try await run("groups", "delete", "S2").status == 0)
        #expect(try await run("groups").output.hasSuffix("S1: 0 people – gr=S2 – The group “S2” does not exist.\n"))
    }

    @Test func contactsHaveTheirOwn() async throws {
        #expect(try await run("contacts", "add", "fn=Ana, ln=Li").status == 0)
        #expect(try await run("groups", "--list", "contacts", "make", "Band", "1").status == 2)
        let wrong = try await run("groups", "make", "Bad", "--list", "contacts", "--search", "xx=1")
        #expect(wrong.status == 2 && wrong.complaint.hasPrefix("Unknown field “xx”. The keys are number, firstname"))
        #expect(try await run("groups", "make", "--list", "contacts", "Band", "1").output == "Band: 1 contact\n")
        #expect(try await run("groups", "--list", "contacts").output == "Band: 1 contact\n")
        #expect(try await run("contacts", "find", "gr=band").output == "Number: 1; First Name: Ana; Last Name: Li\n")
        #expect(try await run("groups", "list", "--list", "courses").status == 2)
    }

    @Test func aSearchMayBeginWithAMinus() async throws {
        try people()
        #expect(try await run("find", "-te=Owls").output.contains("Ben Oak"))
        #expect(try await run("find", "-te=Owls,", "fn=a").output == "Not Found\n")
        #expect(try await run("find", "-te=Owls", "--at", "2100-01-01").output.contains("Ben Oak"))
        #expect(try await run("find", "-ho=swim", "--sandbox=\(folder.url.path)").output.contains("Ana Li"))
        #expect(try await run("find", "Ana", "--jsno").complaint.contains("Unknown option “--jsno”."))
        #expect(try await run("find", "no=hobby", "--sandbox=\(folder.url.path)").output.contains("Ana Li"))
    }

    @Test func anUnknownChangeIsNotUndone() async throws {
        let undone = try await run("history", "undo", "999")
        let text = "The history of the people has no change 999. Use history to see the IDs.\n"
        #expect(undone.status == 1 && undone.complaint == text)
    }

    @Test func aMissingPersonIsNotAddedAndANameIsUsedOnce() async throws {
        try people()
        let made = try await run("groups", "make", "A", "11", "99")
        #expect(made.status == 1 && made.complaint.hasPrefix("There is no person 99."))
        #expect(try folder.model().store[.people].group("A") == nil)
        #expect(try await run("groups", "make", "A").status == 0)
        let again = try await run("groups", "make", "á")
        #expect(again.status == 2 && again.complaint == "There is already a group called “á”. Choose another name.\n")
    }
}
