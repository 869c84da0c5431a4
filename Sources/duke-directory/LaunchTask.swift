public import ArgumentParser
import DirectoryModel
public import DirectoryScreens
import DirectoryWidgets
import DirectoryWindow
import Foundation
import GtkKit
import Language

extension ListLayout: ExpressibleByArgument {}

/// Does the command line's tasks: download, then search, open, and take the screenshot.
@MainActor
final class LaunchTaskRunner {
    private let options: DukeDirectory
    private let screen: DirectoryScreen
    private let pane: DirectoryPane
    private let end: @MainActor (Int32) -> Void
    private var isStarted = false

    init(
        options: DukeDirectory, screen: DirectoryScreen, pane: DirectoryPane, end: @escaping @MainActor (Int32) -> Void
    ) {
        self.options = options
        self.screen = screen
        self.pane = pane
        self.end = end
    }

    /// Starts once the first frame is on screen; later calls are ignored.
    func start() {
        guard !isStarted else { return }
        isStarted = true
        if options.ends {
            Desktop.stillCursor()
            Desktop.setAnimations(enabled: false)
        }
        Task { await run() }
    }

    private func run() async {
        await frame()
        let firstFrame = Date()
        screen.firstFrameDrawn()
        giveBackWhatReadingTook()
        if !options.ends { screen.open.editing.askAboutDraft() }
        guard await isShown() else {
            if options.ends { end(1) }
            return
        }
        if let text = options.measure { await measure(text, firstFrame: firstFrame) }
        if let file = options.roster.file, await !isWritten(roster: file) { return }
        if let path = options.screenshot { await shoot(path) }
    }

    /// Reading a long list leaves much freed memory.
    private func giveBackWhatReadingTook() {
        Task { [list = screen.open.list] in
            await list.searchReady()
            await Task.detached { Heap.trim() }.value
        }
    }

    /// Shows what was requested and reports what is missing.
    /// - Returns: false if something is missing.
    private func isShown() async -> Bool {
        let missing = options.missing(in: screen.open.definition.collection)
        for sentence in missing { printError(sentence) }
        if options.ends, !missing.isEmpty { return false }
        if let strategy = options.download { await download(strategy) }
        // The record to open may not have arrived yet.
        while !screen.open.canReplaceList { await frame() }
        if let look = options.look { screen.open.list.looks.lookChosen(look.rawValue) }
        if let text = options.search { screen.open.list.searchChanged(text) }
        if let query = options.query { _ = screen.open.list.looks.queryChosen(id: query) }
        return isOpened() && missing.isEmpty
    }

    /// Opens the requested record and form.
    /// - Returns: false if the record does not exist, which is reported.
    private func isOpened() -> Bool {
        if options.showOwn {
            screen.myRecordTapped()
            if options.edit { screen.open.editing.editTapped() }
            return true
        }
        guard let key = options.show else {
            if options.edit { screen.open.editing.addTapped() }
            return true
        }
        guard screen.open.open(key: key) else {
            printError(notThere(key))
            return false
        }
        if options.edit { screen.open.editing.editTapped() }
        return true
    }

    /// - Returns: false if the roster could not be written, which ends the program.
    private func isWritten(roster file: String) async -> Bool {
        await finished()
        // A fetch may have removed the record.
        if let key = options.show, screen.open.openKey != key {
            printError(notThere(key))
            end(1)
            return false
        }
        do throws(PrintError) {
            _ = try await pane.exportRoster(
                options.roster.options(isCard: options.show != nil), to: URL(filePath: file))
            if options.screenshot == nil { end(0) }
            return true
        } catch {
            printError(error.description)
            end(4)
            return false
        }
    }

    private var people: CollectionScreen { screen.screen(of: .people) }

    private func download(_ strategy: DukeDirectory.Download) async {
        people.transfer.downloadTapped()
        switch strategy {
        case .replace: people.transfer.replaceTapped()
        case .update: people.transfer.updateTapped()
        }
        if options.ends { await finished() } else { await transferred() }
    }

