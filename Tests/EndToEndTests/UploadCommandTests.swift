import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// What `dukedir` does with one's own record and password: `upload`, `withdraw`, `password`, and what `download`, `import`
/// and `delete` leave alone.
struct UploadCommandTests: CommandSuite {
    let folder = Folder()
    let environment = ["DUKE_DIRECTORY_PASSWORD": "demo"]

    private func run(
        _ arguments: String..., password: String, new: String = ""
    ) async throws -> RealProgram.Ran {
        let passwords = ["DUKE_DIRECTORY_PASSWORD": password, "DUKE_DIRECTORY_NEW_PASSWORD": new]
        return try await run(arguments, environment: passwords)
    }

    /// Runs `body` with a class downloaded as `demo`, and the DUID of `demo`.
    private func downloaded(_ body: (ServerAddress, String) async throws -> Void) async throws {
        try await withClassServer(people: 12) { server in
            #expect(try await run("download", "--replace", "--server", "\(server)", "--netid", "DEMO").status == 0)
            let own = try folder.model().store.records(of: DukePerson.self, ownedBy: "demo")
            try await body(server, try #require(own.first).paddedDUID)
        }
    }

    @Test func changesOfThePersonWhoWasSignedInBeforeNeedAFlag() async throws {
        try await withClassServer(people: 12) { server in
            for (flag, strategy, movie) in [
                ("--keep-changes", "--replace", "Mine"), ("--discard-changes", "--update", ""),
            ] {
                // Given a record of somebody else, changed and not uploaded
                let other = UploadCommandTests()
                try other.folder.editAsAnother(server)
                // When another person signs in, then that is refused
                let refused = try await other.run("download", strategy, "--netid", "demo")
                #expect(refused.status == 4)
                #expect(
                    refused.complaint == """
                        The changes of old1, who was signed in before, were not uploaded. Use --keep-changes to keep \
                        them in your list, or --discard-changes.

                        """)
                let people = try other.folder.model().store[.people]
                #expect(try people.ownKey() == 44 && people.count() == 1)
                // And with an option it is done
                let done = try await other.run("download", strategy, "--netid", "demo", flag)
                #expect(done.status == 0, "\(done.complaint)")
                #expect(try other.folder.model().find(44)?.movie == movie)
                #expect(try people.count() == 13)
            }
        }
    }

