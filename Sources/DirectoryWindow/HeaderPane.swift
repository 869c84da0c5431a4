import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws the headers of the three panes, and the search entry.
///
/// The sidebar's header has the menu, the list's the collection's title and actions, the detail's the record's actions.
/// Without a sidebar, the list's header has the menu, and its title is a menu of collections. A narrow window shows one
/// header; the detail's has a Back button, and the record's name once that is scrolled away.
final class HeaderPane {
    let sidebar: HeaderBar
    let list: HeaderBar
    let detail: HeaderBar
    let searchBar = Box(.horizontal).styled("search-bar")
    /// The list's title, if the header has no room for it.
    let titleBar = Box(.horizontal).styled("title-bar")
    private let screen: DirectoryScreen
    /// The window's buttons, at the start and the end of headers.
    private let controls = (
        start: (0..<3).map { _ in WindowControls(.start) }, end: (0..<2).map { _ in WindowControls(.end) }
    )
    private let search = SearchEntry().expanding(.horizontal)
    private let saveSearch = Button.icon(
        WindowAction.of(.saveSearch).iconName, WindowAction.of(.saveSearch).label
    ).styled("flat")
    private let middle = Stack(transition: .none)
    private let listTitle = Label().styled("title").ellipsized()
    private let collections = MenuButton(title: "")
    private let collectionsBelow = MenuButton(title: "")
    private let add = Button.icon("list-add-symbolic", translated("Add"))
    private let sort = MenuButton(iconName: "view-sort-descending-symbolic").named(translated("View"))
    private let refresh = Button.icon("view-refresh-symbolic", translated("Refresh"))
    private let download = Button.icon("folder-download-symbolic", translated("Download"))
    private let menu = MenuButton(iconName: "open-menu-symbolic").named(translated("Menu"))
    private let menuBoxes = (sidebar: Box(.horizontal), list: Box(.horizontal))
    private let back = Button.icon("go-previous-symbolic", translated("Back"))
    private let title = Label().styled("title").ellipsized()
    private let favorite = ToggleButton(iconName: HeaderPane.starOutline).named(translated("Favorite"))
    private let edit = Button.icon("document-edit-symbolic", translated("Edit"))
    private let delete = Button.icon("user-trash-symbolic", translated("Delete"))
    private var mode = FoldBox.Mode.threePanes
    private var shownCollection = ""
    private var shownFound = ""
    private var hasMenus = false

    init(screen: DirectoryScreen) {
        self.screen = screen
        sidebar = HeaderBar(start: [controls.start[0]], end: [menuBoxes.sidebar])
        list = HeaderBar(
            start: [controls.start[1], add], title: middle,
            end: [download, refresh, sort, menuBoxes.list, controls.end[0]])
        detail = HeaderBar(
            start: [controls.start[2], back], title: title, end: [edit, delete, favorite, controls.end[1]])
        // F10 opens it.
        menu[property: "primary"] = true
        menuBoxes.sidebar.append(menu)
        middle.setHomogeneous(horizontal: false, vertical: true)
        middle.add(listTitle, name: "list-title")
        searchBar.append(search)
        saveSearch.setAction(.saveSearch)
        searchBar.append(saveSearch)
        collections.halign = .center
        middle.add(collections, name: "collections")
        middle.add(Box(), name: "nothing")
        titleBar.append(collectionsBelow)
        foldControls()
        connectButtons()
        connectSearch()
        redraw(self) { $0.draw() }
    }

    private func connectButtons() {
        add.setAction(.add)
        back.setAction(.back)
        refresh.setAction(.refresh)
        download.setAction(.download)
        favorite.setAction(.favorite)
        edit.setAction(.edit)
        delete.setAction(.delete)
        let keys = WindowAction.all.filter { $0.id == .collection }.compactMap(\.keyLabel)
        let (first, last) = (keys.first ?? "", keys.last ?? "")
        for button in [collections, collectionsBelow] {
            button.tooltip = translated("Switch Collection (\(first) to \(last))")
        }
        back.tooltip = WindowAction.tip(.leave, translated("Back to the List"))
        menu.tooltip = WindowAction.tip(.menu, translated("Main Menu"))
        download.tooltip = WindowAction.tip(.download, translated("Download the Class"))
        sort.tooltip = translated("View")
        for button in [menu, sort, collections, collectionsBelow] {
            button.makeMenuWhenOpened { [weak self] in self?.followMenus() }
        }
        favorite.tooltip = WindowAction.tip(.favorite)
        edit.tooltip = WindowAction.tip(.edit)
    }

    private func connectSearch() {
        // Not "search-changed", which is late: drawing in between would undo typing.
        search.onChanged { [screen] in screen.open.list.searchChanged($0) }
        search.onActivate { [screen] in screen.open.list.searchActivated() }
        search.onStop { [screen] in screen.open.list.searchStopped() }
        // GTK passes the key of an empty entry to the window, which would select every record.
        search.onKey(phase: .capture) { [weak search] in $0 == Key("a", control: true) && search?.text.isEmpty == true }
    }

    /// Runs the handler when Down leaves the search entry.
    func onSearchLeft(_ handler: @escaping @MainActor () -> Void) {
        search.onKey(phase: .capture) { key in
            guard key.name == "Down" else { return false }
            handler()
            return true
        }
    }

    /// Runs the handler when Esc ended the search.
    func onSearchStopped(_ handler: @escaping @MainActor () -> Void) { search.onStop(handler) }

