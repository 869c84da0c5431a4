import DirectoryWidgets
import ArgumentParser
import DirectoryModel
import DirectoryScreens
import DirectoryWindow
import Foundation
import GtkKit
import Language

/// What the command line asks the window to do by itself.
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
    let show: Int?
    /// True where the form of what is shown is opened, or an empty one.
    let isEditing: Bool
    let download: Download?
    let screenshot: String?
    let roster: RosterTask
    let measure: String?

    /// True where the command line asks for anything a window that is open already would not do.
    var isAsked: Bool {
        ends || isSandboxNamed || isEditing || download != nil || show != nil
            || [server, netid, collection, search, query].contains { $0 != nil }
    }

    /// The collection to open: where none was named, what is searched for and shown are people.
    var collectionToOpen: String? {
        if let collection { return collection }
        return search != nil || show != nil || isEditing ? DukePerson.collection.name : nil
    }

    /// What collections are called on the command line, as a list.
    static var collectionNames: String { Collections.all.map { $0.collection.name }.joined(separator: ", ") }

    /// True where a collection is called `name` on the command line.
    static func hasCollection(named name: String) -> Bool { Collections.all.contains { $0.collection.name == name } }

    /// True where the program ends by itself.
    var ends: Bool { screenshot != nil || roster.file != nil || measure != nil }
}

/// Does an errand: download first, then search, then open, then the screenshot.
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

    /// Begins once the first frame is on the screen; later calls do nothing.
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
        if !launchTask.ends { pane.firstFrameDrawn() }
        guard await isShown() else {
            if launchTask.ends { end(1) }
            return
        }
        if let text = launchTask.measure { await measure(text, firstFrame: firstFrame) }
        if let file = launchTask.roster.file, await !isWritten(roster: file) { return }
        if let path = launchTask.screenshot { await shoot(path) }
    }

    /// Brings up what was asked for, and says what of it there is not.
    /// - Returns: false where something is not there.
    private func isShown() async -> Bool {
        let missing = launchTask.missing(in: screen.open.collection)
        for sentence in missing { complain(sentence) }
        if launchTask.ends, !missing.isEmpty { return false }
        if let how = launchTask.download { await download(how) }
        // What is opened below may be on its way.
        while !screen.open.listState.canTakeOver { await frame() }
        if let text = launchTask.search { screen.open.searchChanged(text) }
        if let query = launchTask.query { _ = screen.open.queryChosen(id: query) }
        return isOpened() && missing.isEmpty
    }

    /// Opens the record and the form that were asked for.
    /// - Returns: false where nobody has the key, which is said.
    private func isOpened() -> Bool {
        guard let key = launchTask.show else {
            if launchTask.isEditing { screen.open.addTapped() }
            return true
        }
        guard screen.open.open(key: key) else {
            complain(notThere(key))
            return false
        }
        if launchTask.isEditing { screen.open.editTapped(nil) }
        return true
    }

    /// - Returns: false where the roster could not be written, which ends the program.
    private func isWritten(roster file: String) async -> Bool {
        await settled()
        // What is fetched meanwhile may take somebody away.
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

    private var people: CollectionScreen<DukePerson> { screen.screen(of: DukePerson.self) }

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

    private func answer(_ transfer: TransferScreen<DukePerson>) {
        switch transfer.state {
        case .askingToEmpty: transfer.emptyAnswered(false)
        case .merging: transfer.mergeAnswered(.mine)
        case .previewing: transfer.applyTapped()
        case .idle, .choosing, .running: break
        }
    }

    private func shoot(_ path: String) async {
        await settled()
        do {
            try Screenshot.png(of: pane.window, to: path)
            end(0)
        } catch {
            complain(translated("The screenshot “\(path)” could not be written. Check the name and the permissions."))
            end(4)
        }
    }

    /// Types `text` a letter at a time and says how long each took from key to painted frame.
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
        }
        end(0)
    }

    /// Waits until nothing is under way, and what came of it has been painted.
    private func settled() async {
        repeat {
            await frame()
            // Nobody is there to ask.
            answer(people.transfer)
        } while !pane.isSettled
        for _ in 0..<4 { await frame() }
        while !pane.isSettled { await frame() }
    }

    /// Waits until the download is done, or somebody is asked about it.
    private func transferred() async {
        await frame()
        while people.transfer.isRunning { await frame() }
    }

    private func frame() async {
        await withCheckedContinuation { next in pane.window.afterNextFrame { next.resume() } }
    }
}
