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
    private let screen: DirectoryScreen<DukePerson>
    private let list: ListPane<DukePerson>
    private let detail: DetailPane<DukePerson>
    private let sidebar: SidebarPane<DukePerson>
    private let transfer: TransferPane<DukePerson>
    private let header: HeaderPane
    private let fold: FoldBox
    private let toasts = ToastOverlay()
    private var preferences: PreferencesPane?
    private var wasTransferring = false

    /// - Throws: `Builder.Failure` where a description does not hold what it should.
    public init(application: Application, screen: DirectoryScreen<DukePerson>) throws {
        self.screen = screen
        window = Window(application: application)
        header = try HeaderPane(screen: screen)
        sidebar = SidebarPane(screen: screen)
        detail = DetailPane(screen: screen)
        transfer = TransferPane(screen: screen.transfer, window: window)
        list = ListPane(screen: screen, window: window)
        fold = FoldBox(sidebar: sidebar.widget, list: list.widget, detail: detail.widget)
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
        window.addShortcut("Escape", scope: .managed) { [weak self] in self?.screen.backTapped() }
        DirectoryActions.add(to: window, screen: screen, pane: self)
        // Else GTK would focus the first row, and select it.
        header.focusSearch()
    }

    private func draw() {
        drawFold()
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
        window.afterNextFrame { [weak self] in
            guard let self else { return }
            if screen.isDetailOpen { detail.focus() } else { list.focus() }
        }
    }

    private func show(_ toast: Toast) {
        guard screen.toast == toast else { return }
        screen.toastShown()
        if toast.details.isEmpty {
            toasts.show(toast.text)
        } else {
            toasts.show(toast.text, actionLabel: "Details", seconds: 10) { [weak self] in
                if let self { SetAsideWindow.present(toast.details, over: window) }
            }
        }
    }

    func openPreferences() {
        guard preferences == nil else { return }
        screen.preferences.opened(because: screen.transfer.signInReason)
        screen.transfer.signInShown()
        preferences = try? PreferencesPane(screen: screen.preferences, over: window) { [weak self] in
            self?.preferences = nil
        }
    }

    func focusSearch() {
        screen.backTapped()
        header.focusSearch()
    }

    /// How many rows the list has been given.
    var shownRows: Int { list.shownCount }

    /// The rows that are drawn as selected.
    var selectedRows: [Int64] { list.shownSelection }

    /// Whether the open record's picture is shown.
    var showsPicture: Bool { detail.showsPicture }

    /// True where every picture that is wanted is there.
    public var isSettled: Bool { screen.isSettled && list.pictures.isIdle && !list.isFilling && !detail.isLoading }
}