    private func notThere(_ key: Int) -> String {
        translated("No \(screen.open.definition.collection.one) has the \(screen.open.keyLabel) \(key).")
    }

    private func answer(_ transfer: ListUpdate) {
        switch transfer.state {
        case .askingToEmpty: transfer.emptyAnswered(false)
        case .merging: transfer.mergeAnswered(.mine)
        case .previewing: transfer.applyTapped()
        case .idle, .choosing, .running: break
        }
    }

    private func shoot(_ path: String) async {
        await finished()
        for _ in 0..<300 {
            do {
                try Screenshot.png(of: pane.window, to: path)
                return end(0)
            } catch is Screenshot.NotDrawn {
                // On a busy machine the window may be drawn later.
                await frame()
            } catch { break }
        }
        printError(translated("The screenshot “\(path)” could not be written. Check the name and the permissions."))
        end(4)
    }

    /// Types `text` and prints the time from each key to its painted frame.
    private func measure(_ text: String, firstFrame: Date) async {
        if let started = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_STARTED"].flatMap(Double.init) {
            print("first frame ms", Int((firstFrame.timeIntervalSince1970 - started) * 1000))
        }
        await people.list.searchReady()
        for length in 0...text.count {
            let before = ContinuousClock.now
            people.list.searchChanged(String(text.prefix(length)))
            while people.list.isSearching { await Task.yield() }
            await frame()
            if length > 0 { print("keystroke ms", (ContinuousClock.now - before) / .milliseconds(1)) }
            // As with slow typing, all rows are there before the next letter.
            while !pane.isIdle { await frame() }
        }
        end(0)
    }

    /// Waits until all work is done and painted.
    private func finished() async {
        repeat {
            await frame()
            // There is no user to ask.
            answer(people.transfer)
        } while !pane.isIdle
        for _ in 0..<4 { await frame() }
        while !pane.isIdle { await frame() }
    }

    private func transferred() async {
        await frame()
        while people.transfer.isRunning { await frame() }
    }

    private func frame() async {
        await withCheckedContinuation { next in pane.window.afterNextFrame { next.resume() } }
    }
}

/// The command line's roster options.
struct RosterTask: ParsableArguments, Sendable {
    @Option(
        name: .customLong("roster"),
        help: ArgumentHelp(translated("Write a PDF of the list, or of the record of --show, and quit.")),
        completion: .file(extensions: ["pdf"]))
    var file: String?
    @Option(
        help: ArgumentHelp(translated("Paper of the roster: \(Self.papers) (default: \(Paper.ofLocale.id)).")),
        completion: .list(Paper.all.map(\.id)))
    var paper: String?
    @Flag(help: ArgumentHelp(translated("Print the roster in landscape."))) var landscape = false
    @Option(
        help: ArgumentHelp(translated("How to divide the roster into sections, for example team.")),
        completion: .list(DukeDirectory.groupingNames))
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

    private var options: [String] {
        let given = [
            ("--paper", paper != nil), ("--landscape", landscape), ("--group-by", groupBy != nil),
            ("--columns", columns != nil), ("--sign-in", signIn), ("--title", title != nil),
        ]
        return given.filter(\.1).map(\.0)
    }

    private var chosenPaper: Paper? { Paper.all.first { $0.id == paper?.lowercased() } }

    private static var papers: String { Paper.all.map(\.id).joined(separator: ", ") }

    /// - Parameter isCard: true if one record was opened.
    func options(isCard: Bool) -> RosterOptions {
        RosterOptions {
            $0.subject = isCard ? .card : .list
            $0.grouping = groupBy ?? ""
            $0.columns = columns
            $0.hasSignIn = signIn
            $0.title = title ?? ""
            $0.paper = chosenPaper ?? .ofLocale
            $0.isLandscape = landscape
        }
    }
}
