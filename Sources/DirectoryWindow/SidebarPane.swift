import DirectoryModel
import DirectoryScreens
import GtkKit

/// Draws the collections, the open one marked.
@MainActor
final class SidebarPane<R: Record> {
    let widget = Box(.vertical, spacing: 2)
    private let screen: CollectionScreen<R>

    init(screen: CollectionScreen<R>) {
        self.screen = screen
        widget.addClass("sidebar-pane")
        redraw(self) { $0.draw() }
    }

    private func draw() {
        widget.removeAll()
        for item in screen.sidebar { widget.append(row(for: item)) }
    }

    private func row(for item: SidebarItem) -> Widget {
        let title = Label(item.collection.title)
        title.xalign = 0
        title.hexpand = true
        let count = Label(String(item.count))
        count.addClass("dim-label")
        let row = Box(.horizontal, spacing: 10, [Image(iconName: item.collection.iconName), title, count])
        row.addClass("navigation-item")
        row.setClass("selected", on: item.collection == R.collection)
        row.setMargins(top: 6, start: 6, end: 6)
        row.accessibleName = "\(item.collection.title), \(item.count)"
        return row
    }
}
