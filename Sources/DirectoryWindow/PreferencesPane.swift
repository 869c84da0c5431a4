import DirectoryScreens
import GtkKit
import Language

/// Draws a `PreferencesScreen` in a window of its own.
@MainActor
final class PreferencesPane {
    let window: Window
    private let screen: PreferencesScreen
    private let form: SignInForm
    private let closed: @MainActor () -> Void
    private var check: Task<Void, Never>?

    /// Opens the window over `parent`; `closed` runs once, when it is gone.
    init(screen: PreferencesScreen, over parent: Window, closed: @escaping @MainActor () -> Void) throws {
        self.screen = screen
        self.closed = closed
        window = Window.secondary(title: translated("Preferences"), over: parent, width: 360)
        form = try SignInForm(screen: screen, label: screen.connectLabel)
        let asks = CheckButton()
        asks.setLabel(marked: form.assignKeys([translated("Review changes before downloading")])[0])
        asks.isActive = screen.asksBeforeDownload
        asks.onToggled { [screen] in screen.asksBeforeDownloadToggled($0) }
        let content = Box(.vertical, spacing: 18, [form.widget, Separator(.horizontal), asks])
        content.margin(18)
        window.child = content
        window.resizable = false
        form.onConnect { [weak self] in self?.signIn() }
        window.onDestroy { [weak self] in self?.wasClosed() }
        _ = form.focus()
        window.present()
        redraw(self) { $0.form.draw($0.screen.message, isBusy: $0.screen.isChecking) }
    }

    private func signIn() {
        check = Task { [screen] in _ = await screen.signInTapped() }
    }

    private func wasClosed() {
        check?.cancel()
        screen.closeTapped()
        closed()
    }
}
