import ArgumentParser
import DirectoryScreens
import Foundation

/// What the command line asks of a roster: a PDF of what the window shows.
struct RosterErrand: ParsableArguments {
    @Option(
        name: .customLong("roster"),
        help: "Write a PDF of what is shown, or with --show that record's card, and end.",
        completion: .file(extensions: ["pdf"]))
    var file: String?
    @Option(help: "The roster's paper: \(Paper.all.map(\.id).joined(separator: ", ")).") var paper = Paper.a4.id
    @Flag(help: "The roster lies on its side.") var landscape = false
    @Option(help: "What divides the roster into sections, such as team.") var groupBy = ""
    @Option(help: "How many faces stand side by side.") var columns: Int?
    @Flag(help: "Everybody on the roster gets a line to sign on.") var signIn = false
    @Option(help: "The roster's title.") var title = ""

    func validate() throws {
        guard Paper.all.contains(where: { $0.id == paper.lowercased() }) else {
            throw ValidationError("--paper has to be one of \(Paper.all.map(\.id).joined(separator: ", ")).")
        }
        if let columns, !(1...12).contains(columns) { throw ValidationError("--columns has to be from 1 to 12.") }
        if file?.isEmpty == true { throw ValidationError("--roster needs the name of a file.") }
    }

    /// - Parameter isCard: true where one record was opened.
    func options(isCard: Bool) -> RosterOptions {
        RosterOptions(
            subject: isCard ? .card : .list, grouping: groupBy, columns: columns, hasSignIn: signIn, title: title,
            paper: Paper.all.first { $0.id == paper.lowercased() } ?? .a4, isLandscape: landscape)
    }
}
