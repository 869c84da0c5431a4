import GtkKit
import Language
import Resources

/// The windows that tell of the program: its keys, its help, what it is.
@MainActor
final class ProgramWindows {
    private var help: HelpPane?

    /// Opens the window of all keys.
    func openShortcuts(over parent: Window) {
        _ = try? ShortcutsWindow.present(over: parent, title: translated("Keyboard Shortcuts"), Self.sections)
    }

    /// Every key of the window, under its heading.
    static var sections: [ShortcutsWindow.Section] {
        [(translated("Window"), [.general, .collections]), (translated("List and Record"), [.list, .record])].map {
            title, groups in
            ShortcutsWindow.Section(title: title, groups: groups.map(Self.group))
        }
    }

    private static func group(_ group: WindowAction.Group) -> ShortcutsWindow.Group {
        ShortcutsWindow.Group(
            title: group.title,
            shortcuts: WindowAction.all.filter { $0.group == group && !$0.keys.isEmpty }.map {
                ShortcutsWindow.Shortcut(title: $0.label, keys: $0.keys)
            })
    }

    /// Opens the help, or brings it to the front.
    func openHelp(over parent: Window) {
        if let help { return help.window.present() }
        help = HelpPane(pages: HelpText(Resources.help).pages, over: parent) { [weak self] in self?.help = nil }
    }

    /// Opens the window that says what the program is.
    func openAbout(over parent: Window) {
        let name = "Duke Directory"
        AboutWindow.present(
            over: parent, title: translated("About \(name)"),
            AboutWindow.Facts(
                name: name, version: "0.1.0",
                comments: translated("The people of a class, and what goes with them.\nInvented data only."),
                copyright: translated("© The Duke Directory authors"), license: .mit,
                // The second where the program was not installed.
                iconNames: ["io.github.dukedirectory.DukeDirectory", "system-users"]))
    }
}
