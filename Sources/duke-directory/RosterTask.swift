import ArgumentParser
import DirectoryScreens
import Foundation
import Language

/// The roster options of the command line: a PDF of what the window shows.
struct RosterTask: ParsableArguments {
    @Option(
        name: .customLong("roster"),
        help: ArgumentHelp(translated("Write a PDF of the list, or of the record of --show, and quit.")),
        completion: .file(extensions: ["pdf"]))
    var file: String?
    @Option(
        help: ArgumentHelp(translated("Paper of the roster: \(Self.papers) (default: \(Paper.a4.id)).")),
        completion: .list(Paper.all.map(\.id)))
    var paper: String?
    @Flag(help: ArgumentHelp(translated("Print the roster in landscape."))) var landscape = false
    @Option(
        help: ArgumentHelp(translated("How to divide the roster into sections, for example team.")),
        completion: .list(LaunchTask.groupingNames))
    var groupBy: String?
    @Option(help: ArgumentHelp(translated("Pictures per row, if the paper is wide enough.")))
    var columns: Int?
    @Flag(help: ArgumentHelp(translated("Add a signature line for everyone on the roster."))) var signIn = false
    @Option(help: ArgumentHelp(translated("Title of the roster."))) var title: String?

    func validate() throws {
        if file == nil, let option = options.first {
            throw ValidationError(translated("\(option) requires --roster."))
        }
        if paper != nil, chosenPaper == nil {
            throw ValidationError(translated("--paper must be one of \(Self.papers)."))
        }
        if let columns, !(1...12).contains(columns) {
            throw ValidationError(translated("--columns must be from 1 to 12."))
        }
        if file?.isEmpty == true { throw ValidationError(translated("--roster requires the name of a file.")) }
    }

    /// The names of the given options for the look of the roster.
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
