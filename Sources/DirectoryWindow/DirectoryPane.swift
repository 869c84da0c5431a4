internal import DirectoryWidgets
import DirectoryModel
public import DirectoryScreens
public import Foundation
public import GtkKit
import Language
import Resources

/// The window: draws a `DirectoryScreen` and hands it what the user does.
///
/// Header bar on top, the download's bar under it, then sidebar, list and detail in a box that folds; the last three
/// belong to the `CollectionPane` of the collection that is open.
@MainActor
public final class DirectoryPane {
    public let window: Window
    let screen: DirectoryScreen
    private let header: HeaderPane
    private let sidebar: SidebarPane
    private let tops = Stack(transition: .none)
    private let lists = Stack(transition: .crossfade, milliseconds: 120)
    private let details = Stack(transition: .crossfade, milliseconds: 120)
    private let fold: FoldBox
    let toasts = ToastOverlay()
    private let questions: QuestionsPane
    let programWindows = ProgramWindows()
    private var panes: [String: any AnyCollectionPane] = [:]
    private var shownCollection = ""
    private var preferences: PreferencesPane?
    /// What waits for Preferences to be closed: more than one list may have asked for them.
    private var afterPreferences: [@MainActor (Bool) -> Void] = []
    private var everywhere: GlobalSearchPane?
    private(set) var code: CodePane?
    private var announce: @MainActor (Announcement) -> Void = { _ in }
    /// True from the moment search is asked for until its entry can be written in.
    private var isSearchWanted = false

    /// - Throws: `Builder.Failure` where a description does not hold what it should.
    public init(application: Application, screen: DirectoryScreen) throws {
        self.screen = screen
        window = Window(application: application)
        header = try HeaderPane(screen: screen)
        sidebar = SidebarPane(screen: screen)
        questions = QuestionsPane(screen: screen, window: window)
        fold = FoldBox(sidebar: sidebar.widget, list: lists, detail: details)
        window.title = "Duke Directory"
        window.setTitlebar(header.widget)
        tops.setHomogeneous(horizontal: true, vertical: false)
        // A collection with long labels would make the others wider than a narrow window.
        for stack in [lists, details] { stack.setHomogeneous(horizontal: false, vertical: false) }
        toasts.child = Box(.vertical, spacing: 0, [header.narrowSearch, tops, fold])
        fold.vexpand = true
        fold.listWidths = Self.listWidths
        // Titles and counts fit beside each other where letters are large.
        let wider = Int(90 * (Desktop.textScale - 1))
        (fold.sidebarWidth, fold.threePanesFrom) = (fold.sidebarWidth + wider, fold.threePanesFrom + wider)
        window.child = toasts
        connect()
        window.setClass("dark", on: Desktop.isDark)
        Desktop.onColorSchemeChanged { [weak self] isDark in self?.window.setClass("dark", on: isDark) }
        redraw(self) { $0.draw() }
    }

    private func connect() {
        fold.onFoldChanged { [weak self] _ in self?.drawFold() }
        header.onSearchLeft { [weak self] in self?.pane.focusList() }
        window.onCloseRequest { [weak self] in self?.keepsOpen() ?? false }
        DirectoryActions.add(to: window, screen: screen, pane: self)
        toasts.onDropFiles { [screen] files in
            if let file = files.first { Task { await screen.open.importChosen(file) } }
        }
        // Else GTK would focus the first row, and select it.
        header.focusSearch()
    }

    private func keepsOpen() -> Bool {
        screen.closeTapped { [weak self] in self?.window.close() }
    }

    /// Asks what to do with what was being typed when the program ended; call it once the window is up.
    public func firstFrameDrawn() { questions.askAboutDraft() }

    /// Runs the handler when something happened while none of the program's windows was in front.
    public func onUnseen(_ handler: @escaping @MainActor (Announcement) -> Void) { announce = handler }

    // MARK: The collection that is open

    /// The pane of `type`, which is made when it is first shown.
    func pane<R: DirectoryRecord>(of type: R.Type) -> CollectionPane<R> {
        if let pane = panes[R.collection.name] as? CollectionPane<R> { return pane }
        let pane = CollectionPane(
            screen: screen.screen(of: type), window: window,
            host: CollectionPane.Host(
                openPreferences: { [weak self] in self?.openPreferences(because: $0, over: $1, then: $2) },
                dismissToast: { [weak self] in self?.toasts.dismiss() },
                announce: { [weak self] in if !Window.isAnyActive { self?.announce($0) } },
                focusShown: { [weak self] in self?.focusShown() }))
        panes[R.collection.name] = pane
        for (stack, widget) in [(tops, pane.top), (lists, pane.listSide), (details, pane.detailSide)] {
            stack.add(widget, name: R.collection.name)
        }
        return pane
    }

    private func anyPane<R: DirectoryRecord>(of type: R.Type) -> any AnyCollectionPane { pane(of: type) }

    /// The pane that is shown.
    var pane: any AnyCollectionPane {
        let type = Collections.all.first { $0.collection == screen.open.collection } ?? Collections.all[0]
        return anyPane(of: type)
    }

    // MARK: Drawing

