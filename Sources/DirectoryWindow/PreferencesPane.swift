import DirectoryScreens
import GtkKit
import Language
import Resources

/// Draws a `PreferencesScreen` in a window of its own.
@MainActor
final class PreferencesPane {
    private let window: Window
    private let screen: PreferencesScreen
    private let builder: Builder
    private let closed: @MainActor (Bool) -> Void
    private var isSignedIn = false
    private var check: Task<Void, Never>?

    /// Opens the window over `parent`; `closed` runs once, when it is gone, with true where the user signed in.
    init(screen: PreferencesScreen, over parent: Window, closed: @escaping @MainActor (Bool) -> Void) throws {
        self.screen = screen
        self.closed = closed
        builder = try Builder(Resources.preferences, translatedIn: Localization.boundDomain)
        window = Window.secondary(title: translated("Preferences"), over: parent, width: 360)
        window.child = try builder.get("preferences", as: Box.self)
        window.resizable = false
        try connect()
        window.present()
        redraw(self) { $0.draw() }
    }

    private func connect() throws {
        let (server, netid, password) = (
            try builder.get("server", as: Entry.self), try builder.get("netid", as: Entry.self),
            try builder.get("password", as: PasswordEntry.self)
        )
        server.text = screen.server
        netid.text = screen.netid
        server.onChanged { [screen] in screen.serverChanged($0) }
        netid.onChanged { [screen] in screen.netidChanged($0) }
        password.onChanged { [screen] in screen.passwordChanged($0) }
        for activate in [server.onActivate, netid.onActivate, password.onActivate] {
            activate { [weak self] in self?.signIn() }
        }
        let keep = try builder.get("keep", as: CheckButton.self)
        let labels = AccessKeys.assign([screen.keepLabel, Self.asksLabel], taken: Self.fieldLabels + buttonLabels)
        keep.setLabel(marked: labels[0])
        keep.isActive = screen.isPasswordKept
        keep.onToggled { [screen] in screen.keepToggled($0) }
        let asks = try builder.get("asks", as: CheckButton.self)
        asks.setLabel(marked: labels[1])
        asks.isActive = screen.asksBeforeDownload
        asks.onToggled { [screen] in screen.asksBeforeDownloadToggled($0) }
        try builder.get("sign-in", as: Button.self).onClicked { [weak self] in self?.signIn() }
        window.onDestroy { [weak self] in self?.wasClosed() }
        let first: Widget = screen.server.isEmpty ? server : screen.netid.isEmpty ? netid : password
        _ = first.grabFocus()
    }

    /// The labels of the fields, as the description has them.
    private static let fieldLabels = [translated("_Server"), translated("_NetID"), translated("_Password")]
    private static let asksLabel = translated("Show what a download changes before it does")
    private var buttonLabels: [String] {
        AccessKeys.assign([translated("Sign In"), translated("Use Server")], taken: Self.fieldLabels)
    }

    private func signIn() {
        check = Task { [weak self, screen] in
            guard await screen.signInTapped() else { return }
            self?.isSignedIn = true
            self?.window.close()
        }
    }

    private func draw() {
        guard let button = try? builder.get("sign-in", as: Button.self),
            let message = try? builder.get("message", as: Label.self),
            let spinner = try? builder.get("spinner", as: Spinner.self)
        else { return }
        button.isSensitive = screen.canSignIn
        button.setLabel(marked: buttonLabels[screen.signsIn ? 0 : 1])
        // Not insensitive: an entry that loses the keyboard that way complains.
        for id in ["server", "netid"] { (try? builder.get(id, as: Entry.self))?.isEditable = !screen.isChecking }
        (try? builder.get("password", as: PasswordEntry.self))?.isEditable = !screen.isChecking
        spinner.isSpinning = screen.isChecking
        message.isVisible = screen.message != nil
        message.text = screen.message?.text ?? ""
        message.setClass("failure", on: screen.message?.isFailure == true)
    }

    private func wasClosed() {
        check?.cancel()
        closed(isSignedIn)
    }
}
