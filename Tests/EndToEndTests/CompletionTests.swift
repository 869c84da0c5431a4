import Testing

/// What the shells offer behind the options of the real programs.
struct CompletionTests {
    @Test(arguments: [
        ("collection", "'people contacts todos tours players courses'"), ("paper", "'a4 letter a3 a5 a6 legal'"),
        ("query", "'all emergency open completed top5 candd'"), ("group-by", "'role team "),
        ("sandbox", "directories"), ("roster", "'pdf"), ("screenshot", "'png"),
    ])
    func theWindowsOptionsOfferWhatThereIs(option: String, offered: String) async throws {
        let lines = try await lines(of: "duke-directory").filter { $0.contains("-l '\(option)'") }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains(offered) }, "\(lines)")
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
