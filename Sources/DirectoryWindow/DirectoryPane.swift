internal import DirectoryWidgets
import DirectoryModel
public import DirectoryScreens
public import Foundation
public import GtkKit
import Language
import Resources

/// The window: draws a `DirectoryScreen` and passes on what the user does.
///
/// The sidebar, the list, and the detail are in a box that folds, each with its own header; list and detail come from
/// the open collection's `CollectionPane`.
public final class DirectoryPane: WindowHost {
    public let window: Window
    let screen: DirectoryScreen
    private let header: HeaderPane
    private let sidebar: SidebarPane
    private let tops = Stack(transition: .none)
    private let listTop = Box(.vertical)
    private let detailTop = Box(.vertical)
    private let lists = Stack(transition: .crossfade, milliseconds: 200)
    private let details = Stack(transition: .crossfade, milliseconds: 200)
    private let fold: FoldBox
    let toasts = ToastOverlay()
    private let questions: AlertPane
    private let programWindows = ProgramWindows()
    private var panes: [String: CollectionPane] = [:]
    private var shownCollection = ""
    /// The first page, made when it is first shown.
    private var madeWelcome: WelcomePane?
    private var preferences: Window?
    private var everywhere: GlobalSearchPane?
    private var announce: @MainActor (Announcement) -> Void = { _ in }
    /// Why the search entry is focused once it is visible.
    private var searchWanted: SearchReason?
    /// The widget that had the focus, and the open record, when typing moved the focus to the search entry.
    private var typedFrom: (widget: Widget, key: Int?)?

    public init(application: Application, screen: DirectoryScreen) {
        self.screen = screen
        window = Window(application: application)
        for action in WindowAction.collections(screen.collections) {
            application.setAccelerators(action.name, action.keys)
        }
        header = HeaderPane(screen: screen)
        sidebar = SidebarPane(screen: screen, header: header.sidebar)
        questions = AlertPane(screen: screen, window: window)
        let list = Box(.vertical, [header.list, header.titleBar, header.searchBar, listTop, lists]).styled("list-pane")
        let detail = Box(.vertical, [header.detail, detailTop, details]).styled("page-pane")
        fold = FoldBox(sidebar: sidebar.widget, list: list, detail: detail)
        listTop.append(tops)
        window.title = "Duke Directory"
        window.hideTitlebar()
        tops.setHomogeneous(horizontal: true, vertical: false)
        // Otherwise a collection with long labels would widen the others.
        for stack in [lists, details] { stack.setHomogeneous(horizontal: false, vertical: false) }
        for stack in [lists, details] { stack.vexpand = true }
        toasts.child = fold
        toasts.addClass("window-content")
        toasts.overflowHidden = true
        lettersChanged()
        window.child = toasts
        connect()
        redraw(self) { $0.draw() }
    }

    private func lettersChanged() {
        let list = fold.sizes.list
        fold.sizes = .usual(forTextScale: Desktop.textScale)
        fold.sizes.list = list
        fold.sizes.listRange = Self.listWidths
    }

    private func connect() {
        fold.onFoldChanged { [weak self] _ in self?.drawFold() }
        Desktop.onTextScaleChanged { [weak self] in
            self?.lettersChanged()
            self?.drawFold()
        }
        connectSearch()
        window.onCloseRequest { [weak self] in self?.preventsClosing() ?? false }
        screen.host = self
        questions.front = { [weak self, window] in self?.preferences ?? self?.pane.front ?? window }
        DirectoryActions.add(to: window, screen: screen)
        window.acceptsShiftedDigits()
        toasts.onDropFiles { [screen] files in
            if let file = files.first { Task { await screen.open.importChosen(file) } }
        }
        // Otherwise GTK would focus and select the first row.
        if welcome?.focus() != true { header.focusSearch() }
    }

    private func preventsClosing() -> Bool {
        screen.closeTapped { [weak self] in self?.window.close() }
    }

    /// Runs the handler for results while all of the program's windows are in the background.
    public func onUnseen(_ handler: @escaping @MainActor (Announcement) -> Void) { announce = handler }

    func announceUnseen(_ announcement: Announcement) { if !Window.isAnyActive { announce(announcement) } }

    // MARK: The collection that is open

    /// The pane of `type`, created on first use.
    func pane(of definition: Definition) -> CollectionPane { pane(of: screen.screen(of: definition)) }

