import DirectoryModel
import DirectoryScreens
public import GtkKit

/// Every action of the window, with its keys and its place in the menu.
@MainActor
enum DirectoryActions {
    /// Which keys do what.
    static let keys: [(action: String, keys: [String])] = [
        ("win.search", ["<Control>f"]), ("win.download", ["<Control>d"]), ("win.add", ["<Control>n"]),
        ("win.save", ["<Control>s"]), ("win.edit", ["F2"]), ("win.copy-email", ["<Control><Shift>c"]),
        ("win.preferences", ["<Control>comma"]),
        ("win.back", ["<Alt>Left"]), ("app.quit", ["<Control>q"]),
    ]

    static var menu: Menu {
        Menu([
            .section("View", DukePerson.groupings.map { .item($0.label, action: "win.grouping::\($0.id)") }),
            .section(nil, DukePerson.orders.map { .item($0.label, action: "win.order::\($0.id)") }),
            .section(
                nil,
                [
                    .item("Undo", action: "win.undo"), .item("Load from Disk", action: "win.load-from-disk"),
                    .item("Set Aside…", action: "win.set-aside"),
                ]),
            .section(
                nil,
                [.item("Preferences", action: "win.preferences"), .item("Quit", action: "app.quit")]),
        ])
    }

    static func add(to window: Window, screen: CollectionScreen<DukePerson>, pane: DirectoryPane) {
        let actions = window.actions
        actions.add("add") { [screen] in screen.addTapped() }
        actions.add("edit") { [screen] in screen.editTapped() }
        actions.add("delete") { [screen] in screen.deleteTapped() }
        actions.add("empty") { [screen] in screen.emptyTapped() }
        actions.add("undo") { [screen] in screen.undoTapped() }
        actions.add("save") { [screen] in Task { await screen.saveTapped() } }
        actions.add("cancel") { [screen] in screen.cancelTapped() }
        actions.add("upload") { [screen] in Task { await screen.uploadTapped() } }
        actions.add("set-aside") { [weak pane] in pane?.openSetAside() }
        actions.add("search") { [weak pane] in pane?.focusSearch() }
        actions.add("download") { [screen] in screen.transfer.downloadTapped() }
        actions.add("back") { [screen] in screen.backTapped() }
        actions.add("preferences") { [weak pane] in pane?.openPreferences() }
        actions.add("load-from-disk") { [screen] in Task { await screen.loadFromDiskTapped() } }
        actions.add("copy-email") { [screen] in
            if let email = screen.copyEmailTapped() { Desktop.copy(email) }
        }
        actions.addChoice("grouping", state: screen.list.groupingID) { [screen] in
            screen.list.groupingChosen($0)
        }
        actions.addChoice("order", state: screen.list.orderID) { [screen] in
            screen.list.orderChosen($0)
        }
    }
}

extension Application {
    /// Gives every action its keys.
    @MainActor
    public func setDirectoryKeys() {
        for (action, keys) in DirectoryActions.keys { setAccelerators(action, keys) }
    }
}
