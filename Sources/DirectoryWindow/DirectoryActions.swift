import DirectoryModel
import DirectoryScreens
public import GtkKit
import Language

/// Every action of the window, with its keys and its place in the menu.
@MainActor
enum DirectoryActions {
    /// Which keys do what, of those the application listens for.
    static var keys: [(action: String, keys: [String])] {
        WindowAction.all.filter { $0.reach == .everywhere && !$0.keys.isEmpty }.map { ($0.name, $0.keys) }
    }

    /// Where the window can go: the collections, favourites and what was looked at last, which a narrow window has
    /// nowhere else.
    static func places(of directory: DirectoryScreen) -> [Menu.Part] {
        let collections = Collections.all.map { Menu.Part.action("win.collection::\($0.collection.name)") }
        let (favourites, recent) = (items(directory.favouriteLinks), items(directory.recentLinks))
        var parts = [Menu.Part.section(nil, collections)]
        // As many as there may be would not fit a screen beside the others.
        if !favourites.isEmpty { parts.append(.section(nil, [.submenu(translated("Favourites"), favourites)])) }
        if !recent.isEmpty { parts.append(.section(translated("Last Looked At"), recent)) }
        return parts
    }

    private static func items(_ links: [RecordLink]) -> [Menu.Part] {
        links.map { .item(Menu.label($0.title.line(cutAt: 30)), action: "win.open::\($0.reference.word)") }
    }

    /// What has to do with files and paper.
    private static func files(_ home: Home, _ state: ListState) -> [Menu.Part] {
        var parts: [Menu.Part] = []
        if state.canLoadFromDisk { parts.append(.action("win.load-from-disk")) }
        if home.canImport { parts += [.action("win.import"), .action("win.set-aside")] }
        parts.append(.action("win.export"))
        return [.section(nil, parts), .section(nil, [.action("win.print"), .action("win.print-card")])]
    }

    /// The menu of a collection: only what can be done with it.
    static func menu(of directory: DirectoryScreen) -> Menu {
        let screen = directory.open
        let (ways, home, state) = (screen.arrangements, screen.home, screen.listState)
        var list: [Menu.Part] = []
        if home.canEdit || home.canDelete { list.append(.action("win.undo")) }
        if home.canRefresh { list.append(.action("win.refresh")) }
        list.append(.action("win.favourite"))
        list.append(.submenu(translated("Files and Printing"), files(home, state)))
        if case .hosted = home { list.append(.action("win.delete-all")) }
        let groupings = ways.groupings.map { Menu.Part.item($0.label, action: "win.grouping::\($0.id)") }
        return Menu([
            .section(translated("View"), groupings.count > 1 ? groupings : []),
            .section(nil, ways.orders.map { .item($0.label, action: "win.order::\($0.id)") }),
            .section(nil, list),
            .section(
                nil,
                [
                    .submenu(translated("Collections"), places(of: directory)),
                    .action("win.search-everywhere"),
                ]),
            .section(
                nil,
                ["win.preferences", "win.shortcuts", "win.help", "win.about", "app.quit"].map { .action($0) }),
        ])
    }

    static func add(to window: Window, screen: DirectoryScreen, pane: DirectoryPane) {
        addForm(to: window.actions, screen)
        addList(to: window.actions, screen)
        let actions = window.actions
        actions.add("set-aside") { [weak pane] in pane?.pane.openRejected() }
        actions.add("search") { [weak pane] in pane?.focusSearch() }
        actions.add("search-everywhere") { [weak pane] in pane?.openEverywhere() }
        actions.add("import") { [weak pane] in pane?.chooseImport() }
        actions.add("print") { [weak pane] in pane?.pane.openRoster(.list) }
        actions.add("print-card") { [weak pane] in pane?.pane.openRoster(.card) }
        actions.add("export") { [weak pane] in pane?.chooseExport() }
        actions.add("show-code") { [weak pane] in pane?.showCode() }
        actions.add("preferences") { [weak pane] in pane?.openPreferences() }
        addProgram(to: window, pane)
        actions.addToggle("favourite", state: false) { [screen] _ in screen.favouriteTapped() }
        actions.add(
            "open",
            taking: { [screen] word in
                if let link = RecordReference(word) { screen.linkChosen(link) }
            })
        actions.addChoice("collection", state: screen.open.collection.name) { [screen, weak actions] name in
            screen.collectionChosen(name)
            // A form with changes keeps the collection open.
            actions?.setState("collection", screen.open.collection.name)
        }
    }