    private func draw() {
        let name = screen.open.collection.name
        _ = pane
        for stack in [tops, lists, details] { stack.visibleName = name }
        if name != shownCollection {
            let isFirst = shownCollection.isEmpty
            shownCollection = name
            DirectoryActions.show(screen.open, in: window)
            if !isFirst {
                toasts.dismiss()
                MainLoop.idle { [weak self] in
                    self?.pane.focusList()
                    self?.questions.askAboutDraft()
                }
            }
        }
        drawFold()
        // A form that fades away is still there for a while.
        toasts.stayAbove(screen.open.formState.isOpen ? pane.formBar : nil)
        questions.draw()
        if let toast = screen.open.toast { MainLoop.idle { [weak self] in self?.show(toast) } }
        DirectoryActions.enable(screen, in: window)
    }

    private func drawFold() {
        let isDetailOpen = screen.open.isDetailOpen
        let isTurned = fold.mode == .folded && fold.showsDetail != isDetailOpen
        fold.showsDetail = isDetailOpen
        pane.fold(isFolded: fold.mode == .folded)
        header.fold(isFolded: fold.mode == .folded, hasSidebar: fold.mode == .threePanes, isDetailOpen: isDetailOpen)
        guard isTurned else { return }
        // The keyboard goes with what is seen, once it is.
        window.afterNextFrame { [weak self] in self?.focusShown() }
    }

    private func focusShown() {
        if fold.mode == .folded && screen.open.isDetailOpen {
            pane.focusDetail()
        } else if isSearchWanted {
            isSearchWanted = false
            header.focusSearch()
        } else if !header.isSearchFocused {
            pane.focusList()
        }
    }

    private func show(_ toast: Toast) {
        guard screen.open.toast == toast else { return }
        screen.open.toast = nil
        var actions: [ToastOverlay.Action] = []
        if toast.offersUndo {
            actions.append(ToastOverlay.Action(translated("Undo")) { [screen] in screen.open.undoTapped() })
        }
        if !toast.details.isEmpty {
            actions.append(ToastOverlay.Action(translated("Details")) { [weak self] in self?.pane.openRejected() })
        }
        toasts.show(toast.text, seconds: actions.isEmpty ? 5 : 10, actions: actions)
    }

    // MARK: The list's width

    /// What the list's width may be made to be, in pixels.
    private static let listWidths = 300...700

    /// The width of the list, in pixels.
    public var listWidth: Int {
        get { fold.listWidth }
        set { fold.listWidth = min(max(newValue, Self.listWidths.lowerBound), Self.listWidths.upperBound) }
    }

    /// Runs the handler with the width each time the user gave the list another.
    public func onListWidthChanged(_ handler: @escaping @MainActor (Int) -> Void) { fold.onListWidthChanged(handler) }

    func widenList(by pixels: Int) { fold.widenList(by: pixels) }

    // MARK: Windows of its own

    /// - Parameter then: runs once they are closed, with true where the user signed in.
    func openPreferences(
        because reason: String? = nil, over parent: Window? = nil, then: (@MainActor (Bool) -> Void)? = nil
    ) {
        if let then { afterPreferences.append(then) }
        guard preferences == nil else { return screen.preferences.askedAgain(because: reason) }
        screen.preferences.opened(because: reason)
        preferences = try? PreferencesPane(screen: screen.preferences, over: parent ?? window) { [weak self] in
            self?.preferencesClosed(isSignedIn: $0)
        }
    }

    private func preferencesClosed(isSignedIn: Bool) {
        let waiting = afterPreferences
        (preferences, afterPreferences) = (nil, [])
        for then in waiting { then(isSignedIn) }
    }

    public func openEverywhere() {
        guard everywhere == nil else { return }
        screen.everywhere.appeared()
        everywhere = GlobalSearchPane(screen: screen, over: window) { [weak self] in self?.everywhere = nil }
    }

    func chooseImport() {
        FileChooser.present(
            over: window, title: translated("Import \(screen.open.collection.title)"), accept: translated("Import"),
            filters: [.lists, .all]
        ) { [screen] file in
            if let file { Task { await screen.open.importChosen(file) } }
        }
    }

    /// When it returns, the file is a PDF of what the open collection shows. Throws `PrintError`.
    /// - Returns: how many pages it has.
    public func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int {
        try await pane.exportRoster(options, to: file)
    }

    func chooseExport() {
        let filters = [FileFilter.cards, .tables, .json, .all]
        FileChooser.save(
            over: window, title: translated("Export \(screen.open.collection.title)"), name: screen.open.exportName,
            filters: filters
        ) { [screen] file in
            if let file { Task { await screen.open.exportChosen(file) } }
        }
    }

    func showCode() {
        guard code == nil, let card = screen.open.openCard else { return }
        code = CodePane(card: card, over: window) { [weak self] in self?.code = nil }
    }

    func focusSearch() {
        // In a narrow window a form or the detail stands in the list's place, and goes first.
        let open = screen.open
        guard fold.mode == .folded, open.formState.isOpen || open.isDetailOpen else { return header.focusSearch() }
        isSearchWanted = !open.formState.hasChanges
        open.backTapped()
    }

    /// True where every picture that is wanted is there, and nothing is under way.
    public var isSettled: Bool { screen.open.isSettled && screen.open.toast == nil && pane.isSettled }
}
