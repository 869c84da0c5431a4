public import ArgumentParser
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
public import DirectoryWindow
import Foundation
import GtkKit
import Language
import ProgramFiles

/// The desktop program. Its main is synchronous, because GTK's loop must stay on the main thread.
@main
struct DukeDirectory: ParsableCommand, Sendable {
    static let configuration = CommandConfiguration(
        commandName: "duke-directory", abstract: translated("Find the people in your class, in a window."),
        discussion: translated(
            """
            With --screenshot, everything else is done first. Then the window is written to a PNG file and closed. \
            Set DUKE_DIRECTORY_PASSWORD to sign in.
            """),
        version: ProgramVersion.current)

    @Option(
        help: ArgumentHelp(translated("Folder for the directory’s data (default: ~/.local/share/duke-directory).")),
        completion: .directory)
    var sandbox: String?
    @Option(help: ArgumentHelp(translated("Address of the class server; remembered."))) var server: String?
    @Option(help: ArgumentHelp(translated("Your NetID; remembered."))) var netid: String?
    @Option(help: ArgumentHelp(translated("Text to search for."))) var search: String?
    @Option(
        help: ArgumentHelp(translated("Collection to open: \(Self.collectionNames).")),
        completion: .list(Collections.all.map { $0.collection.name }))
    var collection: String?
    @Option(
        help: ArgumentHelp(
            translated("DUID of the person, or number of the record, to open.")))
    var show: Int?
    @Flag(help: ArgumentHelp(translated("Open your own record."))) var showOwn = false
    @Option(help: ArgumentHelp(translated("Saved query to show.")), completion: .list(Self.queryNames))
    var query: String?
    @Option(help: ArgumentHelp(translated("How to show the list; remembered."))) var look: ListLayout?
    @Flag(help: ArgumentHelp(translated("Open an empty form, or edit the record of --show."))) var edit = false
    @Option(help: ArgumentHelp(translated("Download right away: replace or update."))) var download: Download?
    @Option(
        help: ArgumentHelp(translated("Write the window to this PNG file and quit.")),
        completion: .file(extensions: ["png"]))
    var screenshot: String?
    @Option(
        help: ArgumentHelp(translated("Write a PNG picture of the window to this folder after each change.")),
        completion: .directory)
    var record: String?
    @OptionGroup(title: translated("Rosters")) var roster: RosterTask
    @Option(help: ArgumentHelp(translated("Size of the window."))) var size: WindowSize?
    @Flag(help: ArgumentHelp(translated("Use the dark style."))) var dark = false
    @Option(help: ArgumentHelp(translated("Do this in the window that is already open."), visibility: .hidden))
    var desktopAction: DesktopAction?
    @Flag(
        help: ArgumentHelp(
            translated("Wait in the background for requests from the desktop."), visibility: .hidden))
    var gapplicationService = false
    @Option(
        help: ArgumentHelp(
            translated("Type this text, print how long each letter took to draw, and quit."), visibility: .hidden))
    var measure: String?
    @Argument(
        help: ArgumentHelp(translated("Files to import.")),
        completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var files: [String] = []

    func validate() throws {
        if sandbox?.isEmpty == true { throw ValidationError(translated("--sandbox requires the name of a folder.")) }
        if let problem = netid.flatMap(SignIn.problem(ofOption:)) { throw ValidationError(problem) }
        if let collection, !known.contains(where: { $0.collection.name == collection }) {
            let names = known.map { $0.collection.name }.joined(separator: ", ")
            throw ValidationError(translated("--collection must be one of \(names)."))
        }
    }

    func run() throws {
        MainActor.assumeIsolated { Foundation.exit(start()) }
    }

    @MainActor
    private func start() -> Int32 {
        Heap.limitFreedMemory()
        guard Desktop.hasDisplay else {
            printError(translated("This program needs a display. Start it from a desktop, or use “make run”."))
            return 1
        }
        let instance: Application.Instance = gapplicationService ? .service : isRequested ? .separate : .unique
        let program = Program(instance: instance, options: self)
        return program.run(opening: files.map { URL(filePath: $0) }, doing: desktopAction?.rawValue)
    }
}

extension DukeDirectory {
    enum Download: String, ExpressibleByArgument, CaseIterable { case replace, update }

    var folder: URL { Sandbox.folder(named: sandbox) }

    /// The collections of the program, and those of files in the sandbox.
    private var known: [Definition] { Collections.all + CollectionFolder(in: folder).definitions }

    /// True if the program ends by itself.
    var ends: Bool { screenshot != nil || roster.file != nil || measure != nil }

    /// True if the command line has a task that an open window would not do.
    private var isRequested: Bool {
        ends || edit || showOwn || look != nil || download != nil || show != nil
            || [sandbox, record, server, netid, collection, search, query].contains { $0 != nil }
    }

    /// The collection to open; searching and showing default to people.
    var collectionToOpen: String? {
        if let collection { return collection }
        return search != nil || show != nil || showOwn || edit ? Definition.people.collection.name : nil
    }

    private static var collectionNames: String { Collections.all.map { $0.collection.name }.joined(separator: ", ") }
    private static var queryNames: [String] { once(Collections.all.flatMap { $0.queryNames }) }
    static var groupingNames: [String] { once(Collections.all.flatMap { $0.groupingNames }) }

    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    /// Options that the collection does not have, in sentences.
    func missing(in collection: CollectionInfo) -> [String] {
        guard let definition = known.first(where: { $0.collection == collection }) else { return [] }
        let (queries, groupings, looks) = (
            definition.queryNames, definition.groupingNames, ListLayout.offered(by: definition)
        )
        var sentences: [String] = []
        if let query, queries.isEmpty {
            sentences.append(translated("Unknown query “\(query)”. This list has none."))
        } else if let query, !queries.contains(query) {
            let known = queries.joined(separator: ", ")
            sentences.append(translated("Unknown query “\(query)”. Use one of \(known)."))
        }
        if let name = roster.groupBy, !groupings.contains(name) {
            let known = groupings.joined(separator: ", ")
            sentences.append(
                groupings.count == 1
                    ? translated("Unknown grouping “\(name)”. Use \(known).")
                    : translated("Unknown grouping “\(name)”. Use one of \(known)."))
        }
        if let look, !looks.contains(look) {
            let (name, known) = (look.rawValue, looks.map(\.rawValue).joined(separator: ", "))
            sentences.append(translated("\(collection.title) cannot be shown as “\(name)”. Use one of \(known)."))
        }
        return sentences
    }
}

extension Definition {
    fileprivate var queryNames: [String] { queries.map(\.id) }
    fileprivate var groupingNames: [String] { groupings.map(\.id) }
}

extension WindowSize: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
