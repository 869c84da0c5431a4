import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// Draws the collections and their counts, the open one marked; under them favourites and what was looked at last.
@MainActor
final class SidebarPane {
    let widget: ScrolledWindow
    private let screen: DirectoryScreen
    private let list = NavigationList()
    private let favourites = LinkList(translated("Favourites"))
    private let recent = LinkList(translated("Last Looked At"))

    init(screen: DirectoryScreen) {
        self.screen = screen
        let content = Box(.vertical, [list, favourites.widget, recent.widget])
        content.addClass("sidebar-pane")
        widget = ScrolledWindow(child: content)
        list.accessibleName = translated("Collections")
        list.onActivated { [weak self] in self?.chosen($0) }
        for links in [favourites, recent] { links.onChosen { [screen] in screen.linkChosen($0) } }
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
        favourites.update(screen.favouriteLinks)
        recent.update(screen.recentLinks)
        drawSelected()
    }

    private func drawSelected() {
        list.selected = screen.sidebar.firstIndex { $0.collection == screen.open.collection }
    }
}

/// Some records under a heading; nothing where there are none.
@MainActor
private final class LinkList {
    let widget = Box(.vertical)
    private let list = NavigationList()
    private var links: [RecordLink] = []

    init(_ title: String) {
        let heading = Label(title)
        heading.xalign = 0
        heading.addClass("section-header")
        heading.setMargins(start: 14)
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
