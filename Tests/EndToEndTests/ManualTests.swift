import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// The manual pages beside what the programs say of themselves.
struct ManualTests {
    @Test(arguments: [("dukedir", 1), ("duke-directory", 1), ("duke-directory-server", 8)])
    func manualHasEveryCommandAndOption(program: String, section: Int) async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../data/man/\(program).\(section)").standardized
        let text = Set(try String(contentsOf: page, encoding: .utf8).split(whereSeparator: \.isWhitespace))
        let help = try await RealProgram(program, ["--experimental-dump-help"]).run().output
        let shown = /"kind" : "long",\s+"name" : "([^"]+)"\s+\},\s+("sectionTitle".*\s+)?"shouldDisplay" : true/
        // As manual pages write them: "-netid" for --netid
        let options = help.matches(of: shown).map { "-\($0.1)" }
        let commands = help.matches(of: /"commandName" : "([^"]+)"/).map { String($0.1) }.filter { $0 != "help" }

        #expect(options.contains("-version") && commands.contains(program))
        #expect(Set(options + commands).subtracting(text.map(String.init)).sorted() == [])
    }
}

/// What the shells offer behind the options of the real programs.
struct CompletionTests {
    @Test func optionsOfferTheirValuesAndAListsCommandItsOwnQueries() async throws {
        let all = try await lines(of: "duke-directory")
        for (option, offered) in [
            ("collection", "'people contacts todos tours players courses'"), ("paper", "'a4 letter a3 a5 a6 legal'"),
            ("query", "'all emergency open completed top5 candd'"), ("group-by", "'role team "),
            ("sandbox", "directories"), ("roster", "'pdf"), ("screenshot", "'png"),
        ] {
            let lines = all.filter { $0.contains("-l '\(option)'") }
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains(offered) }, "\(lines)")
        }
        let queries = try await lines(of: "dukedir").filter { $0.contains("-l 'query'") }
        let offered = queries.filter { $0.contains("\"dukedir players list\"") && $0.contains("'all top5 candd'") }
        #expect(!offered.isEmpty, "\(queries)")
    }

    private func lines(of program: String) async throws -> [Substring] {
        try await RealProgram(program, ["--generate-completion-script", "fish"]).run().output.split(separator: "\n")
    }
}

/// The real `duke-directory` where its options name what is not there; it needs a display.
struct WindowOptionTests {
    let folder = Folder()

    private func run(_ arguments: [String]) async throws -> RealProgram.Ran {
        // The display and how to draw on it, but no language and no folder of whoever runs the tests.
        let environment = ProcessInfo.processInfo.environment.filter {
            ["DISPLAY", "XAUTHORITY", "GSK_RENDERER", "GDK_DEBUG", "DBUS_SESSION_BUS_ADDRESS"].contains($0.key)
        }
        return try await RealProgram(
            "duke-directory", ["--sandbox", folder.url.path] + arguments, environment: environment
        ).run()
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    /// "PDF" is a file to write.
    @Test(arguments: [
        (["--collection", "players", "--query", "nix"], 1, "Unknown query “nix”. Use one of all, top5, candd.\n"),
        (["--query", "nix", "--roster", "PDF"], 1, "Unknown query “nix”. This list has none.\n"),
        (["--look", "table"], 1, "People cannot be shown as “table”. Use one of rows, compact, faces.\n"),
        (["--show", "99", "--roster", "PDF"], 1, "No person has the DUID 99.\n"),
        (["--roster", "PDF", "--group-by", "nix"], 1, "Unknown grouping “nix”. Use one of role, team.\n"),
        (["--collection", "tours", "--roster", "PDF", "--group-by", "nix"], 1, "Unknown grouping “nix”. Use time.\n"),
        (["--netid", "bo 3"], 64, "--netid must be letters and digits such as abc12."),
        (["--paper", "a4"], 64, "--paper requires --roster."), (["--sign-in"], 64, "--sign-in requires --roster."),
    ])
    func invalidOptionsAreReportedAndNoFileIsWritten(options: [String], status: Int, sentence: String) async throws {
        let options = options.map { $0 == "PDF" ? path("z.pdf") : $0 }
        let ran = try await run(options + ["--screenshot", path("z.png")])
        #expect(ran.complaint.contains(sentence))
        #expect(ran.status == status)
        for name in ["z.pdf", "z.png"] { #expect(!FileManager.default.fileExists(atPath: path(name)), "\(name)") }
    }

    @Test func peopleAreSearchedWhateverListWasOpenLast() async throws {
        _ = try folder.file("window.ini", "[Window]\ncollection=contacts\n")
        let ran = try await run(["--search", "x", "--show", "99", "--screenshot", path("z.png")])
        #expect(ran.complaint.contains("No person has the DUID 99.\n"))
    }

    @Test func serverAndNetIDAreRemembered() async throws {
        let netid = " AL1@Duke.edu"
        let ran = try await run(["--server", "127.0.0.1:9", "--netid", netid, "--screenshot", path("z.png")])
        #expect(ran.status == 0)
        let store = try folder.model().store
        #expect(try SignIn.stored(in: store) == SignIn(server: "127.0.0.1:9", netid: "al1"))
        // The first launch's record is theirs, and no file of it is written yet
        #expect(try store.find(DukePerson.self, key: 0)?.netid == "al1")
        #expect(!FileManager.default.fileExists(atPath: path("people.json")))
    }

    @Test func theRosterAndTheScreenshotAreWritten() async throws {
        let players = ["--collection", "players", "--query", "top5"]
        let ran = try await run(players + ["--roster", path("z.pdf"), "--screenshot", path("z.png")])
        #expect(ran.status == 0)
        #expect(FileManager.default.fileExists(atPath: path("z.pdf")))
        #expect(FileManager.default.fileExists(atPath: path("z.png")))
    }
}