    @Test func theOwnRecordIsUploadedAsTheOptionSaysChangedAndWithdrawn() async throws {
        try await downloaded { server, duid in
            for options in [[], ["--initial", "--update"], ["--initial", "--overwrite"]] {
                #expect(try await run(["upload"] + options).status == 2, "\(options)")
            }
            let same = try await run("upload", "--update")
            #expect(same.output == "Your published record is already up to date.\n")
            #expect(try await run("update", duid, "mo=Alien").status == 0)
            let replaced = try await run("upload", "--update")
            #expect(replaced.output == "Your record is published.\n")

            let exists = try await run("upload", "--initial")
            #expect(exists.status == 4)
            #expect(
                exists.complaint
                    == "The server at \(server) already has an entry for you. Use dukedir upload --update.\n")

            let unasked = try await run("withdraw")
            #expect(unasked.status == 2)
            #expect(unasked.complaint.contains("Use --yes, or run the command in a terminal."))
            let withdrawn = try await run("withdraw", "--yes")
            #expect(withdrawn.output == "Your entry was removed from \(server). Your list still has it.\n")
            #expect(try await run("withdraw", "--yes").status == 1)

            let absent = try await run("upload", "--update")
            #expect(absent.status == 1)
            #expect(
                absent.complaint == "The server at \(server) has no entry for you. Use dukedir upload --initial.\n")
            // Where the server has no version, there is none to take instead
            for flags in [[], ["--discard-mine"]] {
                let replacing = try await run(["download", "--replace"] + flags)
                #expect(replacing.status == 0)
                #expect(replacing.complaint.hasSuffix("Use dukedir upload --initial.\n"), "\(replacing.complaint)")
                #expect(try folder.model().store.records(of: DukePerson.self, ownedBy: "demo").first?.movie == "Alien")
            }
            let created = try await run("upload", "--initial")
            #expect(created.output == "Your record was published for the first time.\n")
        }
    }

    @Test func aDUIDThatTheServerListsUnderAnotherNetIDIsReported() async throws {
        // Given my own record with a number that the server lists under another NetID
        #expect(try await run("update", "0", "id=55, mo=Mine", "--netid", "demo").status == 0)
        let list = Array(#"[{"DUID": 55, "netid": "other"}, {"DUID": 7, "netid": "sv7"}]"#.utf8)
        for strategy in ["--update", "--replace"] {
            try await RawServer.with(RawServer.answer(list)) { server in
                // When the list arrives
                let ran = try await run("download", strategy, "--server", "127.0.0.1:\(server.port)")
                // Then mine remains, and the reason is true
                #expect(ran.status == 0 && !ran.complaint.contains("not on the server"), "\(ran.complaint)")
                let isNamed = ran.complaint.contains("The server lists the DUID 0000055 under another NetID")
                #expect(isNamed == (strategy == "--replace"), "\(ran.complaint)")
                #expect(try folder.model().store[.people].ownKey() == 55)
                #expect(try folder.model().find(55)?.movie == "Mine")
            }
        }
    }

    @Test func updateKeepsAndNamesOthersWhoWereEditedHere() async throws {
        let list = #"[{"DUID": 55, "netid": "other", "fName": "Ana", "lName": "Li", "movie": "Theirs"}]"#
        try await RawServer.with(RawServer.answer(list)) { server in
            // Given somebody else's record, edited here since it was downloaded
            let options = ["--server", "127.0.0.1:\(server.port)", "--netid", "demo"]
            #expect(try await run(["download", "--replace"] + options).status == 0)
            #expect(try await run("update", "55", "mo=My Note").status == 0)
            // When the list is updated, then it is not changed, but named
            let ran = try await run("download", "--update")
            #expect(ran.output == "1 person downloaded: no changes.\n")
            #expect(
                ran.complaint == """
                    Not updated, because it was edited here: Ana Li (55).
                    Use --discard-mine to take the server’s.

                    """)
            #expect(try folder.model().find(55)?.movie == "My Note")
            // And the advice helps
            #expect(try await run("download", "--update", "--discard-mine").complaint.isEmpty)
            #expect(try folder.model().find(55)?.movie == "Theirs")
        }
    }

    @Test func conflictIsReportedFieldByField() async throws {
        try await downloaded { server, duid in
            // Given my record edited here and elsewhere
            let client = Client(server: server, credentials: demo)
            let entry = try #require(try await client.entry("demo", of: .people))
            let elsewhere = DukePerson(entry.record).with(\.movie, "There").with(\.hobby, "hobbies of there")
            _ = try await client.replace(elsewhere.record, netid: "demo")
            #expect(try await run("update", duid, "mo=Here").status == 0)
            // When it is uploaded, then both are told and nothing is sent
            let conflict = try await run("upload", "--update")
            #expect(conflict.status == 4)
            #expect(conflict.complaint.hasPrefix("Movie: you have “Here”, the server has “There”\nThis was changed"))
            #expect(conflict.complaint.contains("--overwrite") && conflict.complaint.contains("--discard-mine"))
            #expect(try await client.entry("demo", of: .people)?.record == elsewhere.record)
            // And either can be had
            let saved = try await run("download", "--update")
            #expect(
                saved.complaint
                    == "Your own record has changes that are not uploaded, so it was kept. Use dukedir upload --update "
                    + "--overwrite to send it, or dukedir download --update --discard-mine to use the server’s. "
                    + "Changed elsewhere and applied: Hobbies. Changed here and elsewhere, your version kept: "
                    + "Movie.\n"
            )
            let merged = try await run("find", duid).output
            #expect(merged.contains("Here") && merged.contains("hobbies of there"))
            // The question that nobody could answer remains open
            #expect(try await run("upload", "--update").status == 4)
            #expect(try await run("download", "--update", "--discard-mine").status == 0)
            #expect(try await run("find", duid).output.contains("There"))
            #expect(try await run("update", duid, "mo=Here").status == 0)
            try await changeElsewhere(server) { $0.movie = "There again" }
            #expect(try await run("upload", "--update", "--overwrite").status == 0)
            #expect(try await client.entry("demo", of: .people).map { DukePerson($0.record) }?.movie == "Here")
        }
    }

    @Test func recordPublishedByAnEarlierVersionIsNoConflict() async throws {
        try await downloaded { _, duid in
            // Given a record that 0.1 published, which kept only a tag of it, and that was edited since
            #expect(try await run("update", duid, "mo=Alien").status == 0)
            #expect(try await run("upload", "--update").status == 0)
            #expect(try await run("update", duid, "mo=Brazil").status == 0)
            try folder.execute(
                """
                UPDATE mark SET value = '1' || substr(
                    value, instr(value, char(10)), instr(value, '{') - instr(value, char(10)))
                WHERE kind = 'published'
                """)
            // When it is downloaded, then it remains, and nobody is said to have changed it
            let saved = try await run("download", "--update").complaint
            #expect(
                saved == "Your own record has changes that are not uploaded, so it was kept. "
                    + "Use dukedir upload --update.\n")
            // And it can be uploaded without a question
            let uploaded = try await run("upload", "--update")
            #expect(uploaded.output == "Your record is published.\n", "\(uploaded.complaint)")
        }
    }

    @Test func passwordIsChangedAndNeverPrinted() async throws {
        try await downloaded { _, _ in
            #expect(try await run("password").status == 2)
            let short = try await run("password", password: "demo", new: "tiny")
            #expect(short.status == 4)
            #expect(short.complaint.contains("Password must have at least 8 characters"))
            let changed = try await run("password", password: "demo", new: "correct horse")
            #expect(changed.output == "Your password was changed.\n")
            #expect(!(short.complaint + changed.complaint).contains("horse") && !short.complaint.contains("tiny"))
            #expect(try await run("upload", "--update").status == 3)
            #expect(try await run("upload", "--update", password: "correct horse").status == 0)
            let unnamed = try await run("upload", "--update", password: "")
            #expect(unnamed.complaint.contains("requires the password of"))
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
                let content = try Data(contentsOf: folder.url.appending(path: name))
                #expect(content.range(of: Data("correct horse".utf8)) == nil)
            }
        }
    }

    @Test func theOwnRecordIsNeitherDeletedNorOverwrittenWithoutAFlag() async throws {
        // Given my record, which was edited here and elsewhere since it was uploaded
        try folder.editAsAnother(try ServerAddress("127.0.0.1:9"))
        let list = try folder.file("list.json", #"[{"DUID": 44, "netid": "old1", "movie": "Theirs"}]"#).path
        let deleting = try await run("delete", "44")
        let reason = "This is your own record, so it was not deleted."
        #expect(deleting.status == 4 && deleting.complaint.hasPrefix(reason), "\(deleting.complaint)")
        let imported = try await run("import", list, "--replace")
        #expect(imported.status == 0 && imported.complaint.contains("Use --discard-mine"), "\(imported.complaint)")
        #expect(try folder.model().find(44)?.movie == "Mine")
        #expect(try await run("import", list, "--discard-mine").status == 0)
        #expect(try folder.model().find(44)?.movie == "Theirs")
    }

    @Test func anAccountWithoutAnEntryHasARecordToUpload() async throws {
        try await RawServer.with(RawServer.answer(#"[{"id":7,"firstname":"Sven"}]"#)) { raw in
            for strategy in ["--replace", "--update"] {
                let ran = try await run("download", strategy, "--server", "127.0.0.1:\(raw.port)", "--netid", "new1")
                #expect(try ran.status == 0 && folder.model().find(0)?.netid == "new1", "\(ran.complaint)")
            }
        }
        let unnumbered = try await run("upload", "--initial")
        #expect(unnumbered.status == 4)
        #expect(unnumbered.complaint.hasPrefix("Your own record has no DUID yet"), "\(unnumbered.complaint)")
        // With a DUID it can be uploaded
        #expect(try await run("update", "0", "id=5").status == 0)
        #expect(
            try await run("upload", "--initial", "--server", "127.0.0.1:9", "--netid", "NEW1").status == 3)
    }

    @Test func userWithoutRecordSeesHint() async throws {
        try folder.model().store.save(DukePerson(DUID: 7, fName: "Sven"))
        let none = try await run("upload", "--initial", "--server", "127.0.0.1:9", "--netid", "new1")
        #expect(none.status == 1)
        #expect(none.complaint.contains("Add it with dukedir add DUID 'netid=new1'"), "\(none.complaint)")
        #expect(try await run("add", "8", "netid=new1").status == 0)
        #expect(try await run("upload", "--initial", "--netid", "new1").status == 3)
    }
}
