public import DirectoryModel
public import DirectoryScreens
public import GtkKit
import Resources

/// The window: draws a `DirectoryScreen` and hands it what the user does.
///
/// Header bar on top, the download's bar under it, then sidebar, list and detail in a box that folds.
@MainActor
public final class DirectoryPane {
    public let window: Window
    private let screen: CollectionScreen<DukePerson>
    private let list: ListPane<DukePerson>
    private let detail: DetailPane<DukePerson>
    private let sidebar: SidebarPane<DukePerson>
    private let transfer: TransferPane<DukePerson>
    private let header: HeaderPane
    private let form: FormPane<DukePerson>
    private let right = Stack(transition: .crossfade, milliseconds: 150)
    private let fold: FoldBox
    private let toasts = ToastOverlay()
    private var preferences: PreferencesPane?
    private var wasTransferring = false
    private var question: Window?
    /// True from the moment search is asked for until its entry can be written in.
    private var isSearchWanted = false
    private var publish: PublishPane<DukePerson>?
    private var setAside: SetAsidePane<DukePerson>?

    /// - Throws: `Builder.Failure` where a description does not hold what it should.
    public init(application: Application, screen: CollectionScreen<DukePerson>) throws {
        self.screen = screen
        window = Window(application: application)
        header = try HeaderPane(screen: screen)
        sidebar = SidebarPane(screen: screen)
        detail = DetailPane(screen: screen)
        transfer = TransferPane(screen: screen.transfer, window: window)
        list = ListPane(screen: screen, window: window)
        form = FormPane(screen: screen, window: window)
        right.add(detail.widget, name: "detail")
        right.add(form.widget, name: "form")
        fold = FoldBox(sidebar: sidebar.widget, list: list.widget, detail: right)
        window.title = "Duke Directory"
        window.setTitlebar(header.widget)
        toasts.child = Box(.vertical, spacing: 0, [header.narrowSearch, transfer.widget, fold])
        fold.vexpand = true
        window.child = toasts
        connect()
        window.setClass("dark", on: Desktop.isDark)
        Desktop.onColorSchemeChanged { [weak self] isDark in self?.window.setClass("dark", on: isDark) }
        redraw(self) { $0.draw() }
    }

    private func connect() {
        fold.onFoldChanged { [weak self] _ in self?.drawFold() }
        header.onSearchLeft { [weak self] in self?.list.focus() }
        window.addShortcut("Escape", scope: .managed) { [weak self] in
            if self?.screen.form == nil { self?.screen.backTapped() } else { self?.screen.cancelTapped() }
        }
        window.addShortcut("<Control>z", scope: .managed) { [screen] in screen.undoTapped() }
        window.onCloseRequest { [weak self] in self?.keepsOpen() ?? false }
        DirectoryActions.add(to: window, screen: screen, pane: self)
        // Else GTK would focus the first row, and select it.
        header.focusSearch()
    }

    private func keepsOpen() -> Bool {
        screen.closeTapped { [weak self] in self?.window.close() }
    }

    /// Asks what to do with what was being typed when the program ended; call it once the window is up.
    public func firstFrameDrawn() {
        guard let words = screen.draftQuestion else { return }
        Question.present(
            over: window, title: "Continue Where You Stopped?", body: words,
            answers: [
                Answer(id: "continue", label: "Continue Editing", style: .suggested, isCancel: true, isDefault: true),
                Answer(id: "discard", label: "Discard", style: .destructive),
            ]
        ) { [screen] answer in
            screen.draftAnswered(continues: answer != "discard")
        }
    }

    private func askToLeave() {
        guard question == nil else { return }
        question = Question.present(
            over: window, title: "Leave Without Saving?", body: "What you changed is not saved yet.",
            answers: [
                Answer(id: "keep", label: "Keep Editing", isCancel: true, isDefault: true),
                Answer(id: "discard", label: "Discard", style: .destructive),
            ]
        ) { [weak self] answer in
            self?.question = nil
            self?.screen.leaveAnswered(discards: answer == "discard")
        }
    }

