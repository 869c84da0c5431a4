import DirectoryModel
import DirectoryScreens
public import GtkKit

/// Every action of the window, with its keys and its place in the menu.
@MainActor
enum DirectoryActions {
    /// Which keys do what.
    static var keys: [(action: String, keys: [String])] {
        [
            ("win.search", ["<Control>f"]), ("win.search-everywhere", ["<Control>k"]), ("win.download", ["<Control>d"]),
            ("win.refresh", ["<Control>r", "F5"]), ("win.add", ["<Control>n"]), ("win.save", ["<Control>s"]),
            ("win.edit", ["F2"]), ("win.favourite", ["<Control>b"]), ("win.copy-email", ["<Control><Shift>c"]),
            ("win.preferences", ["<Control>comma"]),
            ("win.back", ["<Alt>Left"]), ("app.quit", ["<Control>q"]),
        ]
            + Collections.all.enumerated().map { place, type in
                ("win.collection::\(type.collection.name)", ["<Control>\(place + 1)"])
            }
    }

    /// The menu of a collection: only what can be done with it.
    static func menu(of screen: any AnyCollectionScreen) -> Menu {
        let (ways, home, state) = (screen.arrangements, screen.home, screen.listState)
        var list: [Menu.Part] = []
        if home.canEdit || home.canDelete { list.append(.item("Undo", action: "win.undo")) }
        if home.canRefresh { list.append(.item("Refresh", action: "win.refresh")) }
        if state.canLoadFromDisk { list.append(.item("Load from Disk", action: "win.load-from-disk")) }
        if home.canImport {
            list.append(.item("Import…", action: "win.import"))
            list.append(.item("Set Aside…", action: "win.set-aside"))
        }
        list.append(.item("Export…", action: "win.export"))
        list.append(.item("Favourite", action: "win.favourite"))
        if case .hosted = home { list.append(.item("Delete All…", action: "win.delete-all")) }
        let groupings = ways.groupings.map { Menu.Part.item($0.label, action: "win.grouping::\($0.id)") }
        let collections = Collections.all.map { type in
            Menu.Part.item(type.collection.title, action: "win.collection::\(type.collection.name)")
        }
        return Menu([
            .section("View", groupings.count > 1 ? groupings : []),
            .section(nil, ways.orders.map { .item($0.label, action: "win.order::\($0.id)") }),
            .section(nil, list),
            .section(
                nil,
                [
                    .submenu("Collections", collections),
                    .item("Search Everywhere", action: "win.search-everywhere"),
                ]),
            .section(nil, [.item("Preferences", action: "win.preferences"), .item("Quit", action: "app.quit")]),
        ])
    }

    static func add(to window: Window, screen: DirectoryScreen, pane: DirectoryPane) {
        addForm(to: window.actions, screen)
        addList(to: window.actions, screen)
        let actions = window.actions
        actions.add("set-aside") { [weak pane] in pane?.pane.openSetAside() }
        actions.add("search") { [weak pane] in pane?.focusSearch() }
        actions.add("search-everywhere") { [weak pane] in pane?.openEverywhere() }
        actions.add("import") { [weak pane] in pane?.chooseImport() }
        actions.add("export") { [weak pane] in pane?.chooseExport() }
        actions.add("show-code") { [weak pane] in pane?.showCode() }
        actions.add("preferences") { [weak pane] in pane?.openPreferences() }
        actions.addToggle("favourite", state: false) { [screen] _ in screen.favouriteTapped() }
        actions.addChoice("collection", state: screen.open.collection.name) { [screen, weak actions] name in
            screen.collectionChosen(name)
            // A form with changes keeps the collection open.
            actions?.setState("collection", screen.open.collection.name)
        }
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
            "download": home == .published && list.canTakeOver, "refresh": home.canRefresh && list.canTakeOver,
            "load-from-disk": list.canLoadFromDisk && list.canTakeOver,
            "export": list.canExport, "show-code": list.hasOpenCard,
            "import": home.canImport && list.canTakeOver, "favourite": directory.canBeFavourite,
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