    private static func addProgram(to window: Window, _ pane: DirectoryPane) {
        let (actions, windows) = (window.actions, pane.programWindows)
        actions.add("shortcuts") { [weak window] in if let window { windows.openShortcuts(over: window) } }
        actions.add("help") { [weak window] in if let window { windows.openHelp(over: window) } }
        actions.add("about") { [weak window] in if let window { windows.openAbout(over: window) } }
        actions.add("narrow-list") { [weak pane] in pane?.widenList(by: -40) }
        actions.add("widen-list") { [weak pane] in pane?.widenList(by: 40) }
        // What has the keyboard comes first: an entry undoes its own writing.
        for action in WindowAction.all where action.reach == .unused {
            window.addShortcut(action.keys.joined(separator: "|"), scope: .managed) { [weak window] in
                window?.activateAction(action.name)
            }
        }
        let undo = WindowAction.named("win.undo")?.keys.joined(separator: "|") ?? ""
        window.onNothingToUndo(undo) { [weak window] in window?.activateAction("win.undo") }
    }

    private static func addForm(to actions: ActionGroup, _ screen: DirectoryScreen) {
        actions.add("add") { screen.open.addTapped() }
        actions.add("edit") { screen.open.editTapped(nil) }
        actions.add("save") { Task { await screen.open.saveTapped() } }
        actions.add("cancel") { screen.open.cancelTapped() }
        actions.add("upload") { Task { await screen.open.uploadTapped() } }
        actions.add("buy") { screen.open.buyTapped() }
        actions.add("start-anew") { screen.open.startAnewTapped() }
        actions.add("back") { screen.open.backTapped() }
        actions.add("leave") {
            if screen.open.formState.isOpen { screen.open.cancelTapped() } else { screen.open.backTapped() }
        }
    }

    private static func addList(to actions: ActionGroup, _ screen: DirectoryScreen) {
        actions.add("delete") { screen.open.deleteTapped(nil) }
        actions.add("empty") { screen.open.emptyTapped() }
        actions.add("toggle") { screen.open.toggleTapped() }
        actions.add("undo") { screen.open.undoTapped() }
        actions.add("download") { screen.open.downloadTapped() }
        actions.add("refresh") { screen.open.refreshTapped() }
        actions.add("delete-all") { screen.open.clearTapped() }
        actions.add("load-from-disk") { Task { await screen.open.loadFromDiskTapped() } }
        actions.add("copy-email") {
            if let email = screen.open.copyEmailTapped() { Desktop.copy(email) }
        }
        actions.addChoice("grouping", state: "") { screen.open.groupingChosen($0) }
        actions.addChoice("order", state: "") { screen.open.orderChosen($0) }
    }

    /// Another collection is open: the choices stand where it has them.
    static func show(_ screen: any AnyCollectionScreen, in window: Window) {
        window.actions.setState("collection", screen.collection.name)
        window.actions.setState("grouping", screen.arrangements.grouping)
        window.actions.setState("order", screen.arrangements.order)
    }

    /// Lets those actions be called that can be done now.
    static func enable(_ directory: DirectoryScreen, in window: Window) {
        let screen = directory.open
        let (form, list, home) = (screen.formState, screen.listState, screen.home)
        let states = [
            "save": form.canSave && !form.isBooking, "cancel": form.isOpen, "upload": form.isOwn,
            "buy": form.isBooking && form.canSave, "start-anew": form.isBooking, "add": home.canAdd,
            "edit": home.canEdit && !form.isOpen && list.selectedCount == 1,
            "delete": home.canDelete && list.selectedCount > 0, "toggle": list.canToggle,
            // What is being typed comes first; an entry undoes its own writing.
            "undo": !form.isOpen,
            "download": home == .published && list.canTakeOver, "refresh": home.canRefresh && list.canTakeOver,
            "load-from-disk": list.canLoadFromDisk && list.canTakeOver,
            "export": list.canExport, "show-code": list.hasOpenCard,
            "import": home.canImport && list.canTakeOver, "favourite": directory.canBeFavourite,
            "print": !form.isOpen && list.shownCount > 0, "print-card": !form.isOpen && list.selectedCount == 1,
        ]
        window.actions.setState("favourite", directory.isOpenFavourite)
        for (name, isEnabled) in states { window.actions.setEnabled(name, isEnabled) }
    }
}

extension Application {
    /// Gives every action its keys.
    @MainActor
    public func setDirectoryKeys() {
        for (action, keys) in DirectoryActions.keys { setAccelerators(action, keys) }
    }
}
