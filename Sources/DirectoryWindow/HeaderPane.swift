import DirectoryModel
import DirectoryScreens
import GtkKit
import Resources

/// Draws the header bar: back, Add, the search entry or the open record's name, Download and the menu.
@MainActor
final class HeaderPane {
    let widget: HeaderBar
    private let screen: DirectoryScreen<DukePerson>
    private let search: SearchEntry
    private let middle: Stack
    private let title: Label
    private let back: Button
    private let add: Button
    private let download: Button

    init(screen: DirectoryScreen<DukePerson>) throws {
        self.screen = screen
        let builder = try Builder(Resources.header)
        widget = try builder.headerBar("header")
        search = try builder.searchEntry("search")
        middle = try builder.stack("middle")
        title = try builder.label("title")
        back = try builder.button("back")
        add = try builder.button("add")
        download = try builder.button("download")
        try builder.menuButton("menu").setMenu(DirectoryActions.menu)
        add.setAction("win.add")
        back.setAction("win.back")
        download.setAction("win.download")
        // Not "search-changed", which comes late: drawing in between would take back what was typed.
        search.onChanged { [screen] in screen.list.searchChanged($0) }
        search.onActivate { [screen] in screen.searchActivated() }
        search.onStop { [screen] in screen.list.searchChanged("") }
        redraw(self) { $0.draw() }
    }

    /// `handler` runs when Down or Esc leaves the search entry.
    func onSearchLeft(_ handler: @escaping @MainActor () -> Void) {
        search.onStop(handler)
        search.onKey(phase: .capture) { key in
            guard key.name == "Down" else { return false }
            handler()
            return true
        }
    }

    func focusSearch() {
        _ = search.grabFocus()
        search.selectAll()
    }

    /// A narrow window that shows a detail has its name in the search entry's place.
    func fold(isFolded: Bool, isDetailOpen: Bool) {
        let showsName = isFolded && isDetailOpen
        back.isVisible = showsName
        add.isVisible = !showsName
        middle.visibleName = showsName ? "title" : "search"
    }

    private func draw() {
        if search.text != screen.list.searchText { search.text = screen.list.searchText }
        title.text = screen.detail.content?.header.title ?? ""
        download.isSensitive = screen.transfer.state == .idle
    }
}