    private func drawForm() {
        let isOpen = screen.form != nil
        // The keyboard goes from a form that ended back to where it came from.
        if !isOpen, right.visibleName == "form" {
            MainLoop.idle { [weak self] in self?.focusShown() }
        }
        // A message would lie over the form's buttons.
        if isOpen, right.visibleName != "form" { toasts.dismiss() }
        right.visibleName = isOpen ? "form" : "detail"
        for name in ["save", "cancel"] { window.actions.setEnabled(name, isOpen) }
        window.actions.setEnabled("upload", screen.form?.isOwn == true)
        window.actions.setEnabled("edit", !isOpen && screen.list.selectedRow != nil)
        window.actions.setEnabled("delete", !screen.list.selectedRows.isEmpty)
        if screen.isAskingToLeave { MainLoop.idle { [weak self] in self?.askToLeave() } }
    }

    private func draw() {
        drawFold()
        drawForm()
        if let shown = screen.publish, publish == nil { MainLoop.idle { [weak self] in self?.open(shown) } }
        // What the last download said is over when the next begins.
        if screen.transfer.isRunning, !wasTransferring { toasts.dismiss() }
        wasTransferring = screen.transfer.isRunning
        if screen.transfer.report != nil { MainLoop.idle { [screen] in screen.transferEnded() } }
        if screen.list.problem != nil { MainLoop.idle { [screen] in screen.listProblemSeen() } }
        if let toast = screen.toast { MainLoop.idle { [weak self] in self?.show(toast) } }
        if screen.transfer.signInReason != nil { MainLoop.idle { [weak self] in self?.openPreferences() } }
        window.actions.setEnabled("download", screen.canTakeOver)
        window.actions.setEnabled("load-from-disk", screen.canTakeOver)
    }

    private func drawFold() {
        let isTurned = fold.mode == .folded && fold.showsDetail != screen.isDetailOpen
        fold.showsDetail = screen.isDetailOpen
        header.fold(isFolded: fold.mode == .folded, isDetailOpen: screen.isDetailOpen)
        guard isTurned else { return }
        // The keyboard goes with what is seen, once it is.
        window.afterNextFrame { [weak self] in self?.focusShown() }
    }

    private func focusShown() {
        if fold.mode == .folded && screen.isDetailOpen {
            detail.focus()
        } else if isSearchWanted {
            isSearchWanted = false
            header.focusSearch()
        } else if !header.isSearchFocused {
            list.focus()
        }
    }

    private func show(_ toast: Toast) {
        guard screen.toast == toast else { return }
        screen.toastShown()
        if !toast.details.isEmpty {
            toasts.show(toast.text, actionLabel: "Details", seconds: 10) { [weak self] in self?.openSetAside() }
        } else if toast.offersUndo {
            toasts.show(toast.text, actionLabel: "Undo", seconds: 8) { [screen] in screen.undoTapped() }
        } else {
            toasts.show(toast.text)
        }
    }

    private func open(_ shown: PublishScreen<DukePerson>) {
        guard publish == nil, screen.publish === shown else { return }
        publish = PublishPane(screen: shown, over: window) { [weak self] in
            self?.publish = nil
            self?.screen.publishEnded()
        } asksForSignIn: { [weak self] reason in
            self?.openPreferences(because: reason)
        }
    }

    func openSetAside() {
        guard setAside == nil else { return }
        setAside = SetAsidePane(screen: screen.setAsideTapped(), over: window) { [weak self] in self?.setAside = nil }
    }

    func openPreferences(because reason: String? = nil) {
        guard preferences == nil else { return }
        screen.preferences.opened(because: reason ?? screen.transfer.signInReason)
        screen.transfer.signInShown()
        preferences = try? PreferencesPane(screen: screen.preferences, over: publish?.window ?? window) { [weak self] in
            self?.preferences = nil
        }
    }

    func focusSearch() {
        // In a narrow window a form or the detail stands in the list's place, and goes first.
        guard fold.mode == .folded, screen.form != nil || screen.isDetailOpen else { return header.focusSearch() }
        isSearchWanted = screen.form?.hasChanges != true
        screen.backTapped()
    }

    /// How many rows the list has been given.
    var shownRows: Int { list.shownCount }

    /// The rows that are drawn as selected.
    var selectedRows: [Int64] { list.shownSelection }

    /// Whether the open record's picture is shown.
    var showsPicture: Bool { detail.showsPicture }

    /// True where every picture that is wanted is there.
    public var isSettled: Bool {
        screen.isSettled && list.pictures.isIdle && !list.isFilling && !detail.isLoading && !form.isLoading
    }
}
