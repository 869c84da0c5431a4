import Foundation
import Testing

/// The manual pages beside what the programs say of themselves.
struct ManualTests {
    @Test(arguments: [("dukedir", 1), ("duke-directory", 1), ("duke-directory-server", 8)])
    func manualHasEveryCommandAndOption(program: String, section: Int) async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../data/man/\(program).\(section)").standardized
        let text = Set(try String(contentsOf: page, encoding: .utf8).split(whereSeparator: \.isWhitespace))
        var named: Set<String> = []

        try await read(program, [], into: &named)

        #expect(named.contains("-version"))
        #expect(named.filter { !text.contains(Substring($0)) }.sorted() == [])
    }

    /// Adds the commands below one, and the options of all of them, as manual pages write them: "-netid" for --netid.
    private func read(_ program: String, _ commands: [String], into named: inout Set<String>) async throws {
        let help = try await RealProgram(program, commands + ["--help"]).run()
        #expect(help.status == 0)
        named.formUnion(help.output.matches(of: /-(-[a-z][a-z-]+)/).map { String($0.1) })
        // The command of its own that tells of the others has no others.
        for command in subcommands(in: help.output) where command != "help" {
            named.insert(command)
            try await read(program, commands + [command], into: &named)
        }
    }

    private func subcommands(in help: String) -> [String] {
        guard let list = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else { return [] }
        return list.components(separatedBy: "\n\n")[0].matches(of: /(?m)^  ([a-z]+)\s/).map { String($0.1) }
    }
}

/// What the shells offer behind the options of the real programs.
struct CompletionTests {
    @Test func windowOptionsOfferTheirValues() async throws {
        let all = try await lines(of: "duke-directory")
        for (option, offered) in [
            ("collection", "'people contacts todos tours players courses'"), ("paper", "'a4 letter a3 a5 a6 legal'"),
            ("query", "'all emergency open completed top5 candd'"), ("group-by", "'role team "),
            ("sandbox", "directories"), ("roster", "'pdf"), ("screenshot", "'png"),
        ] {
            let lines = all.filter { $0.contains("-l '\(option)'") }
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains(offered) }, "\(lines)")
        }
    }

    @Test func aListsCommandsOfferItsOwnQueries() async throws {
        let lines = try await lines(of: "dukedir").filter { $0.contains("-l 'query'") }
        #expect(
            lines.contains { $0.contains("\"dukedir players list\"") && $0.contains("'all top5 candd'") }, "\(lines)")
    }

    private func lines(of program: String) async throws -> [Substring] {
        try await RealProgram(program, ["--generate-completion-script", "fish"]).run().output.split(separator: "\n")
    }
}
