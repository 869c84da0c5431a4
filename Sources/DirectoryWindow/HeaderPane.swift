import DirectoryModel
import DirectoryScreens
import GtkKit
import Resources

/// Draws the header bar: back, Add, the search entry or the open record's name, Download and the menu.
///
/// A narrow window has the search entry in a bar of its own under the header, where a name can be typed in full.
@MainActor
final class HeaderPane {
    let widget: HeaderBar
    let narrowSearch = Box(.horizontal)
    private let screen: CollectionScreen<DukePerson>
    private let search: SearchEntry
    private let wideSearch: Box
    private let middle: Stack
    private let title: Label
    private let back: Button
    private let add: Button
    private let download: Button

    init(screen: CollectionScreen<DukePerson>) throws {
        self.screen = screen
        let builder = try Builder(Resources.header)
        widget = try builder.get("header")
        search = try builder.get("search")
        wideSearch = try builder.get("wide-search")
        middle = try builder.get("middle")
        title = try builder.get("title")
        back = try builder.get("back")
        add = try builder.get("add")
        download = try builder.get("download")
        try builder.get("menu", as: MenuButton.self).setMenu(DirectoryActions.menu)
        narrowSearch.addClass("narrow-search")
        narrowSearch.isVisible = false
        add.setAction("win.add")
        back.setAction("win.back")
        download.setAction("win.download")
        // Not "search-changed", which comes late: drawing in between would take back what was typed.
        search.onChanged { [screen] in screen.list.searchChanged($0) }
        search.onActivate { [screen] in screen.list.searchActivated() }
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

    /// True where the keyboard is in the search entry.
    var isSearchFocused: Bool { search.hasFocus }

    func focusSearch() {
        _ = search.grabFocus()
        search.selectAll()
    }

    /// A narrow window that shows a detail has its name in the search entry's place.
    func fold(isFolded: Bool, isDetailOpen: Bool) {
        back.isVisible = isFolded && isDetailOpen
        // A name needs the room more than buttons that belong to the list.
        add.isVisible = !back.isVisible
        download.isVisible = !back.isVisible
        drawTitle()
        middle.visibleName = isFolded ? "title" : "search"
        moveSearch(into: isFolded ? narrowSearch : wideSearch)
        narrowSearch.isVisible = isFolded && !isDetailOpen
    }

    private func moveSearch(into place: Box) {
        let other = place === narrowSearch ? wideSearch : narrowSearch
        guard place.childCount == 0 else { return }
        let hadFocus = search.hasFocus
        other.remove(search)
        place.append(search)
        if hadFocus { _ = search.grabFocus() }
    }

    private func drawTitle() {
        title.text =
            back.isVisible ? screen.form?.title ?? screen.detail.content?.header.title ?? "" : screen.collection.title
    }

    private func draw() {
        if search.text != screen.list.searchText { search.text = screen.list.searchText }
        drawTitle()
    }
}
