import DirectoryKeyring
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWindow
import Foundation
import GtkKit
import Resources

/// One window with everything behind it: the model, the screens and the panes, wired.
@MainActor
final class Session {
    private let screen: DirectoryScreen
    private let pane: DirectoryPane
    private let runner: ErrandRunner
    private let memory: KeyFileMemory

    /// Opens the sandbox; a first launch finds one's own record in it.
    /// - Parameter end: ends the program with an exit code.
    init(
        application: Application, errand: Errand, size: WindowSize?, end: @escaping @MainActor (Int32) -> Void
    ) throws {
        let model = try DataModel(undoableIn: errand.sandbox)
        try model.makeOwnRecordIfFirstLaunch()
        let passwords = Passwords(
            // A sandbox of its own keeps everything in it, and lends nothing from the desktop.
            keeper: errand.isSandboxNamed
                ? PasswordFile(sandbox: errand.sandbox) : BestKeeper(sandbox: errand.sandbox),
            environment: ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"])
        memory = KeyFileMemory(
            errand.isSandboxNamed
                ? errand.sandbox.appending(path: "window.ini") : KeyFileMemory.standardFile())
        screen = try DirectoryScreen(
            store: model.store, emojis: HobbyEmojis(table: Resources.hobbyEmojis), passwords: passwords,
            overriding: (errand.server, errand.netid), memory: memory, collection: errand.collection)
        screen.appeared()
        pane = try DirectoryPane(application: application, screen: screen)
        let last = memory.size.map { WindowSize(width: $0.width, height: $0.height) }
        let size = size ?? last ?? WindowSize(width: 1100, height: 760)
        pane.window.setDefaultSize(width: size.width, height: size.height)
        if let problem = memory.problem { screen.open.say(problem) }
        if !errand.ends {
            // Asked only where nothing keeps the window open.
            pane.window.onCloseRequest { [memory, weak window = pane.window] in
                memory.remember(window)
                return false
            }
        }
        runner = ErrandRunner(errand: errand, screen: screen, pane: pane, end: end)
    }

    /// Closes the window, unless somebody wants to keep what they were typing.
    func close() { pane.window.close() }

    func present() {
        pane.window.present()
        runner.start()
    }

    /// Does what the desktop's menu offers, once the window shows that collection. A question on the screen comes first.
    func perform(_ action: DesktopAction) {
        show(DukePerson.collection) { open in
            switch action {
            case .newPerson: open.addTapped()
            case .download: if open.listState.canTakeOver { open.downloadTapped() }
            }
        }
    }

    /// Takes the files in, one after the other, into the collection that is open.
    func takeIn(_ files: [URL]) {
        Task { for file in files { await screen.open.importChosen(file) } }
    }

    private func show(
        _ collection: DirectoryModel.Collection, then: @escaping @MainActor (any AnyCollectionScreen) -> Void
    ) {
        // The first frame is what asks about a form that was left.
        pane.window.afterNextFrame { [screen] in
            guard screen.open.draftQuestion == nil else { return }
            screen.collectionChosen(collection.name) { then(screen.open) }
        }
    }
}

/// Colours, style sheet and stillness.
@MainActor
enum Appearance {
    static func install(isDark: Bool) {
        StyleSheet.install(Resources.style)
        Desktop.markNoLabelOnFocus()
        if isDark { Desktop.forceDark(true) } else { Desktop.followColorScheme() }
    }
}
