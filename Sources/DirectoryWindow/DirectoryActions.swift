import DirectoryModel
import DirectoryScreens
public import GtkKit
import Language

/// Installs the table of actions in a window, with keys and menus.
enum DirectoryActions {
    /// The actions whose keys belong to the application.
    static var keys: [(action: String, keys: [String])] {
        WindowAction.all.filter { $0.reach == .everywhere && !$0.keys.isEmpty }.map { ($0.name, $0.keys) }
    }

    // MARK: Menus

    /// Collections, groups, favorites, and recent records, for windows without a sidebar.
    static func collectionItems(of directory: DirectoryScreen) -> [Menu.Part] {
        let screen = directory.open
        let collections = WindowAction.collections(directory.collections).map { $0.item(screen) }
        let groups = directory.sidebar.compactMap { item in
            let groups = items(directory.groups(of: item.collection), .group)
            return groups.isEmpty ? nil : Menu.Part.section(item.collection.title, groups)
        }
        let open = screen.groups.open.map { items(ofGroup: $0.key, in: screen) } ?? []
        let changes = items(at: .groups, of: screen) + open
        let (favorites, recent) = (items(directory.favoriteLinks), items(directory.recentLinks))
        var parts = [Menu.Part.section(nil, collections), .section(nil, items(at: .collections, of: screen))]
        // All of them would not fit a screen.
        if !groups.isEmpty || !changes.isEmpty {
            parts.append(.section(nil, [.submenu(translated("Groups"), groups + [.section(nil, changes)])]))
        }
        if !favorites.isEmpty { parts.append(.section(nil, [.submenu(translated("Favorites"), favorites)])) }
        if !recent.isEmpty { parts.append(.section(translated("Recent"), recent)) }
        return parts
    }

    private static func items(_ links: [RecordLink]) -> [Menu.Part] {
        links.map { .item(Menu.label($0.title.line(cutAt: 30)), action: ActionID.open.name($0.reference.word)) }
    }

    static func items(_ groups: [GroupItem], _ action: ActionID) -> [Menu.Part] {
        groups.map { .item(Menu.label($0.name.line(cutAt: 30)), action: action.name("\($0.key)")) }
    }

    /// The menu of the group with `key`.
    static func items(ofGroup key: Int, in screen: CollectionScreen) -> [Menu.Part] {
        WindowAction.offered(at: .group, by: screen).map { .item($0.label, action: $0.id.name("\(key)")) }
    }

    static func items(at location: WindowAction.Location, of screen: CollectionScreen) -> [Menu.Part] {
        WindowAction.offered(at: location, by: screen).map { $0.item(screen) }
    }

    /// The looks, groupings, and orders of the list.
    static func arrangements(of screen: CollectionScreen) -> [Menu.Part] {
        let list = screen.list
        func items(_ choices: [ListChoice], _ action: ActionID) -> [Menu.Part] {
            choices.map { .item($0.label, action: action.name($0.id)) }
        }
        let (groupings, orders) = (items(list.looks.groupings, .grouping), items(list.looks.orders, .order))
        let byColumn = items(list.looks.columnOrders, .order)
        let columns = byColumn.isEmpty ? [] : [Menu.Part.submenu(translated("Columns"), byColumn)]
        let faces = WindowAction.of(.faces).keys.first
        return [
            .section(
                nil,
                list.looks.offered.map {
                    .item($0.label, action: ActionID.look.name($0.rawValue), keys: $0 == .faces ? faces : nil)
                }),
            .section(nil, groupings.count > 1 ? groupings : []),
            .section(nil, orders.count > 1 || !columns.isEmpty ? orders + columns : []),
        ]
    }

    /// The main menu of a collection: at most nine items, and none that the window has a button for.
    /// - Parameter isNarrow: whether it includes what the header of a narrow window has no room for. The menu of
    ///   collections has Search Everywhere and My Record there.
    static func menu(of screen: CollectionScreen, isNarrow: Bool) -> [Menu.Part] {
        func items(_ location: WindowAction.Location) -> [Menu.Part] { self.items(at: location, of: screen) }
        let files = [Menu.Part.section(nil, items(.files)), .section(nil, items(.paper))]
        let view = [Menu.Part.submenu(translated("View"), arrangements(of: screen))] + items(.narrow)
        return [
            .section(nil, isNarrow ? view : items(.collections)),
            .section(nil, items(.list) + [.submenu(translated("Files and Printing"), files)] + items(.end)),
            .section(nil, items(.program)),
        ]
    }

    // MARK: The window

    static func add(to window: Window, screen: DirectoryScreen) {
        for action in WindowAction.all { add(action, to: window.actions, screen) }
        // The focused widget comes first: an entry undoes its own changes.
        for action in WindowAction.all where action.reach == .unused {
            window.addShortcut(action.shortcut, scope: .managed) { [weak window, screen] in
                let isUndoing = [.undo, .redo].contains(action.id)
                if isUndoing { screen.undoKeysPressed(action.id) } else { window?.activateAction(action.name) }
            }
        }
        window.onUndoUnavailable(WindowAction.of(.undo).shortcut) { [screen] in screen.undoKeysPressed(.undo) }
        window.onRedoUnavailable(WindowAction.of(.redo).shortcut) { [screen] in screen.undoKeysPressed(.redo) }
    }

    private static func add(_ action: WindowAction, to actions: ActionGroup, _ screen: DirectoryScreen) {
        let (id, name) = (action.id, action.id.rawValue)
        guard !actions.contains(name) else { return }
        switch action.work {
        case .run: actions.add(name) { screen.perform(id) }
        case .toggle(let isOn, _): actions.addToggle(name, state: isOn(screen)) { _ in screen.perform(id) }
        case .choice(let chosen, _):
            actions.addChoice(name, state: chosen(screen)) { [weak actions] word in
                screen.perform(id, word)
                // A form with changes keeps the collection open.
                actions?.setState(name, chosen(screen))
            }
        case .word: actions.add(name, taking: { screen.perform(id, $0) })
        case .elsewhere: break
        }
    }

    static func update(_ directory: DirectoryScreen, in window: Window) {
        let actions = window.actions
        for action in WindowAction.all {
            let name = action.id.rawValue
            actions.setEnabled(name, action.isEnabled(directory.open))
            switch action.work {
            case .toggle(let isOn, _): actions.setState(name, isOn(directory))
            case .choice(let chosen, _): actions.setState(name, chosen(directory))
            case .run, .word, .elsewhere: break
            }
        }
    }
}

extension WindowAction {
    /// Its first keys, for tooltips.
    var keyLabel: String? { keys.first.flatMap(KeyName.label) }

    var shortcut: String { keys.joined(separator: "|") }

    func item(_ screen: CollectionScreen) -> Menu.Part {
        .item(menuLabel(screen), action: name, keys: reach == .everywhere ? nil : keys.first)
    }

    /// "Edit (F2)": `text` or the action's tip, with its first key.
    static func tip(_ id: ActionID, _ text: String? = nil) -> String {
        let action = of(id)
        let text = text ?? action.tip
        return action.keyLabel.map { translated("\(text) (\($0))") } ?? text
    }
}

extension Widget {
    @discardableResult
    func activate(_ id: ActionID) -> Bool { activateAction(id.name()) }
}

extension Button {
    func setAction(_ id: ActionID) { setAction(id.name()) }
}

extension ToggleButton {
    func setAction(_ id: ActionID) { setAction(id.name()) }
}

extension Application {
    public func setDirectoryKeys() {
        for (action, keys) in DirectoryActions.keys { setAccelerators(action, keys) }
    }
}
