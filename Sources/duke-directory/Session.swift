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
        if let width = memory.listWidth { pane.listWidth = width }
        if let problem = memory.problem { screen.open.say(problem) }
        if !errand.ends {
            pane.onListWidthChanged { [memory] in memory.listWidth = $0 }
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