    private func pane(of collection: CollectionScreen) -> CollectionPane {
        let name = collection.id
        if let pane = panes[name] {
            if pane.screen === collection { return pane }
            // Another earlier state replaces the last one.
            remove(name)
        }
        let pane = CollectionPane(screen: collection, window: window, host: self)
        panes[name] = pane
        for (stack, widget) in stacks(of: pane) { stack.add(widget, name: name) }
        return pane
    }

    private func stacks(of pane: CollectionPane) -> [(Stack, Widget)] {
        [(tops, pane.top), (lists, pane.listSide), (details, pane.detailSide)]
    }

    private func remove(_ name: String) {
        guard let pane = panes.removeValue(forKey: name) else { return }
        for (stack, widget) in stacks(of: pane) { stack.remove(widget) }
    }

    var pane: CollectionPane { pane(of: screen.open) }

    /// The page in `details` that belongs to no collection.
    private static let welcomeName = "welcome"

    /// The first page while it is shown.
    private var welcome: WelcomePane? {
        guard screen.isWelcoming else { return nil }
        if madeWelcome == nil {
            let made = WelcomePane(screen: screen.welcome)
            madeWelcome = made
            details.add(made.widget, name: Self.welcomeName)
        }
        return madeWelcome
    }

    // MARK: Drawing

    private func draw() {
        let name = screen.open.id
        _ = pane
        for stack in [tops, lists] { stack.visibleName = name }
        let welcome = welcome
        details.visibleName = welcome == nil ? name : Self.welcomeName
        if !screen.open.isPast { remove(CollectionScreen.pastID) }
        // The first page has its own bar.
        tops.isVisible = !screen.isWelcoming
        if name != shownCollection {
            let isFirst = shownCollection.isEmpty
            shownCollection = name
            if !isFirst {
                toasts.dismiss()
                MainLoop.soon { [weak self] in self?.pane.focusList() }
            }
        }
        drawFold()
        toasts.avoid(welcome?.unobstructed ?? pane.unobstructed)
        questions.draw()
        let isOpen = (screen.preferences.isOpen, screen.everywhere.isOpen)
        if isOpen != (preferences != nil, everywhere != nil) { MainLoop.soon { [weak self] in self?.openSecondary() } }
        if let toast = screen.open.toast { MainLoop.soon { [weak self] in self?.show(toast) } }
        DirectoryActions.update(screen, in: window)
    }

    private func drawFold() {
        let isDetailOpen = screen.isDetailOpen
        let isTurned =
            fold.mode == .folded
            ? fold.showsDetail != isDetailOpen : fold.isListAlone != screen.isWallAlone && screen.isWallAlone
        fold.showsDetail = isDetailOpen
        fold.isListAlone = screen.isWallAlone
        header.isTitleSeen = pane.isTitleSeen
        header.fold(fold.mode, isDetailOpen: isDetailOpen)
        moveTops(into: fold.mode == .folded && isDetailOpen ? detailTop : listTop)
        guard isTurned else { return }
        // Focus what is shown, once it is visible. A key may select several faces and go on from the last one.
        window.afterNextFrame { [weak self] in
            guard let self, fold.mode == .folded || !pane.isListFocused else { return }
            focusShown()
        }
    }

    /// The title scrolled in or out of view; the layout must not change at once.
    func titleMoved() {
        guard shownCollection == screen.open.id, pane.isTitleSeen != header.isTitleSeen else { return }
        MainLoop.soon { [weak self] in
            guard let self else { return }
            header.isTitleSeen = pane.isTitleSeen
        }
    }

    private func moveTops(into box: Box) {
        guard box.childCount == 0 else { return }
        for other in [listTop, detailTop] { other.remove(tops) }
        box.append(tops)
    }

    /// Focuses what is shown.
    func focusShown() {
        if fold.mode == .folded && screen.isDetailOpen {
            if let welcome { _ = welcome.focus() } else { pane.focusDetail() }
        } else if let reason = searchWanted {
            searchWanted = nil
            header.focusSearch(selectsText: reason == .requested)
        } else if !header.isSearchFocused {
            pane.focusList()
        }
    }

