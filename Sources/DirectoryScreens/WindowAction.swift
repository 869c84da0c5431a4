import DirectoryModel
import Language

extension ActionID {
    /// The name in menus: `win.search`, or `win.collection::people` with its target.
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

/// One action of the window: its name in menus and in the shortcuts window, its keys, its place in the menus, when it
/// is enabled, and what it does.
///
/// `all` is the only list of actions: accelerators, menus, tooltips, buttons, the shortcuts window and the help read
/// it. Another action needs a case and a line in `WindowAction+Table.swift`, and code in a screen.
public struct WindowAction: Sendable {
    /// The heading of the action in the shortcuts window.
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

    /// Which part of the program handles the keys.
    public enum Reach: Sendable {
        /// The application, before the widget with the keyboard.
        case everywhere
        /// The window, after the widget with the keyboard: an entry undoes its own changes.
        case unused
        /// The list or GTK itself.
        case elsewhere
    }

    /// A part of a menu; its actions are in the order of the table.
    public enum Place: Sendable {
        /// The main menu: actions on the list, its files, paper, removal of everything, collections, and the program.
        case list, files, paper, end, collections, program
        /// A row's menu: actions on a single selected record, on several, and on any selection.
        case row, several, rows
    }

    /// What it does.
    public enum Work: Sendable {
        case run(@MainActor (DirectoryScreen) -> Void)
        /// Turns something on or off.
        case toggle(isOn: @MainActor (DirectoryScreen) -> Bool, @MainActor (DirectoryScreen) -> Void)
        /// Chooses one of several words.
        case choice(chosen: @MainActor (DirectoryScreen) -> String, @MainActor (DirectoryScreen, String) -> Void)
        /// Acts on the record or collection that a word names.
        case word(@MainActor (DirectoryScreen, String) -> Void)
        /// The list, the program or GTK does it.
        case elsewhere
    }

    public let id: ActionID
    /// The target of the action, or nil.
    public let target: String?
    public let label: String
    /// The keys as GTK writes them: `<Control>f`.
    public let keys: [String]
    public let group: Group
    public let reach: Reach
    public let places: [Place]
    private let has: @MainActor (CollectionScreen) -> Bool
    private let offered: @MainActor (CollectionScreen) -> Bool
    private let enabled: @MainActor (CollectionScreen) -> Bool
    private let called: @MainActor (CollectionScreen) -> String?
    public let work: Work
    /// The symbolic icon of its button; "" where no button shows one.
    public private(set) var iconName = ""
    /// The word under the icon.
    public private(set) var word = ""
    /// What its button explains on hover.
    public private(set) var tip = ""
    /// Its label while several records are selected.
    public private(set) var severalLabel: String?

    /// - Parameters:
    ///   - has: whether the collection ever has the action, so that menus and the list of keys can show it.
    ///   - offered: whether menus show it now.
    ///   - enabled: whether it can be used now.
    ///   - called: the label in menus now, where that is not `label`.
    init(
        _ id: ActionID, _ label: String = "", _ keys: [String] = [], on target: String? = nil, in group: Group,
        reach: Reach = .everywhere, at places: [Place] = [],
        has: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        offered: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        enabled: @escaping @MainActor (CollectionScreen) -> Bool = { _ in true },
        called: @escaping @MainActor (CollectionScreen) -> String? = { _ in nil }, _ work: Work
    ) {
        (self.id, self.target, self.label, self.keys) = (id, target, label, keys)
        (self.group, self.reach, self.places, self.has) = (group, reach, places, has)
        (self.offered, self.enabled, self.called, self.work) = (offered, enabled, called, work)
        (word, tip) = (label, label)
    }

    /// The same action with the look of its buttons.
    func drawn(
        _ iconName: String, _ word: String? = nil, tip: String? = nil, ofSeveral severalLabel: String? = nil
    ) -> WindowAction {
        var action = self
        (action.iconName, action.severalLabel) = (iconName, severalLabel)
        (action.word, action.tip) = (word ?? label, tip ?? label)
        return action
    }

    @MainActor
    public func isEnabled(_ screen: CollectionScreen) -> Bool { has(screen) && enabled(screen) }

    @MainActor
    public func menuLabel(_ screen: CollectionScreen) -> String {
        (screen.several.isOn ? severalLabel : nil) ?? called(screen) ?? label
    }

    /// The full name: `win.search` or `win.collection::people`.
    public var name: String { id.name(target) }

    public static let all: [WindowAction] = general + list + record + choices

    /// The action with this id, the first of several.
    public static func of(_ id: ActionID) -> WindowAction { all.first { $0.id == id } ?? all[0] }

    public static func named(_ name: String) -> WindowAction? { all.first { $0.name == name } }

    /// The actions with keys that the open collection has.
    @MainActor
    public static func withKeys(in screen: CollectionScreen) -> [WindowAction] {
        all.filter { !$0.keys.isEmpty && $0.has(screen) }
    }

    /// The actions of one part of a menu for the open collection.
    @MainActor
    public static func offered(at place: Place, by screen: CollectionScreen) -> [WindowAction] {
        all.filter { $0.places.contains(place) && $0.has(screen) && $0.offered(screen) }
    }
}
