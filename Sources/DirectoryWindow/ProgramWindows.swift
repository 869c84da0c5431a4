import DirectoryScreens
import GtkKit
import Language
import ProgramFiles
import Resources

/// The windows about the program: its keys, its help, its description.
@MainActor
final class ProgramWindows {
    private var help: HelpPane?

    /// Opens the window of the keys that do something in the open collection.
    func openShortcuts(over parent: Window, for screen: any AnyCollectionScreen) {
        _ = try? ShortcutsWindow.present(
            over: parent, title: translated("Keyboard Shortcuts"), Self.sections(for: screen))
    }

    /// The keys of the open collection, under their headings.
    static func sections(for screen: any AnyCollectionScreen) -> [ShortcutsWindow.Section] {
        let actions = WindowAction.withKeys(in: screen)
        return [(translated("Window"), [.general, .collections]), (translated("List and Record"), [.list, .record])].map
        {
            title, groups in
            ShortcutsWindow.Section(
                title: title,
                groups: groups.map { group in
                    ShortcutsWindow.Group(
                        title: group.title,
                        shortcuts: actions.filter { $0.group == group }.map {
                            ShortcutsWindow.Shortcut(title: $0.label, keys: $0.keys)
                        })
                })
        }
    }

    /// Opens the help, or brings it to the front.
    func openHelp(over parent: Window) {
        if let help { return help.window.present() }
        help = HelpPane(pages: HelpText(Resources.help).pages, over: parent) { [weak self] in self?.help = nil }
    }

    /// Opens the window that describes the program.
    func openAbout(over parent: Window) {
        let name = "Duke Directory"
        AboutWindow.present(
            over: parent, title: translated("About \(name)"),
            AboutWindow.Facts(
                name: name, version: ProgramVersion.current,
                comments: translated("Find the people in your class."),
                copyright: translated("© The Duke Directory authors"), license: .mit,
                // The second where the program was not installed.
                iconNames: ["io.github.dukedirectory.DukeDirectory", "system-users"]))
    }
}
