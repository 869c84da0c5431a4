import ArgumentParser
import DirectoryScreens
import Foundation
import Language

/// What the command line asks of a roster: a PDF of what the window shows.
struct RosterErrand: ParsableArguments {
    @Option(
        name: .customLong("roster"),
        help: ArgumentHelp(translated("Write a PDF of what is shown, or with --show that record's card, and end.")),
        completion: .file(extensions: ["pdf"]))
    var file: String?
    @Option(help: ArgumentHelp(translated("The roster's paper: \(Self.papers)."))) var paper = Paper.a4.id
    @Flag(help: ArgumentHelp(translated("The roster lies on its side."))) var landscape = false
    @Option(help: ArgumentHelp(translated("What divides the roster into sections, such as team."))) var groupBy = ""
    @Option(help: ArgumentHelp(translated("How many faces stand side by side, if the paper has room for so many.")))
    var columns: Int?
    @Flag(help: ArgumentHelp(translated("Everybody on the roster gets a line to sign on."))) var signIn = false
    @Option(help: ArgumentHelp(translated("The roster's title."))) var title = ""

    func validate() throws {
        guard Paper.all.contains(where: { $0.id == paper.lowercased() }) else {
            throw ValidationError(translated("--paper has to be one of \(Self.papers)."))
        }
        if let columns, !(1...12).contains(columns) {
            throw ValidationError(translated("--columns has to be from 1 to 12."))
        }
        if file?.isEmpty == true { throw ValidationError(translated("--roster needs the name of a file.")) }
    }

    private static var papers: String { Paper.all.map(\.id).joined(separator: ", ") }

    /// - Parameter isCard: true where one record was opened.
    func options(isCard: Bool) -> RosterOptions {
        RosterOptions(
            subject: isCard ? .card : .list, grouping: groupBy, columns: columns, hasSignIn: signIn, title: title,
            paper: Paper.all.first { $0.id == paper.lowercased() } ?? .a4, isLandscape: landscape)
    }
}
