import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// The real `dukedir`, as people start it.
struct CommandLineTests: CommandSuite {
    let folder = Folder()
    let environment = ["DUKE_DIRECTORY_PASSWORD": "demo"]

    private let ric = "fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor"
    private let sentence =
        "Ric Telford is a Professor. He is from Chatham County. You can reach him at ric.telford@duke.edu.\n"

    @Test func peopleAreAddedFoundChangedAndDeleted() async throws {
        #expect(try await run("add", "664541", ric).output == sentence)
        let again = try await run("add", "664541", ric)
        #expect(again.status == 4)
        #expect(again.complaint == "The DUID 0664541 already belongs to Ric Telford. Use update to change it.\n")
        #expect(try await run("find", "664541").output == sentence)
        #expect(try await run("find", "LN=telf, fn=ric").output == sentence)
        #expect(try await run("update", "664541", "fr=Pittsboro, NC").output.contains("from Pittsboro, NC."))
        #expect(try await run("list").output.contains("2. Ric Telford, Professor, ric.telford@duke.edu – 0664541\n"))
        #expect(try await run("delete", "664541").status == 0)
        for arguments in [
            ["delete", "664541"], ["find", "664541"], ["update", "664541", "fn=x"], ["find", "fn=Nobody"],
        ] {
            let ran = try await run(arguments)
            #expect(ran.output == "Not Found\n")
            #expect(ran.status == 1)
        }
    }

    @Test func wrongUsageIsNamedAndChangesNothing() async throws {
        #expect(try await run("add", "664541", ric).status == 0)
        let before = try await run("list").output
        for (arguments, name) in [
            (["update", "664541", "fr=Durham, xx=1"], "Unknown field “xx”."),
            (["update", "664541", "fr=Durham, ro=Wizard"], "Role “Wizard”"),
            (["find", "ro=xyz"], "Role “xyz”"), (["find", "te="], "Nothing follows “team=”."),
            (["find", "fn=a, gr="], "Nothing follows “group=”. It finds members of a group: group=\"My Team\"."),
            (["find", "gr=Nobody"], "“Nobody” does not exist. The groups are Without a Picture, New and Changed.\n"),
            (["add", "abc", "fn=x"], "duid"), (["add", "-5", "fn=x"], "Error: The DUID must be 0 or greater."),
        ] {
            let ran = try await run(arguments)
            #expect(ran.status == 2 && ran.complaint.contains(name), "\(arguments): \(ran.complaint)")
        }
        #expect(try await run("list").output == before)
        // Words that could be chosen, and texts that only look like fields, find nobody
        for wanted in ["ro=ta", "a + b = c"] {
            #expect(try await run("find", wanted).output == "Not Found\n", "\(wanted)")
        }
        #expect(try await run("find", "6645").output.hasPrefix("Ric Telford"))
    }

    @Test func correctionsAreReported() async throws {
        let message = "Email: changed from “a b@c” to “ab@c”.\n"
        #expect(try await run("contacts", "add", "fn=Ana, em=a b@c").complaint == message)
        #expect(try await run("add", "664541", "fn=Ric").complaint.isEmpty)
        #expect(try await run("update", "664541", "em=a b@c, ge=male").complaint == message)
    }

    @Test func peopleAreDownloadedImportedAndExported() async throws {
        try await withClassServer { server in
            let ran = try await run("download", "--replace", "--server", "\(server)", "--netid", "demo")
            #expect(ran.output == "150 people downloaded.\n")
            #expect(try await run("download", "--update").output == "Already up to date.\n")
            let wrong = try await run(
                "download", "--update", "--netid", "nobody", environment: ["DUKE_DIRECTORY_PASSWORD": "wrong"])
            #expect(wrong.status == 3)
            #expect(wrong.complaint.contains("Wrong NetID or password"))
            #expect(!wrong.complaint.contains("wrong"))
            #expect(try SignIn.stored(in: folder.model().store).netid == "nobody")
        }
        #expect(try await run("download", "--replace").status == 3)
        let copy = folder.url.appending(path: "copy.json").path
        #expect(try await run("export", copy).complaint == "150 people exported.\n")
        #expect(try await run("import", "--replace", copy).output == "150 people imported: no changes.\n")
        #expect(try await run("import", "/nowhere.json").status == 4)
    }

