import ArgumentParser
import DirectoryKeyring
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWindow
import Foundation
import GtkKit

/// Actions in the desktop's menu for the program, named in its `.desktop` file.
enum DesktopAction: String, CaseIterable, ExpressibleByArgument {
    case newPerson = "new-person"
    case download
}

/// The running program: one application, and one session once a window is needed.
@MainActor
final class Program {
    private let application: Application
    private let options: DukeDirectory
    private var session: Session?
    private var model: DataModel?
    private var search: DesktopSearch?
    private var outcome: Int32 = 0
    /// True if the first launch skipped entries of the sandbox's file.
    private var hasSkipped = false
    private var opening: ModelOpening?
    private var preparing: Task<Void, Never>?
    private var stalls: LoopTimer?

    init(instance: Application.Instance, options: DukeDirectory) {
        application = Application(id: "io.github.dukedirectory.DukeDirectory", instance: instance)
        self.options = options
    }

    /// Runs until the last window is closed.
    /// - Returns: the exit status.
    func run(opening files: [URL], doing action: String?) -> Int32 {
        application.setDirectoryKeys()
        measureStalls()
        addActions()
        exportSearch()
        application.onStart { [self] in opening = ModelOpening(options.folder) }
        application.onOpen { [self] files in
            application.activate()
            session?.accept(files)
        }
        let status = application.run(opening: files, doing: action) { [self] in present() }
        do { try model?.store.flush() } catch { printError("\(error)") }
        return status == 0 ? outcome : status
    }

    /// Prints stalls of the window of at least `DUKE_DIRECTORY_STALLS` milliseconds.
    private func measureStalls() {
        guard let shortest = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_STALLS"].flatMap(Int.init) else {
            return
        }
        let step = 5
        var last = ContinuousClock.now
        stalls = MainLoop.every(seconds: Double(step) / 1000) {
            let stall = Int((ContinuousClock.now - last) / .milliseconds(1)) - step
            last = ContinuousClock.now
            if stall >= shortest { printError("stall ms \(stall)") }
        }
    }

    private func addActions() {
        application.actions.add(ActionID.quit.rawValue) { [self] in
            // A form may have unsaved changes.
            if let session { session.close() } else { application.quit() }
        }
        for action in DesktopAction.allCases {
            application.actions.add(action.rawValue) { [self] in
                application.activate()
                session?.perform(action == .newPerson ? .add : .download)
            }
        }
    }

    /// The sandbox's data model; a first launch creates the user's own record.
    private func opened() throws -> DataModel {
        if let model { return model }
        let opening = startOpening()
        // An error may be gone the next time.
        defer { self.opening = nil }
        let model = try opening.model()
        let isFirst = try model.store[.people].revision() == 0
        // A named sandbox is self-contained and does not use the keyring.
        try model.makeOwnRecordIfFirstLaunch(
            netid: options.netid, savedNetID: { options.sandbox != nil ? nil : Keyring.onlyNetID() })
        if isFirst { hasSkipped = try model.store[.people].rejectedCount() > 0 }
        self.model = model
        return model
    }

    private func present() {
        if let session { return session.present() }
        guard preparing == nil else { return }
        Appearance.install(isDark: options.dark)
        if model == nil {
            let opening = startOpening()
            if opening.waitUntilKnown() { return prepare(opening) }
        }
        open()
    }

    private func startOpening() -> ModelOpening {
        let opening = opening ?? ModelOpening(options.folder)
        self.opening = opening
        return opening
    }

    private func open() {
        // Two tries may end at once.
        guard session == nil else { return }
        do {
            let opened = try Session(application: application, model: opened(), options: options) {
                [self] code in
                outcome = code
                application.quit()
            }
            session = opened
            opened.present()
            if hasSkipped { opened.perform(.rejected) }
        } catch {
            printError("\(error)")
            guard !options.ends else {
                outcome = 4
                return application.quit()
            }
            let isDamaged = (error as? StoreError)?.isDamage == true
            FailureWindow.present(application: application, sentence: "\(error)", isDamaged: isDamaged) { [self] in
                if isDamaged { restored() } else { await triedAgain() }
            }
        }
    }

    /// Updates an earlier version's directory behind a progress window.
    private func prepare(_ opening: ModelOpening) {
        let window = PreparingWindow(application: application)
        preparing = Task {
            for await part in opening.progress { window.fraction = part }
            preparing = nil
            open()
            window.close()
        }
    }

    /// Opens the directory again without blocking the window, and then another window.
    private func triedAgain() async -> String? {
        if model == nil { for await _ in startOpening().progress {} }
        open()
        return nil
    }

    /// Restores the damaged file and opens the window.
    /// - Returns: what went wrong, or nil.
    private func restored() -> String? {
        do throws(StoreError) {
            let restored = try Store.restore(in: options.folder)
            present()
            if let restored { session?.notify(restored.text) }
            return nil
        } catch { return "\(error)" }
    }
}

/// Answers the desktop's search (org.gnome.Shell.SearchProvider2), which may have started the program. No window is
/// shown until a result is opened.
extension Program {
    private func exportSearch() {
        let interface = BusInterface(xml: Self.searchXML, name: "org.gnome.Shell.SearchProvider2") {
            [self] in await answer($0, $1)
        }
        if let interface { application.export(interface, at: "/SearchProvider") }
    }

    private func answer(_ method: String, _ arguments: [BusValue]) async -> BusValue {
        switch (method, arguments.first, arguments.dropFirst().first) {
        case ("GetInitialResultSet", .texts(let terms), _), ("GetSubsearchResultSet", _, .texts(let terms)):
            // A store that cannot be opened has no results.
            if search == nil { search = (try? opened().store).map(DesktopSearch.init(store:)) }
            return .texts(await search?.results(for: terms) ?? [])
        case ("GetResultMetas", .texts(let names), _): return .records(search?.descriptions(of: names) ?? [])
        case ("ActivateResult", .text(let name), _):
            guard let record = RecordReference(name) else { break }
            application.activate()
            session?.whenShown { $0.linkChosen(record) }
        case ("LaunchSearch", .texts(let terms), _):
            application.activate()
            session?.whenShown { $0.everywhere.open(with: terms.joined(separator: " ")) }
        default: break
        }
        return .empty
    }

    private static let searchXML = """
        <node><interface name="org.gnome.Shell.SearchProvider2">
        <method name="GetInitialResultSet"><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
        <method name="GetSubsearchResultSet"><arg type="as" direction="in"/><arg type="as" direction="in"/>
        <arg type="as" direction="out"/></method>
        <method name="GetResultMetas"><arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/></method>
        <method name="ActivateResult"><arg type="s" direction="in"/><arg type="as" direction="in"/>
        <arg type="u" direction="in"/></method>
        <method name="LaunchSearch"><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
        </interface></node>
        """
}

func printError(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
}
