import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// `dukedir contacts …` and `dukedir players …`, as people start them.
struct ListCommandTests: CommandSuite {
    let folder = Folder()

    @Test func contactsAreSaved() async throws {
        let added = try await run(
            "contacts", "add", "fn=Ana, ln=Li, ph=+1 (919) 555-0100, sa=nc, st=12 Elm Street, ec=yes")
        #expect(
            added.output == """
                Number: 1; First Name: Ana; Last Name: Li; Street: 12 Elm Street; State: NC; Phone: +1 (919) 555-0100; \
                Emergency contact: yes\n
                """)
        #expect(try await run("contacts", "add", "fn=Bo").status == 0)
        let line = "Ana Li, +1 (919) 555-0100, Emergency contact – 1\n"
        #expect(try await run("contacts").output == "1. Bo – 2\n2. \(line)")
        #expect(try await run("contacts", "list", "--query", "emergency").output == "1. \(line)")
        for wanted in ["1", "ln=l, fn=ÁN", "919-555-0100"] {
            #expect(try await run("contacts", "find", wanted).output == added.output, "\(wanted)")
        }
        #expect(try await run("contacts", "find", "919", "555", "0100").output == added.output)
        let bo = "Number: 2; First Name: Bo; City: Durham\n"
        #expect(try await run("contacts", "update", "2", "ci=Durham").output == bo)
        #expect(try await run("contacts", "delete", "2").output == bo)
        #expect(try await run("contacts", "add", "fn=Cy").output == "Number: 3; First Name: Cy\n")
        for arguments in [["delete", "2"], ["update", "2", "fn=Bo"], ["find", "77"], ["find", "fn=Nobody"]] {
            let ran = try await run(["contacts"] + arguments)
            #expect(ran.output == "Not Found\n" && ran.status == 1)
        }
        // Nobody's list of people was touched by it
        #expect(try folder.model().store[.people].revision() == 0)
    }

    @Test func playersDoWithoutTheListThatShips() async throws {
        // Given a program whose list of players is missing
        let data = Folder()
        _ = try data.file("ece564cohort.json", "[]")
        func run(_ arguments: String...) async throws -> RealProgram.Ran {
            try await self.run(arguments, environment: ["DUKE_DIRECTORY_DATA": data.url.path])
        }
        // Then that is said in one sentence, and the list is empty
        let listed = try await run("players", "list")
        #expect(listed.status == 0 && listed.output.isEmpty)
        #expect(
            listed.complaint
                == "The players that come with the program are missing (players.plist), so the list is empty.\n")
        #expect(try await run("players", "find", "ana").output == "Not Found\n")
        // And players can be added and imported
        #expect(try await run("players", "add", "na=Ana Li").status == 0)
        let after = try await run("players", "list")
        #expect(after.status == 0 && after.output.contains("Ana Li") && after.complaint.isEmpty)
    }

    @Test func anUpdateNeedsEveryGivenValueToBeValid() async throws {
        // Given an imported contact with a ZIP code that no form saves
        let contacts = try folder.file("a.csv", "First Name,ZIP Code\nAna,2770\n")
        _ = try await run("contacts", "import", contacts.path)
        // When another field is changed, then that is refused, until the ZIP code is right too
        let refused = try await run("contacts", "update", "1", "city=Durham")
        #expect(refused.complaint.contains("ZIP Code must have exactly 5 digits.") && refused.status == 2)
        #expect(try await run("contacts", "update", "1", "city=Durham, zipcode=27701").status == 0)
        // A person may be incomplete, but not wrong
        let people = try folder.file("b.csv", "DUID,First Name,Email\n7,Ana,a b\n")
        _ = try await run("import", people.path)
        let person = try await run("update", "7", "team=Owls")
        #expect(person.complaint.contains("Email must be an email address") && person.status == 2)
        #expect(try await run("update", "7", "team=Owls, email=ana@duke.edu").status == 0)
    }

    @Test func commandsRefuseTheValuesThatFormsRefuse() async throws {
        #expect(try await run("contacts", "add", "fn=Ana").status == 0)
        let before = try await run("contacts").output
        for (arguments, message) in [
            (["add", "ec=yes"], "Add something besides Emergency contact."),
            (["add", "fn="], "No fields were entered."),
            (["update", "1", "fn="], "The contact would be empty, so it was not changed."),
            (["add", "fn=A"], "First Name “A” cannot be used: it must have at least 2 characters."),
            (["list", "--query", "friends"], "Unknown query “friends”. Use one of all, emergency."),
            (["update", "x", "fn=Bo"], "number"), (["toggle", "1"], "toggle"),
        ] {
            let ran = try await run(["contacts"] + arguments)
            #expect(ran.status == 2 && ran.output.isEmpty, "\(arguments)")
            #expect(ran.complaint.contains(message), "\(arguments): \(ran.complaint)")
        }
        let missing = try await run("players", "add", "te=ATL")
        #expect(missing.complaint == "Player must be filled in.\n" && missing.status == 2)
        #expect(try await run("contacts").output == before)
    }

    @Test func bundledPlayersAreLoadedOnFirstUse() async throws {
        let top = try await run("players", "list", "--query", "top5")
        #expect(top.output.hasPrefix("1. Torvald Quillfeather, Team: ATL - Rating: 117.1 – 1\n2. "))
        #expect(top.output.split(separator: "\n").count == 5)
        #expect(try await run("players", "delete", "1").status == 0)
        #expect(try await run("players").output.split(separator: "\n").count == 31)
        let added = try await run("players", "add", "na=Ada Minke, te=DUR, rt=99.5, yd=3000")
        #expect(added.output == "Number: 33; Player: Ada Minke; Team: DUR; Rating: 99.5; Yards: 3000\n")
        let second = try await run("players", "find", "2").output
        #expect(second.split(separator: ";").count == Player.fields.count, "Everything that is known is said.")
        #expect(try await run("players", "find", "te=dur").output == added.output)
    }

    @Test func contactsAreImportedAndExported() async throws {
        let file = try folder.file("in.csv", "FIRST NAME;Zip;hat\nAna;27701;red\nBo;1;blue\nJosé;27702;\n")
        let ran = try await run("contacts", "import", file.path)
        // What breaks a rule is kept as it came, and told
        #expect(ran.output == "3 contacts imported.\n")
        #expect(
            ran.complaint == """
                Not read: hat
                Rename each of these columns in the file to one of Number, First Name, Last Name, Street, Apartment, City, \
                State, ZIP Code, Phone, Email, Emergency contact.
                Imported as is: Bo: ZIP Code must have exactly 5 digits.\n
                """)
        for name in ["out.csv", "out.json"] {
            let copy = folder.url.appending(path: name).path
            #expect(try await run("contacts", "export", copy).complaint == "3 contacts exported.\n")
            let again = try await run("contacts", "import", "--replace", copy)
            #expect(again.output == "3 contacts imported: no changes.\n" && again.complaint.isEmpty)
        }
        #expect(
            try await run("contacts", "export", "-").output
                == String(contentsOf: folder.url.appending(path: "out.json"), encoding: .utf8))
        let list = folder.url.appending(path: "list.plist")
        try PropertyListSerialization.data(fromPropertyList: [["Player": "Ada"]], format: .binary, options: 0)
            .write(to: list)
        let refused = try await run("players", "import", list.path)
        #expect(
            refused.complaint == "“list.plist” is a property list in Apple’s binary form, so no changes were made. "
                + "Save it as XML and try again.\n")
        let cards = try await run("players", "export", folder.url.appending(path: "all.vcf").path)
        #expect(cards.complaint == "vCards cannot contain players. Choose a file name that ends in .csv or .json.\n")
        #expect(refused.status == 4 && cards.status == 4)
    }

    /// The standard output may hold something already.
    @Test func anExportIsWrittenAfterWhatIsThere() throws {
        let store = try folder.model().store
        _ = try store.addCounted(Contact(id: 0))
        let out = try folder.file("all.txt", "before\n")
        let handle = try FileHandle(forUpdating: out)
        try handle.seekToEnd()

        #expect(try ListFile(URL(filePath: "/dev/stdout")).write(from: store[.contacts], to: handle) == 1)
        #expect(try String(contentsOf: out, encoding: .utf8).hasPrefix("before\n[\n{"))
    }

    @Test func errorsNameTheKeyOrLineAndARecovery() async throws {
        for (arguments, complaint) in [
            (["players", "add", "na=X, rt=99,5"], "“5” has no key. Enter key=value, for example rating=99.5.\n"),
            (["players", "add", "5"], "“5” has no key. Enter key=value, for example player=5.\n"),
            (["players", "add", ""], "No fields were entered. Enter fields such as “team=Duke”.\n"),
            (
                ["list", "--server", " "],
                "The server address is empty. Enter the address as https://directory.example.edu.\n"
            ),
        ] {
            let ran = try await run(arguments)
            #expect(ran.status == 2 && ran.complaint == complaint)
        }
        for (text, complaint) in [
            ("Una;Otra\nAna;Li\n", "Name the columns as “export” does.\n"),
            ("\"First Name\nAna\n", "The quotation mark in line 1 of “a.csv” is not closed"),
            ("DUID,NetID,Role\n7,al1,TA\n", "Use “dukedir import” for it.\n"),
        ] {
            let ran = try await run("contacts", "import", folder.file("a.csv", text).path)
            #expect(ran.status == 4 && ran.complaint.contains(complaint))
        }
        // And an odd value with its person, but not again where only the name changes
        let people = try folder.file("p.csv", "DUID,First Name,Email\n7,Ana,nobody\n,,\n")
        let ran = try await run("import", people.path)
        #expect(ran.output == "1 person imported.\n")
        #expect(ran.complaint == "Imported as is: Ana: Email must be an email address such as abc12@duke.edu.\n")
        let renamed = try folder.file("q.csv", "DUID,First Name\n7,Anna\n8,Bo\n")
        #expect(try await run("import", renamed.path).complaint.isEmpty)
    }

    @Test func helpNamesTheKeysOfAList() async throws {
        #expect(try await run("help").output.contains("Languages"))
        for (list, message) in [
            ("contacts", ["zi     ZIP Code", "import"]), ("todos", ["ti     Task", "toggle", "clear", "lookup"]),
            ("tours", ["nu     Group Size", "book"]), ("players", ["rt     Rating"]),
            ("courses", ["le     Level", "refresh"]),
        ] {
            let help = try await run("help", list).output
            for word in message { #expect(help.contains(word), "\(list): \(word)") }
        }
        #expect(try await !run("help", "courses").output.contains("delete"))
        // And so does --help after its name
        let help = try await run("help", "contacts").output
        #expect(try await run("contacts", "--help").output == help)
        #expect(try await run("contacts", "-h").output == help)
        #expect(try await run("contacts", "list", "--help").output.contains("--query"))
        // Common options may come between the name and a command
        #expect(try await run("contacts", "--netid", "ab1", "export", "-").output == "[]\n")
    }

    // MARK: duplicates, merge, and imports of records that are here already

    private func addContacts(_ contacts: String...) async throws {
        for contact in contacts { #expect(try await run("contacts", "add", contact).status == 0) }
    }

    @Test func duplicatesAreListedAndMerged() async throws {
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
        // JSON has every field of the records
        let json = Data(try await run("contacts", "duplicates", "--json").output.utf8)
        let groups = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        #expect(groups.map { $0["reason"] as? String } == ["same email", "same name"])
        #expect(groups.map { $0["certain"] as? Bool } == [true, false])
        let records = try #require(groups[0]["records"] as? [[String: Any]])
        #expect(records.map { $0["key"] as? Int } == [1, 2] && records[0]["email"] as? String == "ana@x.org")
        #expect(Set(records[0].keys) == Set(Contact.fields.map(\.key) + ["key"]))
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

    @Test func peopleMergeIntoTheFirst() async throws {
        // The command of people is at the top
        let people = try await run("duplicates", "--json")
        #expect(people.output == "[\n\n]\n" && people.status == 0)
        #expect(try await run("players", "duplicates").status == 2)
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
