import DirectoryKeyring
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWindow
import Foundation
import GtkKit
import Observation
import ProgramFiles
import Resources

/// One window with everything behind it: the model, the screens and the panes, wired.
@MainActor
final class Session {
    private let screen: DirectoryScreen
    private let pane: DirectoryPane
    private let runner: LaunchTaskRunner
    private let memory: KeyFileStateStore

    /// Opens a window on `model`.
    /// - Parameter end: ends the program with an exit code.
    init(
        application: Application, model: DataModel, launchTask: LaunchTask, size: WindowSize?,
        end: @escaping @MainActor (Int32) -> Void
    ) throws {
        let passwords = Passwords(
            // A sandbox of its own keeps everything in it, and lends nothing from the desktop.
            passwordStore: launchTask.isSandboxNamed
                ? PasswordFile(sandbox: launchTask.sandbox) : PasswordStoreSelector(sandbox: launchTask.sandbox),
            environment: ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"])
        memory = KeyFileStateStore(
            launchTask.isSandboxNamed
                ? launchTask.sandbox.appending(path: "window.ini") : KeyFileStateStore.standardFile())
        screen = try DirectoryScreen(
            store: model.store, emojis: HobbyEmojis(table: Resources.hobbyEmojis), passwords: passwords,
            overriding: (launchTask.server, launchTask.netid), memory: memory, collection: launchTask.collectionToOpen)
        screen.appeared()
        pane = try DirectoryPane(application: application, screen: screen)
        let last = memory.size.map { WindowSize(width: $0.width, height: $0.height) }
        let size = size ?? last ?? WindowSize(width: 1100, height: 760)
        pane.window.setDefaultSize(width: size.width, height: size.height)
        if let width = memory.listWidth { pane.listWidth = width }
        if let problem = memory.problem { screen.open.say(problem) }
        if !launchTask.ends {
            pane.onUnseen { application.notify(id: "download", title: $0.title, body: $0.body) }
            pane.onListWidthChanged { [memory] in memory.listWidth = $0 }
            // Asked only where nothing keeps the window open.
            pane.window.onCloseRequest { [memory, weak window = pane.window] in
                memory.remember(window)
                return false
            }
        }
        runner = LaunchTaskRunner(launchTask: launchTask, screen: screen, pane: pane, end: end)
    }

    /// Closes the window, unless somebody wants to keep what they were typing.
    func close() { pane.window.close() }

    func present() {
        pane.window.present()
        runner.start()
    }

    /// Puts a sentence into the toast.
    func say(_ sentence: String) { screen.open.say(sentence) }

    /// Opens a record, once the window is up. A question on the screen comes first.
    func open(_ record: RecordReference) { whenShown { $0.linkChosen(record) } }

    /// Searches all collections, once the window is up.
    func searchEverywhere(_ text: String) {
        whenShown { [pane] screen in
            screen.everywhere.textChanged(text)
            pane.openEverywhere()
        }
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

    /// Takes the files in, one after the other, into the collection that is open, once nothing else is under way there.
    func takeIn(_ files: [URL]) {
        Task {
            for file in files {
                await untilReady()
                await screen.open.importChosen(file)
            }
        }
    }

    private func untilReady() async {
        while !screen.open.listState.canTakeOver {
            await withCheckedContinuation { next in
                withObservationTracking {
                    _ = screen.open.listState.canTakeOver
                } onChange: {
                    next.resume()
                }
            }
        }
    }

    private func show(
        _ collection: CollectionInfo, then: @escaping @MainActor (any AnyCollectionScreen) -> Void
    ) {
        whenShown { screen in screen.collectionChosen(collection.name) { then(screen.open) } }
    }

    private func whenShown(_ body: @escaping @MainActor (DirectoryScreen) -> Void) {
        // The first frame is what asks about a form that was left.
        pane.window.afterNextFrame { [screen] in
            if screen.open.draftAlert == nil { body(screen) }
        }
    }
}

/// Colours, style sheet and stillness.
@MainActor
enum Appearance {
    static func install(isDark: Bool) {
        StyleSheet.install(Resources.style)
        // A checkout has them among its data; what is installed has them where all icons are.
        if let data = DataFolder.locate() { Desktop.addIcons(in: data.appending(path: "icons").path) }
        Desktop.markNoLabelOnFocus()
        if isDark { Desktop.forceDark(true) } else { Desktop.followColorScheme() }
    }
}
