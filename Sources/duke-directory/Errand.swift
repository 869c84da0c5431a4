import ArgumentParser
import DirectoryModel
import DirectoryScreens
import DirectoryWindow
import Foundation
import GtkKit

/// What the command line asks the window to do by itself.
struct Errand {
    enum Download: String, ExpressibleByArgument, CaseIterable { case replace, update }

    let sandbox: URL
    /// True where the command line named the sandbox.
    let isSandboxNamed: Bool
    let server: String?
    let netid: String?
    let search: String?
    let show: Int?
    let download: Download?
    let screenshot: String?
    let measure: String?

    /// True where the command line asks for anything a window that is open already would not do.
    var isAsked: Bool {
        ends || isSandboxNamed || download != nil || show != nil || [server, netid, search].contains { $0 != nil }
    }

    /// True where the program ends by itself.
    var ends: Bool { screenshot != nil || measure != nil }
}

/// Does an errand: download first, then search, then open, then the screenshot.
@MainActor
final class ErrandRunner {
    private let errand: Errand
    private let screen: CollectionScreen<DukePerson>
    private let pane: DirectoryPane
    private let end: @MainActor (Int32) -> Void
    private var isStarted = false

    init(
        errand: Errand, screen: CollectionScreen<DukePerson>, pane: DirectoryPane,
        end: @escaping @MainActor (Int32) -> Void
    ) {
        self.errand = errand
        self.screen = screen
        self.pane = pane
        self.end = end
    }

    /// Begins once the first frame is on the screen; later calls do nothing.
    func start() {
        guard !isStarted else { return }
        isStarted = true
        if errand.ends {
            Desktop.stillCursor()
            Desktop.setAnimations(enabled: false)
        }
        Task { await run() }
    }

    private func run() async {
        await frame()
        let firstFrame = Date()
        screen.list.firstFrameDrawn()
        if !errand.ends { pane.firstFrameDrawn() }
        switch errand.download {
        case .replace: screen.transfer.downloadTapped(); screen.transfer.replaceTapped()
        case .update: screen.transfer.downloadTapped(); screen.transfer.updateTapped()
        case nil: break
        }
        if errand.download != nil {
            if errand.ends { await settled() } else { await transferred() }
        }
        if let text = errand.search { screen.list.searchChanged(text) }
        if let key = errand.show, !screen.open(key: key) { complain("Nobody has the DUID \(key).") }
        if let text = errand.measure { await measure(text, firstFrame: firstFrame) }
        if let path = errand.screenshot { await shoot(path) }
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
            complain("The screenshot “\(path)” could not be written. Check the name and the permissions.")
            end(4)
        }
    }

    /// Types `text` a letter at a time and says how long each took from key to painted frame.
    private func measure(_ text: String, firstFrame: Date) async {
        if let started = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_STARTED"].flatMap(Double.init) {
            print("first frame ms", Int((firstFrame.timeIntervalSince1970 - started) * 1000))
        }
        try? await screen.list.searchReady()
        for length in 0...text.count {
            let before = ContinuousClock.now
            screen.list.searchChanged(String(text.prefix(length)))
            while screen.list.isSearching { await Task.yield() }
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
            answer(screen.transfer)
        } while !pane.isSettled
        for _ in 0..<4 { await frame() }
        while !pane.isSettled { await frame() }
    }

    /// Waits until the download is done, or somebody is asked about it.
    private func transferred() async {
        await frame()
        while screen.transfer.isRunning { await frame() }
    }

    private func frame() async {
        await withCheckedContinuation { next in pane.window.afterNextFrame { next.resume() } }
    }

    private func complain(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
    }
}
