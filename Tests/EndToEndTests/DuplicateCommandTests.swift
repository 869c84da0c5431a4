import DirectoryModel
import DirectoryStore
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// `dukedir duplicates`, `merge`, and imports of people who are here already.
struct DuplicateCommandTests: CommandSuite {
    let folder = Folder()

    private func addContacts(_ contacts: String...) async throws {
        for contact in contacts { #expect(try await run("contacts", "add", contact).status == 0) }
    }

    @Test func contactsAreListedAndMerged() async throws {
        #expect(try await run("contacts", "duplicates").output == "No duplicates were found.\n")
        try await addContacts(
            "fn=Ana,ln=Núñez,em=ana@x.org", "fn=Ana,ln=Nunez,em=ANA@x.org,ci=Durham", "fn=Bo,ln=Ek,ci=Durham",
            "fn=Bo,ln=Ek,ci=Raleigh")
        #expect(
            try await run("contacts", "duplicates").output == """
                * same email  Ana Núñez, ana@x.org – 1
                              Ana Nunez, ANA@x.org – 2
                Same Name, Perhaps Different
                  same name  Bo Ek – 3
                             Bo Ek – 4

                """)
        let merged = try await run("contacts", "merge", "1", "2")
        #expect(
            merged.output == "Number: 1; First Name: Ana; Last Name: Núñez; City: Durham; Email: ana@x.org\n",
            "\(merged.complaint)")
        // Nothing is lost unconfirmed
        let refused = try await run("contacts", "merge", "4", "3")
        #expect(refused.status == 2 && refused.complaint.contains("City: “Durham”, while “Raleigh” is kept"))
        #expect(try await run("contacts", "merge", "4", "3", "--yes").output.hasPrefix("Number: 4;"))
        #expect(try await run("contacts").output == "1. Bo Ek – 4\n2. Ana Núñez, ana@x.org – 1\n")
        #expect(try await run("contacts", "merge", "4", "77").output == "Not Found\n")
        for numbers in [["4"], ["4", "4"]] {
            #expect(try await run(["contacts", "merge"] + numbers).status == 2)
        }
    }

    @Test func jsonHasEveryFieldOfTheRecords() async throws {
        try await addContacts("fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org")
        let json = Data(try await run("contacts", "duplicates", "--json").output.utf8)
        let groups = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        #expect(groups.map { $0["reason"] as? String } == ["same email"] && groups[0]["certain"] as? Bool == true)
        let records = try #require(groups[0]["records"] as? [[String: Any]])
        #expect(records.map { $0["key"] as? Int } == [1, 2] && records[0]["email"] as? String == "ana@x.org")
        #expect(Set(records[0].keys) == Set(Contact.fields.map(\.key) + ["key"]))
        // And people have them at the top
        let people = try await run("duplicates", "--json")
        #expect(people.output == "[\n\n]\n" && people.status == 0)
        #expect(try await run("players", "duplicates").status == 2)
    }

    @Test func peopleMergeIntoTheFirst() async throws {
        try await run("add", "7", "fn=Ana,ln=Li,em=ana@duke.edu,netid=ana")
        try await run("add", "8", "fn=Ana,ln=Li,em=ana@duke.edu,mo=Up")
        #expect(try await run("duplicates").output.hasPrefix("  same email  Ana Li"))
        #expect(try await run("merge", "8", "7").output.contains("Up"))
        let left = try folder.model().store.whole(DukePerson.self) { $0.lName == "Li" }
        #expect(left.map(\.DUID) == [8] && left[0].netid == "ana")
    }

    @Test func importReportsResult() async throws {
        try await addContacts("fn=Ana,ln=Núñez,em=ana@x.org,ci=Durham")
        let same = try folder.file("a.csv", "First Name,Last Name,Email,Phone\nAna,Nunez,ana@x.org,9195550100\n")
        let merged = try await run("contacts", "import", same.path)
        #expect(merged.output == "1 contact imported: 1 changed.\n")
        #expect(merged.complaint == "Merged with Ana Núñez (1): same email.\n")
        let moved = try folder.file("b.csv", "First Name,Last Name,Email,City\nAna,Nunez,ana@x.org,Cary\n")
        #expect(
            try await run("contacts", "import", "--duplicates", "skip", moved.path).complaint
                == "Skipped, because it looks like Ana Núñez (1): same email.\n")
        #expect(
            try await run("contacts", "import", "--duplicates", "merge", moved.path).complaint
                == "Merged with Ana Núñez (1): same email.\nLost by merging: City: “Cary”, while “Durham” is kept\n")
        #expect(
            try await run("contacts", "import", moved.path).complaint
                == "Added, but looks like Ana Núñez (1): same email.\n")
        #expect(try await run("contacts").output.split(separator: "\n").count == 2)
    }
}
