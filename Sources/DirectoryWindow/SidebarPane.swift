import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws the collections with their groups and counts, and the favorite and recent records.
@MainActor
final class SidebarPane {
    let widget = Box(.vertical).styled("sidebar-pane")
    private let screen: DirectoryScreen
    private let list = NavigationList()
    private let favorites = LinkList(translated("Favorites"))
    private let recent = LinkList(translated("Recent"))
    /// What the rows of `list` open.
    private var places: [Place] = []

    private enum Place: Equatable {
        case collection(CollectionInfo)
        case group(Int, of: CollectionInfo)
        case newGroup
    }

    init(screen: DirectoryScreen, header: Widget) {
        self.screen = screen
        let scrolled = ScrolledWindow(child: Box(.vertical, [list, favorites.widget, recent.widget])).expanding(
            .vertical)
        for part in [header, scrolled] { widget.append(part) }
        list.accessibleName = translated("Collections")
        list.onActivated { [weak self] in self?.chosen($0) }
        list.onContextMenu { [weak self] in self?.menu(of: $0) ?? [] }
        list.onKey { [weak self] in self?.pressed($0, on: $1) ?? false }
        list.onDrop("text/vcard") { [weak self] in self?.dropped($0, on: $1) ?? false }
        for links in [favorites, recent] { links.onChosen { [screen] in screen.linkChosen($0) } }
        redraw(self) { $0.draw() }
    }

    private func chosen(_ place: Int) {
        guard places.indices.contains(place) else { return }
        switch places[place] {
        case .collection(let collection): screen.placeChosen(collection.name)
        case .group(let key, _): screen.groupChosen(key)
        case .newGroup: screen.perform(.newGroup)
        }
        // A form with changes keeps the collection open.
        drawSelected()
    }

    private func draw() {
        var rows: [(place: Place, item: NavigationList.Item)] = []
        for item in screen.sidebar {
            let collection = item.collection
            rows.append(
                (.collection(collection), .init(collection.iconName, collection.title, item.count)))
            for group in screen.groups(of: collection) {
                rows.append(
                    (
                        .group(group.key, of: collection),
                        .init("", group.name, group.count, dot: group.color, note: group.absentWords ?? "")
                    ))
            }
            guard collection == screen.open.collection, screen.open.groups.canEdit else { continue }
            let label = WindowAction.of(.newGroup).label
            rows.append((.newGroup, .init("list-add-symbolic", label, nil, isInner: true)))
        }
        places = rows.map(\.place)
        list.update(rows.map(\.item))
        favorites.update(screen.favoriteLinks)
        recent.update(screen.recentLinks)
        drawSelected()
    }

    private func drawSelected() {
        let collection = screen.open.collection
        let open = screen.open.groups.open.map { Place.group($0.key, of: collection) } ?? .collection(collection)
        list.selected = places.firstIndex(of: open)
    }

    // MARK: Groups

    private func group(at place: Int) -> Int? {
        guard places.indices.contains(place), case .group(let key, _) = places[place] else { return nil }
        return key
    }

    private func menu(of place: Int) -> [Menu.Part] {
        guard let key = group(at: place) else { return [] }
        func item(_ label: String, _ id: ActionID) -> Menu.Part { .item(label, action: id.name("\(key)")) }
        return [
            .section(nil, [item(translated("Edit Group…"), .editGroup)]),
            .section(nil, [item(translated("Move Up"), .groupUp), item(translated("Move Down"), .groupDown)]),
            .section(nil, [item(translated("Delete Group"), .deleteGroup)]),
        ]
    }

    private func pressed(_ key: Key, on place: Int) -> Bool {
        guard let group = group(at: place) else { return false }
        let acts: [(Key, ActionID)] = [
            (Key("Delete"), .deleteGroup), (Key("Up", control: true), .groupUp),
            (Key("Down", control: true), .groupDown),
        ]
        guard let act = acts.first(where: { $0.0 == key }) else { return false }
        return list.activateAction(act.1.name(), "\(group)")
    }

    private func dropped(_ card: String, on place: Int) -> Bool {
        guard let group = group(at: place) else { return false }
        var isTaken = false
        screen.change(group: "\(group)") { isTaken = $0.dropped(card, on: $1) }
        return isTaken
    }
}

/// Records under a heading; hidden if empty.
@MainActor
private final class LinkList {
    let widget = Box(.vertical)
    private let list = NavigationList()
    private var links: [RecordLink] = []

    init(_ title: String) {
        let heading = Label.line(title).styled("section-header")
        heading.setMargins(start: 12)
        list.accessibleName = title
        widget.append(heading)
        widget.append(list)
    }

    func onChosen(_ handler: @escaping @MainActor (RecordReference) -> Void) {
        list.onActivated { [weak self] place in
            if let self, links.indices.contains(place) { handler(links[place].reference) }
        }
    }

    func update(_ links: [RecordLink]) {
        self.links = links
        list.update(links.map { .init($0.collection.iconName, $0.title, nil) })
        widget.isVisible = !links.isEmpty
    }
}
