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
        for action in WindowAction.all where action.places.contains(.group) && !action.keys.isEmpty {
            list.addShortcut(action.shortcut) { [weak self] in self?.pressed(action.id) }
        }
        list.onDrop("text/vcard") { [weak self] in
            self?.takesDrops(at: $0) ?? false
        } _: { [weak self] in
            self?.dropped($0, on: $1) ?? false
        }
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
                (.collection(collection), .init(collection.iconName, collection.title, count(of: item))))
            for group in screen.groups(of: collection) {
                rows.append(
                    (
                        .group(group.key, of: collection),
                        .init("", group.name, group.count, dot: group.color, note: group.absentWords ?? "")
                    ))
            }
            guard collection == screen.open.definition.collection, screen.open.groups.canEdit else { continue }
            let label = WindowAction.of(.newGroup).label
            rows.append((.newGroup, .init("list-add-symbolic", label, nil, isInner: true)))
        }
        let focused = list.focused.flatMap { places.indices.contains($0) ? places[$0] : nil }
        places = rows.map(\.place)
        list.update(rows.map(\.item))
        // The focus follows a group that is moved.
        if let focused, let place = places.firstIndex(of: focused), place != list.focused { list.focus(place) }
        favorites.update(screen.favoriteLinks)
        recent.update(screen.recentLinks)
        drawSelected()
    }

    /// Of a list at an earlier time, how many records there were.
    private func count(of item: SidebarItem) -> Int? {
        screen.open.isPast && screen.open.definition.collection == item.collection ? screen.open.list.total : item.count
    }

    private func drawSelected() {
        let collection = screen.open.definition.collection
        let open = screen.open.groups.open.map { Place.group($0.key, of: collection) } ?? .collection(collection)
        list.selected = places.firstIndex(of: open)
    }

    // MARK: Groups

    private func group(at index: Int) -> Int? {
        guard places.indices.contains(index), case .group(let key, _) = places[index] else { return nil }
        return key
    }

    private func menu(of place: Int) -> [Menu.Part] {
        group(at: place).map { DirectoryActions.items(ofGroup: $0, in: screen.open) } ?? []
    }

    private func pressed(_ action: ActionID) {
        if let group = list.focused.flatMap(group) { screen.perform(action, "\(group)") }
    }

    /// Records can be added to hand-picked groups of the open collection.
    private func takesDrops(at index: Int) -> Bool {
        let groups = screen.open.groups
        return groups.canEdit && groups.handPicked.contains { $0.key == group(at: index) }
    }

    private func dropped(_ card: String, on place: Int) -> Bool {
        group(at: place).map { screen.dropped(card, onGroup: $0) } ?? false
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
