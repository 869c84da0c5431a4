import ArgumentParser
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWindow
import Foundation
import GtkKit
import Language

/// The desktop program: a synchronous main, for GTK's loop has to stay on the process's main thread.
@main
struct DukeDirectory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duke-directory", abstract: translated("The people of a class, in a window."),
        discussion: translated(
            """
            With --screenshot the window does everything else that was asked first, waits until nothing is pending, \
            is written as a PNG and ends. The password may be given in DUKE_DIRECTORY_PASSWORD.
            """),
        version: "0.1.0")

    @Option(help: ArgumentHelp(translated("The folder the directory rests in.")), completion: .directory)
    var sandbox: String?
    @Option(help: ArgumentHelp(translated("The class server's address; remembered."))) var server: String?
    @Option(help: ArgumentHelp(translated("Your NetID; remembered."))) var netid: String?
    @Option(help: ArgumentHelp(translated("What to search for."))) var search: String?
    @Option(
        help: ArgumentHelp(translated("The collection to open: \(LaunchTask.collectionNames).")),
        completion: .list(Collections.all.map { $0.collection.name }))
    var collection: String?
    @Option(
        help: ArgumentHelp(
            translated("The DUID of the person to open, or the number of a record of the open collection.")))
    var show: Int?
    @Option(help: ArgumentHelp(translated("The saved query to show.")), completion: .list(LaunchTask.queryNames))
    var query: String?
    @Flag(help: ArgumentHelp(translated("Open an empty form, or that of the record --show names."))) var edit = false
    @Option(help: ArgumentHelp(translated("Download at once: replace or update."))) var download: LaunchTask.Download?
    @Option(
        help: ArgumentHelp(translated("Write the window to this PNG file and end.")),
        completion: .file(extensions: ["png"]))
    var screenshot: String?
    @OptionGroup(title: translated("Rosters")) var roster: RosterTask
    @Option(help: ArgumentHelp(translated("The window's size."))) var size: WindowSize?
    @Flag(help: ArgumentHelp(translated("Dark, whatever the desktop says."))) var dark = false
    @Option(help: ArgumentHelp(translated("Do this in the window that is open already."), visibility: .hidden))
    var desktopAction: DesktopAction?
    @Flag(
        help: ArgumentHelp(
            translated("Wait for the desktop to ask for something, and show nothing."), visibility: .hidden))
    var gapplicationService = false
    @Option(
        help: ArgumentHelp(
            translated("Type this text, say how long each letter took to paint, and end."), visibility: .hidden))
    var measure: String?
    @Argument(
        help: ArgumentHelp(translated("Files to take in.")),
        completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var files: [String] = []

    func validate() throws {
        if sandbox?.isEmpty == true { throw ValidationError(translated("--sandbox needs the name of a folder.")) }
        if let collection, !LaunchTask.hasCollection(named: collection) {
            throw ValidationError(translated("--collection has to be one of \(LaunchTask.collectionNames)."))
        }
    }

    func run() throws {
        MainActor.assumeIsolated { Foundation.exit(start()) }
    }

    @MainActor
    private func start() -> Int32 {
        guard Desktop.hasDisplay else {
            complain(translated("There is no display to open a window on. Start it from a desktop, or use make run."))
            return 1
        }
        let instance: Application.Instance = gapplicationService ? .service : launchTask.isAsked ? .separate : .unique
        let program = Program(instance: instance, launchTask: launchTask, size: size, isDark: dark)
        return program.run(opening: files.map { URL(filePath: $0) }, doing: desktopAction?.rawValue)
    }

    private var launchTask: LaunchTask {
        LaunchTask(
            sandbox: Sandbox.folder(named: sandbox), isSandboxNamed: sandbox != nil, server: server, netid: netid,
            collection: collection, search: search, query: query, show: show, isEditing: edit, download: download,
            screenshot: screenshot, roster: roster, measure: measure)
    }
}

/// How large the window opens, as in 1100x760.
struct WindowSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        let numbers = argument.lowercased().split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (200...8000).contains($0) }) else { return nil }
        (width, height) = (numbers[0], numbers[1])
    }

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