    @Test func aListIsReadFromStandardInput() async throws {
        // Given cards and a table without a file name, when they are imported from standard input
        let inputs = [
            "BEGIN:VCARD\nN:Li;Ana\nEND:VCARD\n", "First Name;Last Name\nBo;Ek\n", #"[{"firstName":"Cy"}]"#,
        ]
        for input in inputs {
            let program = try RealProgram("dukedir", ["--sandbox", folder.url.path, "contacts", "import", "-"])
            let ran = try await program.run(reading: input)
            // Then each is recognized by its content
            #expect(ran.status == 0 && ran.output == "1 contact imported.\n", "\(ran.complaint)")
        }
    }

    @Test func listWithOnlyRejectedElementsGivesReason() async throws {
        let before = try await run("list").output
        let file = try folder.file("bad.json", #"[{"DUID": "x"}, 7]"#)
        for replace in [[], ["--replace"]] {
            let ran = try await run(["import", file.path] + replace)
            #expect(ran.status == 4 && ran.output.isEmpty)
            #expect(
                ran.complaint == """
                    Skipped: This is not a person: its DUID “x” is not a number. {"DUID": "x"}
                    Skipped: This is not a person: it is not an object. 7
                    “bad.json” contains no person that could be read, so no changes were made. Choose another file.\n
                    """)
        }
        let empty = try await run("import", "--replace", folder.file("empty.json", "[]").path)
        #expect(empty.status == 4 && empty.complaint.contains("contains no person"))
        let many = try folder.file("many.json", "[\(Array(repeating: "7", count: 203).joined(separator: ", "))]")
        let lines = try await run("import", many.path).complaint.split(separator: "\n")
        #expect(lines.count == 202 && lines[200] == "… and 3 more.")
        #expect(try await run("list").output == before)
    }

