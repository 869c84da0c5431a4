import DirectoryModel
import DirectoryScreens
import GtkKit
import Language
import Resources

/// Draws the header bar: back, Add, the search entry or the open record's name, Refresh, Download and the menu.
///
/// A narrow window has the search entry in a bar of its own under the header, where a name can be typed in full, and
/// the collections behind the open one's title.
@MainActor
final class HeaderPane {
    let widget: HeaderBar
    let narrowSearch = Box(.horizontal)
    private let screen: DirectoryScreen
    private let search: SearchEntry
    private let wideSearch: Box
    private let middle: Stack
    private let title: Label
    private let collections = MenuButton(title: "")
    private let back: Button
    private let add: Button
    private let refresh: Button
    private let download: Button
    private let menu: MenuButton
    private var shownCollection: CollectionInfo?
    private var shownFavourites: [RecordLink] = []
    private var shownRecent: [RecordLink] = []
    private var isFolded = false
    private var shownFound = ""

    init(screen: DirectoryScreen) throws {
        self.screen = screen
        let builder = try Builder(Resources.header, translatedIn: Localization.boundDomain)
        widget = try builder.get("header")
        search = try builder.get("search")
        wideSearch = try builder.get("wide-search")
        middle = try builder.get("middle")
        title = try builder.get("title")
        back = try builder.get("back")
        add = try builder.get("add")
        refresh = try builder.get("refresh")
        download = try builder.get("download")
        menu = try builder.get("menu")
        narrowSearch.addClass("narrow-search")
        narrowSearch.isVisible = false
        add.setAction("win.add")
        back.setAction("win.back")
        refresh.setAction("win.refresh")
        download.setAction("win.download")
        let keys = Collections.all.compactMap { WindowAction.named("win.collection::\($0.collection.name)")?.keyLabel }
        let (first, last) = (keys.first ?? "", keys.last ?? "")
        collections.tooltip = translated("Choose another collection (\(first) to \(last))")
        back.tooltip = WindowAction.tip("win.leave", translated("Back to the list"))
        menu.tooltip = WindowAction.tip("menu", translated("View and more"))
        download.tooltip = WindowAction.tip("win.download", translated("Download the class"))
        collections.halign = .center
        middle.add(collections, name: "collections")
        connectSearch()
        redraw(self) { $0.draw() }
    }

    private func connectSearch() {
        // Not "search-changed", which comes late: drawing in between would take back what was typed.
        search.onChanged { [screen] in screen.open.searchChanged($0) }
        search.onActivate { [screen] in screen.open.searchActivated() }
        search.onStop { [screen] in screen.open.searchChanged("") }
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

    /// A narrow window that shows a detail has its name in the search entry's place; one without a sidebar has the
    /// collections there.
    func fold(isFolded: Bool, hasSidebar: Bool, isDetailOpen: Bool) {
        self.isFolded = isFolded
        back.isVisible = isFolded && isDetailOpen
        drawButtons()
        drawTitle()
        middle.visibleName = back.isVisible ? "title" : isFolded ? "collections" : "search"
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
        title.text = screen.open.openTitle
        collections.title = screen.open.collection.title
    }

    /// A name needs the room more than buttons that belong to the list, or stand in the menu too.
    private func drawButtons() {
        let home = screen.open.home
        add.isVisible = !back.isVisible && home.canAdd
        refresh.isVisible = !isFolded && home.canRefresh
        download.isVisible = !back.isVisible && home == .published
    }

    private func draw() {
        let open = screen.open
        let (favourites, recent) = (screen.favouriteLinks, screen.recentLinks)
        if open.collection != shownCollection || favourites != shownFavourites || recent != shownRecent {
            (shownFavourites, shownRecent) = (favourites, recent)
            menu.setMenu(DirectoryActions.menu(of: screen))
            collections.setMenu(Menu(DirectoryActions.places(of: screen)))
        }
        if open.collection != shownCollection { show(open) }
        if search.text != open.searchText { search.text = open.searchText }
        if open.foundWords != shownFound {
            shownFound = open.foundWords
            search.accessibleDescription = shownFound
        }
        drawButtons()
        drawTitle()
    }

    private func show(_ open: any AnyCollectionScreen) {
        let (collection, isLookedUp) = (open.collection, open.home.canLookUp)
        shownCollection = collection
        add.tooltip = WindowAction.tip(
            "win.add",
            open.home.isBooked ? translated("Book a \(collection.one)") : translated("Add a \(collection.one)"))
        refresh.tooltip = WindowAction.tip("win.refresh", translated("Fetch the \(collection.many) again"))
        search.placeholder =
            isLookedUp
            ? translated("Search \(collection.many), or a number") : translated("Search \(collection.many)")
        let tip = WindowAction.tip("win.search", translated("Any text, a name, or fields as in \(open.searchExample)"))
        search.tooltip = isLookedUp ? translated("\(tip). A number and Return ask the server for it.") : tip
        search.accessibleName = translated("Search \(collection.many)")
    }
}