    /// Typing anywhere in the window searches; `begin` runs first and returns false to ignore the key.
    func takeTyping(in window: Window, _ begin: @escaping @MainActor () -> Bool) {
        search.takeTyping(in: window, begin)
    }

    var isSearchFocused: Bool { search.hasFocus }

    func clearSearch() { search.text = "" }

    func focusSearch(selectsText: Bool = true) {
        _ = search.grabFocus()
        if selectsText { search.selectAll() } else { search.moveCursorToEnd() }
    }

    /// Arranges the headers for a number of panes.
    func fold(_ mode: FoldBox.Mode, isDetailOpen: Bool) {
        let isOther = mode != self.mode
        self.mode = mode
        foldControls()
        // It also closes the page beside a wall of faces.
        back.isVisible = isDetailOpen && (mode == .folded || screen.open.list.looks.isWall)
        drawTitlePosition()
        // Next to the buttons of a narrow window, only a few large letters would fit.
        titleBar.isVisible = mode == .folded && Desktop.textScale >= 1.5
        middle.visibleName = mode == .threePanes ? "list-title" : titleBar.isVisible ? "nothing" : "collections"
        moveMenu(into: mode == .threePanes ? menuBoxes.sidebar : menuBoxes.list)
        if isOther, hasMenus { drawMenus() }
        drawButtons()
        drawTitle()
    }

    /// The outermost headers have one side each; a narrow window shows one header with both.
    private func foldControls() {
        let first = mode == .threePanes ? 0 : 1
        let last = screen.isWallAlone ? 0 : 1
        for (index, part) in controls.start.enumerated() { part.isWanted = index == first || mode == .folded }
        for (index, part) in controls.end.enumerated() { part.isWanted = index == last || mode == .folded }
    }

    /// True if the page shows the title; otherwise a narrow window's header does.
    var isTitleSeen = false {
        didSet { drawTitlePosition() }
    }

    private func drawTitlePosition() { title.isVisible = mode == .folded && !isTitleSeen }

    private func moveMenu(into box: Box) {
        for other in [menuBoxes.sidebar, menuBoxes.list] { other.isVisible = other === box }
        guard box.childCount == 0 else { return }
        for other in [menuBoxes.sidebar, menuBoxes.list] { other.remove(menu) }
        box.append(menu)
    }

    private func drawTitle() {
        title.text = screen.openTitle
        listTitle.text = screen.open.listTitle
        for button in [collections, collectionsBelow] { button.title = screen.open.listTitle }
    }

    private func drawButtons() {
        let (home, open) = (screen.open.home, screen.open)
        let isFolded = mode == .folded
        saveSearch.isVisible = open.groups.canSaveSearch
        add.isVisible = home.canAdd
        // The title needs the room more than actions that are in the menu too.
        sort.isVisible = !isFolded
        refresh.isVisible = !isFolded && home.canRefresh
        download.isVisible = home.isPublished
        let hasRecord = open.openKey != nil && !open.editing.isOpen && !screen.isWelcoming
        favorite.isVisible = hasRecord
        edit.isVisible = hasRecord && home.canEdit
        // A narrow window deletes with a swipe.
        delete.isVisible = hasRecord && home.canDelete && !open.isOwnOpen && !isFolded
        delete.tooltip = WindowAction.tip(.delete, home.deleteLabel)
        delete.accessibleName = home.deleteLabel
        favorite.iconName = screen.isOpenFavorite ? Self.star : Self.starOutline
    }

    private static let star = "duke-directory-star-symbolic"
    private static let starOutline = "duke-directory-star-outline-symbolic"

    private func draw() {
        let open = screen.open
        if open.id != shownCollection { show(open) }
        if search.text != open.list.searchText { search.text = open.list.searchText }
        if open.list.foundText != shownFound {
            shownFound = open.list.foundText
            search.accessibleDescription = shownFound
        }
        drawButtons()
        drawTitle()
    }

    /// Makes the menus, which most starts do not open, and keeps them up to date.
    private func followMenus() {
        guard !hasMenus else { return }
        hasMenus = true
        redraw(self) { $0.drawMenus() }
    }

    private func drawMenus() {
        menu.setMenu(DirectoryActions.menu(of: screen.open, isNarrow: mode == .folded))
        sort.setMenu(DirectoryActions.arrangements(of: screen.open))
        let collectionItems = DirectoryActions.collectionItems(of: screen)
        for button in [collections, collectionsBelow] { button.setMenu(collectionItems) }
    }

    private func show(_ open: CollectionScreen) {
        let (collection, isLookedUp) = (open.definition.collection, open.home.isHosted)
        shownCollection = open.id
        add.tooltip = WindowAction.tip(
            .add,
            open.home.isBooked
                ? translated("Book a \(collection.oneInHeadings)") : translated("Add a \(collection.oneInHeadings)"))
        refresh.tooltip = WindowAction.tip(.refresh, translated("Refresh \(collection.manyInHeadings)"))
        search.placeholder = translated("Search \(collection.many)")
        let tip = WindowAction.tip(
            .search, translated("Any text, a name, or a field such as \(open.definition.searchExample)"))
        search.tooltip =
            isLookedUp ? translated("\(tip). Enter a number and press Return to look it up on the server.") : tip
        search.accessibleName = translated("Search \(collection.many)")
    }
}
