import DirectoryModel
import GtkKit
import Language

/// One thing the window can do: what menus and the shortcuts window call it, and the keys that do it.
///
/// `all` is the only list of keys there is: accelerators, menus, tooltips, the shortcuts window and the help read it.
struct WindowAction: Sendable {
    /// Under which heading the shortcuts window has it.
    enum Group: CaseIterable, Sendable {
        case general, list, record, collections

        var title: String {
            switch self {
            case .general: translated("General")
            case .list: translated("List")
            case .record: translated("Record")
            case .collections: translated("Collections")
            }
        }
    }

    /// Who listens for the keys.
    enum Reach: Sendable {
        /// The application, before what has the keyboard.
        case everywhere
        /// The window, after what has the keyboard: an entry undoes its own writing.
        case unused
        /// The list or GTK itself.
        case elsewhere
    }

    /// As in `win.search` or `win.collection::people`.
    let name: String
    let label: String
    let keys: [String]
    let group: Group
    let reach: Reach

    init(_ name: String, _ label: String, _ keys: [String] = [], in group: Group, reach: Reach = .everywhere) {
        (self.name, self.label, self.keys, self.group, self.reach) = (name, label, keys, group, reach)
    }

    static let all: [WindowAction] = general + list + record + collections

    private static let general = [
        WindowAction("win.search", translated("Search"), ["<Control>f"], in: .general),
        WindowAction("win.search-everywhere", translated("Search Everywhere"), ["<Control>k"], in: .general),
        WindowAction("win.undo", translated("Undo"), ["<Control>z"], in: .general, reach: .unused),
        WindowAction("win.leave", translated("Cancel or Go Back"), ["Escape"], in: .general, reach: .unused),
        WindowAction("menu", translated("Menu"), ["F10"], in: .general, reach: .elsewhere),
        WindowAction("win.preferences", translated("Preferences"), ["<Control>comma"], in: .general),
        WindowAction("win.shortcuts", translated("Keyboard Shortcuts"), ["<Control>question"], in: .general),
        WindowAction("win.help", translated("Help"), ["F1"], in: .general),
        WindowAction("win.about", translated("About Duke Directory"), in: .general),
        WindowAction("app.quit", translated("Quit"), ["<Control>q"], in: .general),
    ]

    private static let list = [
        WindowAction("win.download", translated("Download"), ["<Control>d"], in: .list),
        WindowAction("win.refresh", translated("Refresh"), ["<Control>r", "F5"], in: .list),
        WindowAction("win.add", translated("Add"), ["<Control>n"], in: .list),
        WindowAction("win.toggle", translated("Tick or Untick"), ["space"], in: .list, reach: .elsewhere),
        WindowAction("win.delete", translated("Delete"), ["Delete"], in: .list, reach: .elsewhere),
        WindowAction("row-menu", translated("Menu of a Row"), ["Menu", "<Shift>F10"], in: .list, reach: .elsewhere),
        WindowAction("win.narrow-list", translated("Narrower List"), ["<Control>bracketleft"], in: .list),
        WindowAction("win.widen-list", translated("Wider List"), ["<Control>bracketright"], in: .list),
        WindowAction("win.load-from-disk", translated("Load from Disk"), in: .list),
        WindowAction("win.import", translated("Import…"), in: .list),
        WindowAction("win.export", translated("Export…"), in: .list),
        WindowAction("win.set-aside", translated("Set Aside…"), in: .list),
        WindowAction("win.print", translated("Print Roster…"), ["<Control>p"], in: .list),
        WindowAction("win.delete-all", translated("Delete All…"), in: .list),
    ]

    private static let record = [
        WindowAction("win.edit", translated("Edit"), ["F2"], in: .record),
        WindowAction("win.save", translated("Save"), ["<Control>s"], in: .record),
        WindowAction("win.favourite", translated("Favourite"), ["<Control>b"], in: .record),
        WindowAction("win.copy-email", translated("Copy Email"), ["<Control><Shift>c"], in: .record),
        WindowAction("win.back", translated("Back to the List"), ["<Alt>Left"], in: .record),
        WindowAction("win.print-card", translated("Print Card…"), in: .record),
        WindowAction("win.show-code", translated("Show QR Code"), in: .record),
        WindowAction("win.empty", translated("Empty My Record"), in: .record),
    ]

    private static let collections = Collections.all.enumerated().map { place, type in
        WindowAction(
            "win.collection::\(type.collection.name)", type.collection.title, ["<Control>\(place + 1)"],
            in: .collections)
    }

    /// The action of that name, or nil.
    static func named(_ name: String) -> WindowAction? { all.first { $0.name == name } }

    /// "Edit (F2)": `words`, or the action's own label, with its first key.
    @MainActor
    static func tip(_ name: String, _ words: String? = nil) -> String {
        let action = named(name)
        let words = words ?? action?.label ?? ""
        return action?.keyLabel.map { translated("\(words) (\($0))") } ?? words
    }

    /// What stands on the first of its keys, or nil where it has none.
    @MainActor
    var keyLabel: String? { keys.first.flatMap(KeyName.label) }

    /// Its line in a menu, which may call it otherwise.
    func item(_ label: String? = nil) -> Menu.Part {
        .item(label ?? self.label, action: name, keys: reach == .everywhere ? nil : keys.first)
    }
}

extension Menu.Part {
    /// The line of an action, as it stands in the table.
    static func action(_ name: String, _ label: String? = nil) -> Menu.Part {
        WindowAction.named(name)?.item(label) ?? .item(label ?? name, action: name)
    }
}