    private func show(_ toast: Toast) {
        guard screen.open.toast == toast else { return }
        screen.open.toast = nil
        var actions: [ToastOverlay.Action] = []
        if toast.offersUndo {
            actions.append((translated("Undo"), { [screen] in screen.open.undoTapped() }))
        }
        if !toast.details.isEmpty {
            actions.append((translated("Details"), { [screen] in screen.open.rejectedTapped() }))
        }
        if let recovery = toast.recovery {
            actions.append((recovery.label, { [screen] in screen.open.recoveryTapped(recovery) }))
        }
        toasts.show(toast.text, seconds: actions.isEmpty ? 5 : 10, actions: actions)
    }

    /// Opens or closes Preferences and the search of all collections.
    private func openSecondary() {
        if !screen.preferences.isOpen { preferences?.close() }
        if screen.preferences.isOpen, preferences == nil {
            let open = screen.open.list.looks
            let looks = open.hasFaces ? open : screen.screen(of: .people).list.looks
            preferences = preferencesWindow(screen.preferences, looks: looks, over: pane.front) { [weak self] in
                self?.preferences = nil
            }
        }
        if !screen.everywhere.isOpen { everywhere?.window.close() }
        if screen.everywhere.isOpen, everywhere == nil {
            everywhere = GlobalSearchPane(screen: screen, over: window) { [weak self] in
                self?.everywhere = nil
                self?.screen.everywhere.closeTapped()
            }
        }
    }

    // MARK: The list's width

    private static let listWidths = 300...700

    public var listWidth: Int {
        get { fold.sizes.list }
        set { fold.sizes.list = min(max(newValue, Self.listWidths.lowerBound), Self.listWidths.upperBound) }
    }

    /// Runs the handler with the new width when the user resizes the list.
    public func onListWidthChanged(_ handler: @escaping @MainActor (Int) -> Void) { fold.onListWidthChanged(handler) }

    // MARK: Other windows

    public func widenList(by pixels: Int) { fold.widenList(by: pixels) }
    public func copy(_ text: String) { Desktop.copy(text) }
    public func open(_ address: String) async -> Bool { await Desktop.start(address, over: window) }
    public func openShortcuts() { shortcutsWindow(for: screen.open, over: window) }
    public func openHelp() { programWindows.openHelp(over: window) }
    public func openAbout() { programWindows.openAbout(over: window) }
    /// Writes the open collection's list to a PDF file. Throws `PrintError`.
    /// - Returns: the number of pages.
    public func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int {
        try await pane.exportRoster(options, to: file)
    }

    public var focusedRow: Int64? { pane.focusedRow }

    public var showsDetailAlone: Bool { fold.mode == .folded && screen.isDetailOpen }

    public func focusOpen() {
        if showsDetailAlone || pane.isSelectionHidden { pane.focusDetail() } else { pane.focusList() }
    }
    public func focusSearch() { if !showList(toSearch: .requested) { header.focusSearch() } }

    /// Whether the user requested the search, or already typed a letter.
    private enum SearchReason { case requested, typed }

    private func connectSearch() {
        header.onSearchLeft { [weak self] in self?.pane.enterList() }
        header.onSearchStopped { [weak self] in self?.searchStopped() }
        header.takeTyping(in: window) { [weak self] in self?.typingBegan() ?? false }
    }

    /// Closes what a narrow window shows instead of the list.
    /// - Returns: false if the list is visible.
    private func showList(toSearch reason: SearchReason) -> Bool {
        let form = screen.open.editing.form
        guard fold.mode == .folded, form != nil || screen.isDetailOpen else { return false }
        searchWanted = form?.hasChanges == true ? nil : reason
        screen.backTapped()
        return true
    }

    private func typingBegan() -> Bool {
        guard screen.searchesWhenTyped else { return false }
        if screen.open.list.isSearchFollowed { header.clearSearch() }
        let before = pane.listSide.hasFocus ? nil : window.focusWidget
        typedFrom = before.map { ($0, screen.open.openKey) }
        _ = showList(toSearch: .typed)
        return true
    }

    /// Returns the focus to where typing took it from, unless another record was opened since.
    private func searchStopped() {
        defer { typedFrom = nil }
        guard let typedFrom, typedFrom.key == screen.open.openKey,
            typedFrom.widget.isMapped, typedFrom.widget.grabFocus()
        else { return pane.focusList() }
    }

    /// True if all pictures are loaded and no work is in progress.
    public var isIdle: Bool { screen.open.isIdle && screen.open.toast == nil && pane.isIdle }
}