    @Test func aSandboxOfOnlyAFileIsReadFromIt() async throws {
        _ = try folder.file("people.json", #"[{"DUID": 44, "fName": "Kept\u001b[31m"}]"#)
        #expect(try await run("list").output == "1. Kept [31m – 0000044\n")
    }

    @Test func unreadableFileIsPreserved() async throws {
        _ = try folder.file("people.json", "[{")
        #expect(try await run("list").status == 0)
        let saved = folder.url.appending(path: "people.unreadable.json")
        #expect(try String(contentsOf: saved, encoding: .utf8) == "[{")
        // When it is loaded again, then the way out is not a file to choose
        for (text, problem) in [
            ("[{", "“people.json” is incomplete or damaged, so no changes were made."),
            ("{}", "“people.json” does not contain a list of people."),
        ] {
            _ = try folder.file("people.json", text)
            let ran = try await run("import")
            let way = "\(problem) Rename “people.json” to load the list that comes with the program.\n"
            #expect(ran.status == 4 && ran.complaint.hasSuffix(way), "\(ran.complaint)")
        }
    }

    @Test func aListIsShownAsOfATimeOfTheCalendar() async throws {
        let store = try folder.model().store
        _ = try store.insert(DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li"))
        let added = try #require(try store[.people].history().first?.time)
        // To the second, as the history says it, and exactly
        let second = Date(timeIntervalSince1970: added.timeIntervalSince1970.rounded(.down))
        #expect(try await run("list", "--at", second.ISO8601Format()).output.contains("Ana"))
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(try await run("list", "--at", added.addingTimeInterval(0.002).formatted(format)).output.contains("Ana"))
        let before = try await run("list", "--at", added.addingTimeInterval(-0.002).formatted(format))
        #expect(!before.output.contains("Ana"))
        // Only times of the calendar are taken
        for (time, status) in [
            ("2099-01-01T12:00", 0), ("2099-01-01T12:00:30", 0), ("2099-01-01T12:00+02:00", 0), ("2099-11-31", 2),
            ("2099-01-01T25:00Z", 2), ("noon", 2),
        ] {
            let ran = try await run("list", "--at", time)
            #expect(ran.status == status && ran.output.contains("Ana") == (status == 0), "\(time): \(ran.complaint)")
        }
        // A date means the end of that day
        let day = String(Date.now.ISO8601Format(.iso8601(timeZone: .current)).prefix(10))
        #expect(try await run("list", "--at", day).output.contains("Ana"))
    }
}

/// One NetID, one record; what is given to any command is remembered.
struct CommandLineOwnTests: CommandSuite {
    let folder = Folder()

    @Test func serverAndNetIDAreRememberedByAnyCommand() async throws {
        #expect(try await run("contacts", "list", "--netid", "al1", "--server", "127.0.0.1:9").status == 0)
        let store = try folder.model().store
        #expect(try SignIn.stored(in: store) == SignIn(server: "127.0.0.1:9", netid: "al1"))
        // The first launch's record is theirs, and follows whoever is named next
        #expect(try await run("list").status == 0)
        #expect(try store.find(DukePerson.self, key: 0)?.netid == "al1")
        #expect(try await run("list", "--netid", "bo2").status == 0)
        #expect(try store.find(DukePerson.self, key: 0)?.netid == "bo2")
        #expect(try SignIn.stored(in: store).server == "127.0.0.1:9")
        // What cannot be one is refused
        let refused = try await run("list", "--netid", "bo 3")
        #expect(refused.status == 2)
        #expect(refused.complaint.contains("--netid must be letters and digits such as abc12."))
        #expect(try SignIn.stored(in: store).netid == "bo2")
        // A NetID given at the very first launch counts
        let other = CommandLineOwnTests()
        try await other.run("list", "--netid", "CY3")
        #expect(try other.folder.model().find(0)?.netid == "cy3")
    }

    @Test func aSecondRecordOfANetIDIsRefused() async throws {
        #expect(try await run("add", "7", "netid=al1, fn=Ana, ln=Li").status == 0)
        #expect(try await run("add", "8", "fn=Bo").status == 0)
        for arguments in [["add", "9", "netid=AL1"], ["update", "8", "netid=Al1"]] {
            let ran = try await run(arguments)
            #expect(ran.status == 4)
            #expect(ran.complaint.hasPrefix("The NetID al1 already belongs to Ana Li"))
        }
        // Whoever has it may write it otherwise
        #expect(try await run("update", "7", "netid=AL1, mo=Up").status == 0)
    }

    @Test func theOwnRecordGetsItsDUID() async throws {
        #expect(try await run("add", "7").status == 0)
        let taken = try await run("update", "0", "id=7")
        #expect(taken.status == 4)
        #expect(taken.complaint.hasPrefix("The DUID 0000007 already belongs to "))
        #expect(!taken.complaint.contains("Use update"))
        #expect(try await run("update", "0", "id=664541, fn=Nia").status == 0)
        let model = try folder.model()
        #expect(model.find(0) == nil && model.find(664_541)?.fName == "Nia")
        #expect(try model.store[.people].ownKey() == 664_541)
        // It is typed again until a server has it, and nobody else's can be
        #expect(try await run("update", "664541", "id=777").status == 0)
        try model.store.recordPublished(try #require(model.find(777)), tag: nil)
        for (key, number) in [("777", "id=778"), ("7", "id=8")] {
            let late = try await run("update", key, number)
            #expect(late.status == 2 && late.complaint.hasPrefix("The DUID cannot be changed"), "\(late.complaint)")
        }
    }
}
