public import ArgumentParser
import DirectoryModel
public import DirectoryScreens
import DirectoryWidgets
import DirectoryWindow
import Foundation
import GtkKit
import Language

/// The tasks for the window from the command line.
struct LaunchTask {
    enum Download: String, ExpressibleByArgument, CaseIterable { case replace, update }

    let sandbox: URL
    /// True where the command line named the sandbox.
    let isSandboxNamed: Bool
    let server: String?
    let netid: String?
    let collection: String?
    let search: String?
    let query: String?
    let look: ListLayout?
    let show: Int?
    /// True where one's own record is opened.
    let showsOwn: Bool
    /// True where the form of what is shown is opened, or an empty one.
    let isEditing: Bool
    let download: Download?
    let screenshot: String?
    /// The folder that pictures of the window are written to while it is used.
    let recording: String?
    let roster: RosterTask
    let measure: String?

    /// True where the command line has a task that a window that is already open would not do.
    var isAsked: Bool {
        ends || isSandboxNamed || isEditing || recording != nil || look != nil || download != nil || show != nil
            || showsOwn
            || [server, netid, collection, search, query].contains { $0 != nil }
    }

    /// The collection to open: where the command line does not name one, searching and showing mean people.
    var collectionToOpen: String? {
        if let collection { return collection }
        return search != nil || show != nil || showsOwn || isEditing ? DukePerson.collection.name : nil
    }

    /// The names of collections on the command line, as a list.
    static var collectionNames: String { Collections.all.map { $0.collection.name }.joined(separator: ", ") }

    /// True where a collection is called `name` on the command line.
    static func hasCollection(named name: String) -> Bool { Collections.all.contains { $0.collection.name == name } }

    /// True where the program ends by itself.
    var ends: Bool { screenshot != nil || roster.file != nil || measure != nil }
}

extension ListLayout: ExpressibleByArgument {}

/// Runs a launch task: download first, then search, then open, then the screenshot.
@MainActor
final class LaunchTaskRunner {
    private let launchTask: LaunchTask
    private let screen: DirectoryScreen
    private let pane: DirectoryPane
    private let end: @MainActor (Int32) -> Void
    private var isStarted = false

    init(
        launchTask: LaunchTask, screen: DirectoryScreen, pane: DirectoryPane,
        end: @escaping @MainActor (Int32) -> Void
    ) {
        self.launchTask = launchTask
        self.screen = screen
        self.pane = pane
        self.end = end
    }

    /// Begins once the first frame is on the screen; later calls have no effect.
    func start() {
        guard !isStarted else { return }
        isStarted = true
        if launchTask.ends {
            Desktop.stillCursor()
            Desktop.setAnimations(enabled: false)
        }
        Task { await run() }
    }

    private func run() async {
        await frame()
        let firstFrame = Date()
        screen.firstFrameDrawn()
        if !launchTask.ends { screen.open.editing.askAboutDraft() }
        guard await isShown() else {
            if launchTask.ends { end(1) }
            return
        }
        if let text = launchTask.measure { await measure(text, firstFrame: firstFrame) }
        if let file = launchTask.roster.file, await !isWritten(roster: file) { return }
        if let path = launchTask.screenshot { await shoot(path) }
    }

    /// Shows what was requested, and reports what is missing.
    /// - Returns: false where something is missing.
    private func isShown() async -> Bool {
        let missing = launchTask.missing(in: screen.open.collection)
        for sentence in missing { complain(sentence) }
        if launchTask.ends, !missing.isEmpty { return false }
        if let how = launchTask.download { await download(how) }
        // A record to open may still be on its way.
        while !screen.open.canTakeOver { await frame() }
        if let look = launchTask.look { screen.open.list.looks.lookChosen(look.rawValue) }
        if let text = launchTask.search { screen.open.list.searchChanged(text) }
        if let query = launchTask.query { _ = screen.open.list.queryChosen(id: query) }
        return isOpened() && missing.isEmpty
    }

    /// Opens the requested record and form.
    /// - Returns: false where no record has the key, which is reported.
    private func isOpened() -> Bool {
        if launchTask.showsOwn {
            screen.myRecordTapped()
            if launchTask.isEditing { screen.open.editing.editTapped() }
            return true
        }
        guard let key = launchTask.show else {
            if launchTask.isEditing { screen.open.editing.addTapped() }
            return true
        }
        guard screen.open.open(key: key) else {
            complain(notThere(key))
            return false
        }
        if launchTask.isEditing { screen.open.editing.editTapped() }
        return true
    }

    /// - Returns: false where the roster could not be written, which ends the program.
    private func isWritten(roster file: String) async -> Bool {
        await settled()
        // A fetch may have removed the record meanwhile.
        if let key = launchTask.show, screen.open.openKey != key {
            complain(notThere(key))
            end(1)
            return false
        }
        do throws(PrintError) {
            _ = try await pane.exportRoster(
                launchTask.roster.options(isCard: launchTask.show != nil), to: URL(filePath: file))
            if launchTask.screenshot == nil { end(0) }
            return true
        } catch {
            complain(error.description)
            end(4)
            return false
        }
    }

    private var people: CollectionScreen { screen.screen(of: DukePerson.self) }

    private func download(_ how: LaunchTask.Download) async {
        people.transfer.downloadTapped()
        switch how {
        case .replace: people.transfer.replaceTapped()
        case .update: people.transfer.updateTapped()
        }
        if launchTask.ends { await settled() } else { await transferred() }
    }

    private func notThere(_ key: Int) -> String {
        translated("No \(screen.open.collection.one) has the \(screen.open.keyLabel) \(key).")
    }

    private func answer(_ transfer: TransferScreen) {
        switch transfer.state {
        case .askingToEmpty: transfer.emptyAnswered(false)
        case .merging: transfer.mergeAnswered(.mine)
        case .previewing: transfer.applyTapped()
        case .idle, .choosing, .running: break
        }
    }

    private func shoot(_ path: String) async {
        await settled()
        for _ in 0..<300 {
            do {
                try Screenshot.png(of: pane.window, to: path)
                return end(0)
            } catch is Screenshot.NotDrawn {
                // On a busy machine the window may be drawn later.
                await frame()
            } catch { break }
        }
        complain(translated("The screenshot “\(path)” could not be written. Check the name and the permissions."))
        end(4)
    }

    /// Types `text` a letter at a time and prints the time from key to painted frame for each.
    private func measure(_ text: String, firstFrame: Date) async {
        if let started = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_STARTED"].flatMap(Double.init) {
            print("first frame ms", Int((firstFrame.timeIntervalSince1970 - started) * 1000))
        }
        try? await people.list.searchReady()
        for length in 0...text.count {
            let before = ContinuousClock.now
            people.list.searchChanged(String(text.prefix(length)))
            while people.list.isSearching { await Task.yield() }
            await frame()
            if length > 0 { print("keystroke ms", (ContinuousClock.now - before) / .milliseconds(1)) }
            // As where somebody types slowly: the rows that are not seen are there before the next letter.
            while !pane.isSettled { await frame() }
        }
        end(0)
    }

    /// Waits until no work is under way, and the result has been painted.
    private func settled() async {
        repeat {
            await frame()
            // No user is there to ask.
            answer(people.transfer)
        } while !pane.isSettled
        for _ in 0..<4 { await frame() }
        while !pane.isSettled { await frame() }
    }

    /// Waits until the download is done, or asks a question.
    private func transferred() async {
        await frame()
        while people.transfer.isRunning { await frame() }
    }

    private func frame() async {
        await withCheckedContinuation { next in pane.window.afterNextFrame { next.resume() } }
    }
}

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
