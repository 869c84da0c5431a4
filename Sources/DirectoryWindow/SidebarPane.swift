import DirectoryModel
import DirectoryScreens
import GtkKit

/// Draws the collections and their counts, the open one marked.
@MainActor
final class SidebarPane {
    let widget = Box(.vertical)
    private let screen: DirectoryScreen
    private let list = NavigationList()

    init(screen: DirectoryScreen) {
        self.screen = screen
        widget.addClass("sidebar-pane")
        list.accessibleName = "Collections"
        list.onActivated { [weak self] in self?.chosen($0) }
        widget.append(list)
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
        drawSelected()
    }

    private func drawSelected() {
        list.selected = screen.sidebar.firstIndex { $0.collection == screen.open.collection }
    }
}
