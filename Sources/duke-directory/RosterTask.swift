import ArgumentParser
import DirectoryScreens
import Foundation
import Language

/// What the command line asks of a roster: a PDF of what the window shows.
struct RosterTask: ParsableArguments {
    @Option(
        name: .customLong("roster"),
        help: ArgumentHelp(translated("Write a PDF of what is shown, or with --show that record's card, and end.")),
        completion: .file(extensions: ["pdf"]))
    var file: String?
    @Option(
        help: ArgumentHelp(translated("The roster's paper: \(Self.papers); \(Paper.a4.id) unless given.")),
        completion: .list(Paper.all.map(\.id)))
    var paper: String?
    @Flag(help: ArgumentHelp(translated("The roster lies on its side."))) var landscape = false
    @Option(
        help: ArgumentHelp(translated("What divides the roster into sections, such as team.")),
        completion: .list(LaunchTask.groupingNames))
    var groupBy: String?
    @Option(help: ArgumentHelp(translated("How many faces stand side by side, if the paper has room for so many.")))
    var columns: Int?
    @Flag(help: ArgumentHelp(translated("Everybody on the roster gets a line to sign on."))) var signIn = false
    @Option(help: ArgumentHelp(translated("The roster's title."))) var title: String?

    func validate() throws {
        if file == nil, let option = options.first {
            throw ValidationError(translated("\(option) belongs to --roster."))
        }
        if paper != nil, chosenPaper == nil {
            throw ValidationError(translated("--paper has to be one of \(Self.papers)."))
        }
        if let columns, !(1...12).contains(columns) {
            throw ValidationError(translated("--columns has to be from 1 to 12."))
        }
        if file?.isEmpty == true { throw ValidationError(translated("--roster needs the name of a file.")) }
    }

    /// The names of the options that say how the roster looks, where they were given.
    private var options: [String] {
        let given = [
            ("--paper", paper != nil), ("--landscape", landscape), ("--group-by", groupBy != nil),
            ("--columns", columns != nil), ("--sign-in", signIn), ("--title", title != nil),
        ]
        return given.filter(\.1).map(\.0)
    }

    private var chosenPaper: Paper? { Paper.all.first { $0.id == paper?.lowercased() } }

    private static var papers: String { Paper.all.map(\.id).joined(separator: ", ") }

    /// - Parameter isCard: true where one record was opened.
    func options(isCard: Bool) -> RosterOptions {
        RosterOptions(
            subject: isCard ? .card : .list, grouping: groupBy ?? "", columns: columns, hasSignIn: signIn,
            title: title ?? "", paper: chosenPaper ?? .a4, isLandscape: landscape)
    }
}
