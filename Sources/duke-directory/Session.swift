import DirectoryKeyring
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWindow
import Foundation
import GtkKit
import Observation
import PictureKit
import ProgramFiles
import Resources
import Synchronization

/// One window with its screens and panes.
@MainActor
final class Session {
    private let screen: DirectoryScreen
    private let pane: DirectoryPane
    private let runner: LaunchTaskRunner
    private let memory: KeyFileStateStore
    private let recorder: Recorder?

    /// - Parameter end: ends the program with an exit code.
    init(
        application: Application, model: DataModel, options: DukeDirectory,
        end: @escaping @MainActor (Int32) -> Void
    ) throws {
        memory = KeyFileStateStore(
            options.sandbox != nil
                ? options.folder.appending(path: "window.ini") : KeyFileStateStore.standardFile())
        model.store.pictureScaler.withLock { $0 = { PictureImporter.square(from: $0) } }
        screen = try DirectoryScreen(
            store: model.store, emojis: HobbyEmojis(table: Resources.hobbyEmojis), passwords: options.passwords,
            overriding: (options.server, options.netid), memory: memory, collection: options.collectionToOpen)
        screen.appeared()
        pane = DirectoryPane(application: application, screen: screen)
        let size = options.size ?? memory.size
        pane.window.setDefaultSize(width: size?.width ?? 1100, height: size?.height ?? 760)
        if let width = memory.listWidth { pane.listWidth = width }
        if let problem = memory.problem { screen.open.notify(problem) }
        if !options.ends {
            pane.onUnseen { application.notify(id: "download", title: $0.title, body: $0.body) }
            pane.onListWidthChanged { [memory] in memory.listWidth = $0 }
            // Runs only if no form keeps the window open.
            pane.window.onCloseRequest { [memory, weak window = pane.window] in
                memory.save(window)
                return false
            }
        }
        recorder = options.record.map { Recorder(folder: URL(filePath: $0)) }
        runner = LaunchTaskRunner(options: options, screen: screen, pane: pane, end: end)
    }

    func close() { pane.window.close() }

    func present() {
        pane.window.present()
        runner.start()
        recorder?.start()
    }

    func notify(_ sentence: String) { screen.open.notify(sentence) }

    /// Imports files into the open collection, one after the other.
    func accept(_ files: [URL]) {
        Task {
            for file in files {
                await untilReady()
                await screen.open.importChosen(file)
            }
        }
    }

    private func untilReady() async {
        while !screen.open.canReplaceList {
            await withCheckedContinuation { next in
                withObservationTracking {
                    _ = screen.open.canReplaceList
                } onChange: {
                    next.resume()
                }
            }
        }
    }

    /// Runs `body` once the window is shown. A question on the screen comes first.
    func whenShown(_ body: @escaping @MainActor (DirectoryScreen) -> Void) {
        // The first frame asks about an unfinished form.
        pane.window.afterNextFrame { [screen] in
            if !screen.open.editing.hasDraft { body(screen) }
        }
    }

    /// Performs an action on people once the window is shown.
    func perform(_ action: ActionID) {
        whenShown { screen in screen.collectionChosen(Definition.people.collection.name) { screen.perform(action) } }
    }
}

extension DukeDirectory {
    fileprivate var passwords: Passwords {
        Passwords(
            // A named sandbox is self-contained.
            passwordStore: sandbox != nil ? PasswordFile(sandbox: folder) : PasswordStoreSelector(sandbox: folder),
            environment: ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"])
    }
}

/// The style sheet, the icons, and the color scheme.
@MainActor
enum Appearance {
    static func install(isDark: Bool) {
        StyleSheet.install { Resources.style(isDark: $0.isDark, isThemeOurs: $0.kind == .standard) }
        // A checkout has the icons in its data; an installed program has them with all icons.
        if let data = DataFolder.locate() { Desktop.addIcons(in: data.appending(path: "icons").path) }
        Desktop.markNoLabelOnFocus()
        if isDark { Desktop.forceDark(true) } else { Desktop.followColorScheme() }
    }
}
