import DirectoryScreens
import DirectoryWidgets
import Foundation
public import GtkKit
import Language
import ProgramFiles
import Resources

/// The windows about the program: keys, help, and About.
final class ProgramWindows {
    private var help: HelpPane?

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

/// Opens the keys of the actions that the collection has, with a search.
@discardableResult
func shortcutsWindow(for screen: CollectionScreen, over parent: Window) -> Window {
    let actions = WindowAction.withKeys(in: screen)
    let groups = WindowAction.Group.allCases.map { group in
        ShortcutGroup(group.title, actions.filter { $0.group == group })
    }
    let search = SearchEntry(placeholder: translated("Search shortcuts")).named(translated("Search shortcuts"))
        .onChanged { text in for group in groups { group.filter(by: text) } }
    search.onStop(search.sending { $0.root?.close() })
    let height = parent.height > 0 ? min(parent.height, 640) : 640
    let window = Window.secondary(title: translated("Keyboard Shortcuts"), over: parent, width: 480, height: height)
        .presented(closed: {}) {
            Box { search }.styled("search-bar")
            ScrolledWindow(child: Box(spacing: 18, groups.map(\.box)).padded(18)).expanding(.vertical)
        }
    search.takeTyping(in: window) { true }
    window.focusFirst(search)
    return window
}

/// The shortcuts of one kind, under a heading.
private struct ShortcutGroup {
    let box: Box
    private let rows: [(title: String, row: Widget)]

    init(_ title: String, _ actions: [WindowAction]) {
        rows = actions.map { ($0.label, shortcutRow($0)) }
        box = Box(spacing: 6) { Label.line(title).styled("heading") }
        box.append(Box(spacing: 0, rows.map(\.row)).styled("field-list"))
    }

    /// Shows only the rows that contain a text.
    func filter(by text: String) {
        for (title, row) in rows { row.isVisible = text.isEmpty || title.localizedStandardContains(text) }
        box.isVisible = rows.contains(where: \.row.isVisible)
    }
}

private func shortcutRow(_ action: WindowAction) -> Widget {
    Box(.horizontal, spacing: 12) {
        Label.paragraph(action.label).expanding(.horizontal)
        Box(spacing: 3) { for keys in action.keys { ShortcutLabel(keys).aligned(horizontally: .end) } }
    }.styled("field-row")
}

/// Says why the directory cannot be opened.
public enum FailureWindow {
    private static let icon = "dialog-error-symbolic"

    /// - Parameters:
    ///   - isDamaged: whether the button restores the file, or only tries again.
    ///   - recover: what the button does; returns what went wrong, or nil if another window is open.
    /// - Returns: the window.
    @discardableResult
    public static func present(
        application: Application, sentence: String, isDamaged: Bool, recover: @escaping @MainActor () async -> String?
    ) -> Window {
        let (page, window) = (EmptyPage(), Window(application: application))
        show(sentence, isDamaged: isDamaged, on: page, in: window, recover)
        // The window keeps its page until it is closed.
        window.onCloseRequest {
            withExtendedLifetime(page) {}
            return false
        }
        window.present(page)
        return window
    }

    private static func show(
        _ sentence: String, isDamaged: Bool, on page: EmptyPage, in window: Window,
        _ recover: @escaping @MainActor () async -> String?
    ) {
        let title = translated("The Directory Could Not Be Opened")
        let label = isDamaged ? EmptyState.restoreLabel : EmptyState.tryAgainLabel
        page.show(iconName: icon, title: title, body: sentence, button: label) { [weak page] in
            // Without a button while it runs.
            page?.show(iconName: icon, title: title, body: sentence)
            Task {
                guard let problem = await recover() else { return window.close() }
                if let page { show(problem, isDamaged: isDamaged, on: page, in: window, recover) }
            }
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
public final class PreparingWindow {
    private let window: Window
    private let bar = ProgressBar().named(translated("Progress of the update"))

    public init(application: Application) {
        window = Window(application: application)
        let page = EmptyPage(
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
