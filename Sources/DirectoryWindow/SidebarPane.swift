import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws the collections with their counts, and the favorite and recent records.
@MainActor
final class SidebarPane {
    let widget = Box(.vertical).styled("sidebar-pane")
    private let screen: DirectoryScreen
    private let list = NavigationList()
    private let favorites = LinkList(translated("Favorites"))
    private let recent = LinkList(translated("Recent"))

    init(screen: DirectoryScreen, header: Widget) {
        self.screen = screen
        let scrolled = ScrolledWindow(child: Box(.vertical, [list, favorites.widget, recent.widget])).expanding(
            .vertical)
        for part in [header, scrolled] { widget.append(part) }
        list.accessibleName = translated("Collections")
        list.onActivated { [weak self] in self?.chosen($0) }
        for links in [favorites, recent] { links.onChosen { [screen] in screen.linkChosen($0) } }
        redraw(self) { $0.draw() }
    }

    private func chosen(_ place: Int) {
        guard screen.sidebar.indices.contains(place) else { return }
        screen.collectionChosen(screen.sidebar[place].collection.name)
        // A form with changes keeps the collection open.
        drawSelected()
    }

    private func draw() {
        list.update(screen.sidebar.map { ($0.collection.iconName, $0.collection.title, $0.count) })
        favorites.update(screen.favoriteLinks)
        recent.update(screen.recentLinks)
        drawSelected()
    }

    private func drawSelected() {
        list.selected = screen.sidebar.firstIndex { $0.collection == screen.open.collection }
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
        list.update(links.map { ($0.collection.iconName, $0.title, nil) })
        widget.isVisible = !links.isEmpty
    }
}
