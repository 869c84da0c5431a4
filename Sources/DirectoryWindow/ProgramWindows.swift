import DirectoryScreens
import DirectoryWidgets
public import GtkKit
import Language
import ProgramFiles
import Resources

/// The windows about the program: keys, help, and About.
@MainActor
final class ProgramWindows {
    private var help: HelpPane?

    func openShortcuts(over parent: Window, for screen: CollectionScreen) {
        _ = try? ShortcutsWindow.present(
            over: parent, title: translated("Keyboard Shortcuts"), Self.sections(for: screen))
    }

    static func sections(for screen: CollectionScreen) -> [ShortcutsWindow.Section] {
        let actions = WindowAction.withKeys(in: screen)
        let groups = { (groups: [WindowAction.Group]) in
            groups.map { group in
                (
                    title: group.title,
                    shortcuts: actions.filter { $0.group == group }.map { (title: $0.label, keys: $0.keys) }
                )
            }
        }
        return [
            (translated("Window"), groups([.general, .collections])),
            (translated("List and Record"), groups([.list, .record])),
        ]
    }

    /// Opens the help, or raises it.
    func openHelp(over parent: Window) {
        if let help { return help.window.present() }
        help = HelpPane(pages: HelpText(Resources.help).pages, over: parent) { [weak self] in self?.help = nil }
    }

    func openAbout(over parent: Window) {
        let name = "Duke Directory"
        let window = Window.about(over: parent, title: translated("About \(name)"))
        window[property: "program-name"] = name
        window[property: "version"] = ProgramVersion.current
        window[property: "comments"] = translated("Find the people in your class.")
        window[property: "copyright"] = translated("© The Duke Directory authors")
        window[property: "license-type"] = 7  // GTK_LICENSE_MIT_X11
        let icon = "io.github.dukedirectory.DukeDirectory"
        // Without an installation the theme lacks the program's own icon.
        window[property: "logo-icon-name"] = Desktop.hasIcon(icon) ? icon : "system-users"
        window.present()
    }
}

/// Says why the directory cannot be opened.
@MainActor
public enum FailureWindow {
    private static let icon = "dialog-error-symbolic"

    /// - Parameters:
    ///   - isDamaged: true if the button restores the file; otherwise it tries again.
    ///   - open: what the button does; returns what went wrong, or nil if the window is open.
    public static func present(
        application: Application, sentence: String, isDamaged: Bool, open: @escaping @MainActor () -> String?
    ) {
        let page = EmptyPage()
        let window = Window(application: application)
        let button = isDamaged ? EmptyState.restoreLabel : translated("Try Again")
        fill(page, in: window, sentence, button: button, open: open)
        // The window keeps its page until it is closed.
        window.onCloseRequest {
            withExtendedLifetime(page) {}
            return false
        }
        window.present(page)
    }

    private static func fill(
        _ page: EmptyPage, in window: Window, _ sentence: String, button: String,
        open: @escaping @MainActor () -> String?
    ) {
        let title = translated("The Directory Could Not Be Opened")
        page.show(iconName: icon, title: title, body: sentence, button: button) { [weak page] in
            guard let problem = open() else { return window.close() }
            if let page { fill(page, in: window, problem, button: button, open: open) }
        }
    }
}

extension Window {
    fileprivate func present(_ page: EmptyPage) {
        title = "Duke Directory"
        setTitlebar(HeaderBar())
        child = page.widget
        setDefaultSize(width: 480, height: 360)
        present()
    }
}

/// Shows the progress of updating a directory of an earlier version.
@MainActor
public final class PreparingWindow {
    private let window: Window
    private let bar = ProgressBar().named(translated("Progress of the update"))

    public init(application: Application) {
        window = Window(application: application)
        let page = EmptyPage()
        page.show(
            iconName: "view-refresh-symbolic", title: translated("Updating Your Directory"),
            body: translated("This happens once after an update."))
        page.widget.append(bar)
        window.present(page)
    }

    public var fraction: Double {
        get { bar.fraction }
        set { bar.fraction = newValue }
    }

    public func close() { window.close() }
}
