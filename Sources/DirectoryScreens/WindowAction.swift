import DirectoryModel
import DirectoryStore
import Language

extension ActionID {
    /// The name in menus: `win.search`, or `win.collection::people` with a target.
    public func name(_ target: String? = nil) -> String {
        let name =
            switch self {
            case .menu, .rowMenu: rawValue
            case .quit: "app.\(rawValue)"
            default: "win.\(rawValue)"
            }
        return target.map { "\(name)::\($0)" } ?? name
    }
}

/// One action of the window: its names, keys, and menus, when it is enabled, and what it does.
///
/// `all` is the only list of actions: keys, menus, tooltips, buttons, the shortcuts window, and the help read it. A new
/// action needs a case, a line in `WindowAction+Table.swift`, and code in a screen.
public struct WindowAction: Sendable {
    /// The heading in the shortcuts window.
    public enum Group: CaseIterable, Sendable {
        case general, list, record, collections

        public var title: String {
            switch self {
            case .general: translated("General")
            case .list: translated("List")
            case .record: translated("Record")
            case .collections: translated("Collections")
            }
        }
    }

    /// Who handles the keys.
    public enum Reach: Sendable {
        /// The application, before the focused widget.
        case everywhere
        /// The window, after the focused widget: an entry undoes its own changes.
        case unused
        /// The list, or GTK itself.
        case elsewhere
    }

    /// A section of a menu; actions are in the table's order.
    public enum Location: Sendable {
        /// The main menu; `narrow` only in a window whose header has no room for the buttons.
        case narrow, list, files, paper, end, program
        /// The menu of collections and groups, which a window without a sidebar has. The main menu of others has
        /// `collections` too.
        case collections, groups
        /// The menu of a group, whose key is the action's word.
        case group
        /// A row's menu: for one selected record, for several, and for any selection.
        case row, several, rows
    }

    public enum Work: Sendable {
        case run(@MainActor (DirectoryScreen) -> Void)
        case toggle(isOn: @MainActor (DirectoryScreen) -> Bool, @MainActor (DirectoryScreen) -> Void)
        /// Chooses one of several words.
        case choice(chosen: @MainActor (DirectoryScreen) -> String, @MainActor (DirectoryScreen, String) -> Void)
        /// Acts on the record or collection named by a word.
        case word(@MainActor (DirectoryScreen, String) -> Void)
        /// Handled by the list, the program, or GTK.
        case elsewhere
    }

    /// True if it is about the selected records, and never about the whole list.
    var actsOnSelection: Bool { locations.contains(.row) || locations.contains(.rows) }

    public let id: ActionID
    public let target: String?
    public let label: String
    /// In GTK's notation: `<Control>f`.
    public let keys: [String]
    public let group: Group
    public let reach: Reach
    public let locations: [Location]
    private let has: @MainActor (CollectionScreen) -> Bool
    private let offered: @MainActor (CollectionScreen) -> Bool
    private let enabled: @MainActor (CollectionScreen) -> Bool
    private let called: @MainActor (CollectionScreen) -> String?
    public let work: Work
    /// The icon of its button, or "".
    public private(set) var iconName = ""
    public private(set) var word = ""
    public private(set) var tip = ""
    /// The label while several records are selected.
    public private(set) var severalLabel: String?

    /// - Parameters:
    ///   - has: whether the collection ever has the action.
    ///   - offered: whether menus show it now.
    ///   - enabled: whether it can be used now.
    ///   - called: the menu label, if it differs from `label`.
    init(
        _ id: ActionID, _ label: String = "", _ keys: [String] = [], on target: String? = nil, in group: Group,
        reach: Reach = .everywhere, at locations: [Location] = [],
        has: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        offered: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        enabled: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        called: @escaping @MainActor (CollectionScreen) -> String? = { _ in nil }, _ work: Work
    ) {
        self.id = id
        self.target = target
        self.label = label
        self.keys = keys
        self.group = group
        self.reach = reach
        self.locations = locations
        self.has = has
        self.offered = offered
        self.enabled = enabled
        self.called = called
        self.work = work
        word = label
        tip = label
    }

    /// The same action with the look of its buttons.
    func drawn(
        _ iconName: String, _ word: String? = nil, tip: String? = nil, ofSeveral severalLabel: String? = nil
    ) -> WindowAction {
        var action = self
        action.iconName = iconName
        action.severalLabel = severalLabel
        action.word = word ?? label
        action.tip = tip ?? label
        return action
    }

    @MainActor
    public func isEnabled(_ screen: CollectionScreen) -> Bool { has(screen) && enabled(screen) }

    @MainActor
    public func menuLabel(_ screen: CollectionScreen) -> String {
        (screen.isSelecting ? severalLabel : nil) ?? called(screen) ?? label
    }

    public var name: String { id.name(target) }

    public static let all: [WindowAction] = general + list + record + choices

    /// The first action with this id.
    public static func of(_ id: ActionID) -> WindowAction { all.first { $0.id == id } ?? all[0] }

    public static func named(_ name: String) -> WindowAction? { all.first { $0.name == name } }

    @MainActor
    public static func withKeys(in screen: CollectionScreen) -> [WindowAction] {
        let own = collections(screen.collection.store.collections).dropFirst(Collections.all.count)
        return (all + own).filter { !$0.keys.isEmpty && $0.has(screen) }
    }

    @MainActor
    public static func offered(at location: Location, by screen: CollectionScreen) -> [WindowAction] {
        all.filter { $0.locations.contains(location) && $0.has(screen) && $0.offered(screen) }
    }
}
