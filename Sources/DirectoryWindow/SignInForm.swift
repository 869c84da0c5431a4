import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import Resources

/// The form for server, NetID, and password, in Preferences and on the first page.
@MainActor
final class SignInForm {
    let widget: Box
    private let screen: PreferencesScreen
    private let server: Entry
    private let netid: Entry
    private let password: PasswordEntry
    private let keep: CheckButton
    private let button: Button
    private let spinner: Spinner
    private let message: Label
    private let label: String
    private var isBusy = false

    /// - Parameter label: the button's label.
    /// - Throws: `Builder.Failure` if the description lacks an object.
    init(screen: PreferencesScreen, label: String) throws {
        (self.screen, self.label) = (screen, label)
        let builder = try Builder(Resources.signIn, translatedIn: Localization.boundDomain)
        widget = try builder.get("sign-in-form")
        server = try builder.get("server")
        netid = try builder.get("netid")
        password = try builder.get("password")
        keep = try builder.get("keep")
        button = try builder.get("sign-in")
        spinner = try builder.get("spinner")
        message = try builder.get("message")
        server.onChanged { [screen] in screen.serverChanged($0) }
        netid.onChanged { [screen] in screen.netidChanged($0) }
        password.onChanged { [screen] in screen.passwordChanged($0) }
        keep.isActive = screen.isPasswordKept
        keep.tooltip = screen.keepTip
        keep.accessibleDescription = screen.keepTip
        keep.onToggled { [screen] in screen.keepToggled($0) }
    }

    /// Runs the handler for the button, and for Enter in an entry.
    func onConnect(_ handler: @escaping @MainActor () -> Void) {
        for activate in [server.onActivate, netid.onActivate, password.onActivate] { activate(handler) }
        button.onClicked(handler)
    }

    /// The labels in the description.
    static let fieldLabels = [translated("_Server"), translated("_NetID"), translated("_Password")]

    /// Assigns access keys to the check button and the button.
    /// - Parameter others: labels of the same window, which get theirs after them.
    /// - Returns: `others` with their access keys.
    @discardableResult
    func assignKeys(_ others: [String] = []) -> [String] {
        let labels = AccessKeys.assign([label, screen.keepLabel] + others, taken: Self.fieldLabels)
        button.setLabel(marked: labels[0])
        keep.setLabel(marked: labels[1])
        button.wrapLabel()
        return Array(labels.dropFirst(2))
    }

    /// Focuses the first empty entry.
    func focus() -> Bool {
        let first: Widget = screen.server.isEmpty ? server : screen.netid.isEmpty ? netid : password
        return first.grabFocus()
    }

    /// - Parameters:
    ///   - text: the last result, or nil.
    ///   - isBusy: true while waiting for the server.
    func draw(_ text: PreferencesScreen.Message?, isBusy: Bool) {
        if server.text.trimmed != screen.server { server.text = screen.server }
        if netid.text.trimmed != screen.netid { netid.text = screen.netid }
        if password.text != screen.password { password.text = screen.password }
        if keep.isActive != screen.isPasswordKept { keep.isActive = screen.isPasswordKept }
        button.isSensitive = screen.canSignIn && !isBusy
        // An insensitive entry would log a warning when it loses the focus.
        for entry in [server, netid] { entry.isEditable = !isBusy }
        password.isEditable = !isBusy
        spinner.isSpinning = isBusy
        message.show(text?.text)
        message.setClass("failure", on: text?.isFailure == true)
        // The next password replaces the refused one.
        if self.isBusy, !isBusy, text?.kind == .refused, password.grabFocus() { password.selectAll() }
        self.isBusy = isBusy
    }
}

/// Draws a `PreferencesScreen` in a window.
@MainActor
final class PreferencesPane {
    let window: Window
    private let screen: PreferencesScreen
    private let form: SignInForm
    private let closed: @MainActor () -> Void
    private var check: Task<Void, Never>?

    /// Opens over `parent`; `closed` runs once.
    init(screen: PreferencesScreen, over parent: Window, closed: @escaping @MainActor () -> Void) throws {
        self.screen = screen
        self.closed = closed
        window = Window.secondary(title: translated("Preferences"), over: parent, width: 360)
        form = try SignInForm(screen: screen, label: screen.connectLabel)
        let asks = CheckButton()
        asks.setLabel(marked: form.assignKeys([translated("Review changes before downloading")])[0])
        asks.isActive = screen.asksBeforeDownload
        asks.onToggled { [screen] in screen.asksBeforeDownloadToggled($0) }
        let content = Box(
            .vertical, spacing: 18, [form.widget, Separator(.horizontal), asks, Separator(.horizontal), history]
        ).padded(18)
        window.child = content
        window.resizable = false
        form.onConnect { [weak self] in self?.signIn() }
        window.onDestroy { [weak self] in self?.wasClosed() }
        _ = form.focus()
        window.present()
        redraw(self) { $0.form.draw($0.screen.message, isBusy: $0.screen.isChecking) }
    }

    /// The limits of the history, and a button that clears it.
    private var history: Widget {
        let time = DropDown(screen.historyDays.labels).named(translated("Keep the history for"))
        time.selected = screen.historyDays.chosen
        time.onSelected { [screen] in screen.historyDaysChosen($0) }
        let size = DropDown(screen.historySizes.labels).named(translated("Size of the history"))
        size.selected = screen.historySizes.chosen
        size.onSelected { [screen] in screen.historySizeChosen($0) }
        let clear = Button.labeled(translated("Clear History")) { [screen] in screen.historyCleared() }
        clear.accessibleDescription = Self.clearWords
        let choices = WrapBox(spacing: 6, lineSpacing: 6, lines: .start)
        for part in [time, size, clear] as [Widget] { choices.append(part) }
        return Box(
            .vertical, spacing: 6,
            [
                Label.line(translated("Keep the history for")), choices,
                Label.paragraph(Self.clearWords).styled("dim-label", "caption"),
            ])
    }

    private static var clearWords: String {
        translated("Clearing it removes earlier versions for good. Changes made until then can no longer be undone.")
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
