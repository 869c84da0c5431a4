public import DirectoryModel
import Language

/// The actions of a window, by their names in menus, buttons, and tests.
public enum ActionID: String, CaseIterable, Sendable {
    case search, undo, redo, leave, menu, preferences, shortcuts, help, about, quit
    case searchEverywhere = "search-everywhere"
    case faces
    case look
    case largerFaces = "larger-faces"
    case smallerFaces = "smaller-faces"
    case download, refresh, add, toggle, delete, export, print, learn
    case rowMenu = "row-menu"
    case narrowList = "narrow-list"
    case widenList = "widen-list"
    case loadFromDisk = "load-from-disk"
    case importFile = "import"
    case rejected = "set-aside"
    case duplicates = "find-duplicates"
    case deleteAll = "delete-all"
    case history, versions
    case edit, save, favorite, back, empty, cancel, upload, buy
    case email
    case select
    case selectAll = "select-all"
    case copyEmail = "copy-email"
    case myRecord = "my-record"
    case printCard = "print-card"
    case showCode = "show-code"
    case share
    case startAnew = "start-anew"
    case collection, grouping, order, open
    case newGroup = "new-group"
    case saveSearch = "save-search"
    case removeFromGroup = "remove-from-group"
    case addToGroup = "add-to-group"
    case group
    case editGroup = "edit-group"
    case deleteGroup = "delete-group"
    case groupUp = "group-up"
    case groupDown = "group-down"
}

extension WindowAction {
    static let general = [
        WindowAction(.search, translated("Search"), ["<Control>f"], in: .general, .run { $0.host?.focusSearch() }),
        WindowAction(
            .searchEverywhere, translated("Search Everywhere"), ["<Control>k"], in: .general, at: [.collections],
            .run { $0.everywhere.open() }),
        WindowAction(
            .myRecord, translated("My Record"), ["<Control>m"], in: .general, at: [.collections],
            .run { $0.myRecordTapped() }),
        WindowAction(
            .undo, translated("Undo"), ["<Control>z"], in: .general, reach: .unused,
            // Typing takes precedence; an entry undoes its own changes.
            enabled: { !$0.editing.isOpen && $0.canUndo }, .run { $0.open.undoTapped() }),
        WindowAction(
            .redo, translated("Redo"), ["<Control><Shift>z", "<Control>y"], in: .general, reach: .unused,
            enabled: { !$0.editing.isOpen && $0.canRedo }, .run { $0.open.redoTapped() }),
        WindowAction(
            .leave, translated("Cancel or Go Back"), ["Escape"], in: .general, reach: .unused,
            .run { $0.leaveTapped() }),
        WindowAction(.menu, translated("Menu"), ["F10"], in: .general, reach: .elsewhere, .elsewhere),
        WindowAction(
            .preferences, translated("Preferences"), ["<Control>comma"], in: .general, at: [.program],
            .run { $0.preferences.open() }),
        WindowAction(
            .shortcuts, translated("Keyboard Shortcuts"), ["<Control>question"], in: .general, at: [.program],
            .run { $0.host?.openShortcuts() }),
        WindowAction(
            .help, translated("Help"), ["F1"], in: .general, at: [.program], .run { $0.host?.openHelp() }),
        WindowAction(
            .about, translated("About Duke Directory"), in: .general, at: [.program],
            .run { $0.host?.openAbout() }),
        WindowAction(.quit, translated("Quit"), ["<Control>q"], in: .general, .elsewhere),
    ]

    static let list = [
        WindowAction(
            .download, translated("Download"), ["<Control>d"], in: .list,
            has: { $0.home.isPublished }, enabled: { $0.canReplaceList }, .run { $0.open.downloadTapped() }),
        WindowAction(
            .refresh, translated("Refresh"), ["<Control>r", "F5"], in: .list, at: [.narrow],
            has: { $0.home.canRefresh }, enabled: { $0.canReplaceList }, .run { $0.open.refreshTapped() }),
        WindowAction(
            .add, translated("Add"), ["<Control>n"], in: .list, has: { $0.home.canAdd },
            .run { $0.open.editing.addTapped() }),
        WindowAction(
            .toggle, translated("Mark as Completed"), ["space"], in: .list, reach: .elsewhere, at: [.row],
            offered: { $0.toggleLabel != nil }, enabled: { $0.toggleLabel != nil }, called: { $0.toggleLabel },
            .run { $0.open.toggleTapped() }
        ).drawn("object-select-symbolic"),
        WindowAction(
            .faces, translated("Faces"), ["<Control>g"], in: .list, has: { $0.list.looks.hasFaces },
            .toggle(isOn: { $0.open.list.looks.isWall }) { $0.open.list.looks.facesTapped() }),
        WindowAction(
            .largerFaces, translated("Larger Faces"), ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
            in: .list, has: { $0.list.looks.hasFaces }, enabled: { $0.list.looks.isWall },
            .run { $0.open.list.looks.facesResized(larger: true) }),
        WindowAction(
            .smallerFaces, translated("Smaller Faces"), ["<Control>minus", "<Control>KP_Subtract"], in: .list,
            has: { $0.list.looks.hasFaces }, enabled: { $0.list.looks.isWall },
            .run { $0.open.list.looks.facesResized(larger: false) }),
        WindowAction(
            .learn, translated("Learn the Names"), ["<Control>l"], in: .list, at: [.list],
            has: { $0.definition.faceNames != nil },
            enabled: { !$0.editing.isOpen && !$0.isPast && $0.list.shownCount > 0 },
            .run { $0.open.learnTapped() }),
        WindowAction(
            .selectAll, translated("Select All"), ["<Control>a"], in: .list, reach: .unused,
            enabled: { !$0.editing.isOpen && $0.list.shownCount > 0 },
            // The first page has entries, where the keys select text.
            .run { if !$0.isWelcoming { $0.open.selectAllTapped() } }),
        WindowAction(
            .select, translated("Select"), in: .list, at: [.row],
            enabled: { !$0.isSelecting && !$0.list.selectedRows.isEmpty }, .run { $0.open.selectTapped() }),
        WindowAction(
            .delete, translated("Delete"), ["Delete"], in: .list, reach: .elsewhere, at: [.rows],
            has: { $0.home.canDelete }, offered: { !$0.isOwnSelected },
            enabled: { !$0.list.selectedRows.isEmpty }, called: { $0.home.deleteLabel },
            .run { $0.open.deleteTapped() }
        ).drawn("user-trash-symbolic"),
        WindowAction(
            .rowMenu, translated("Open Row Menu"), ["Menu", "<Shift>F10"], in: .list, reach: .elsewhere, .elsewhere),
        WindowAction(
            .narrowList, translated("Narrow List"), ["<Control>bracketleft"], in: .list,
            .run { $0.host?.widenList(by: -40) }),
        WindowAction(
            .widenList, translated("Widen List"), ["<Control>bracketright"], in: .list,
            .run { $0.host?.widenList(by: 40) }),
        WindowAction(
            .loadFromDisk, translated("Load from Disk"), in: .list, at: [.files],
            has: { $0.definition.sandboxFile != nil }, enabled: { $0.canReplaceList },
            .run { screen in Task { await screen.open.loadFromDiskTapped() } }),
        WindowAction(
            .importFile, translated("Import…"), in: .list, at: [.files], has: { $0.home.canImport },
            enabled: { $0.canReplaceList }, .run { $0.open.importTapped() }),
        WindowAction(
            .rejected, translated("Skipped Entries…"), in: .list, at: [.files], has: { $0.home.canImport },
            .run { $0.open.rejectedTapped() }),
        WindowAction(
            .duplicates, translated("Find Duplicates…"), in: .list, at: [.files],
            has: { $0.definition.canHaveDuplicates },
            enabled: { !$0.editing.isOpen && !$0.isPast && $0.list.total > 1 },
            .run { $0.open.duplicatesTapped() }),
        WindowAction(
            .export, translated("Export…"), in: .list, at: [.files, .several], enabled: { $0.canExport },
            .run { $0.open.exportTapped() }
        ).drawn("document-save-symbolic", translated("Export"), ofSeveral: translated("Export Selected…")),
        WindowAction(
            .print, translated("Print Roster…"), ["<Control>p"], in: .list, at: [.paper, .several],
            enabled: { !$0.editing.isOpen && $0.list.shownCount > 0 },
            .run { $0.open.rosterTapped($0.open.isSelecting ? .selected : .list) }
        ).drawn("printer-symbolic", translated("Print"), ofSeveral: translated("Print Selected…")),
        WindowAction(
            .history, translated("History"), ["<Control>h"], in: .list, at: [.list],
            enabled: { !$0.editing.isOpen && !$0.isPast }, .run { $0.open.historyTapped() }),
        WindowAction(
            .newGroup, translated("New Group…"), in: .list, at: [.groups, .several], has: { $0.groups.isOffered },
            offered: { $0.groups.canEdit }, enabled: { $0.groups.canEdit },
            called: { translated("\($0.groups.newLabel)…") }, .run { $0.open.groups.newTapped() }
        ).drawn("view-list-symbolic", translated("Group")),
        WindowAction(
            .saveSearch, translated("Save Search…"), in: .list, has: { $0.groups.isOffered },
            offered: { $0.groups.canSaveSearch }, enabled: { $0.groups.canSaveSearch },
            .run { $0.open.groups.saveSearchTapped() }
        ).drawn("bookmark-new-symbolic"),
        WindowAction(
            .removeFromGroup, translated("Remove from Group"), in: .list, at: [.row, .several],
            has: { $0.groups.isOffered }, offered: { $0.groups.canRemove }, enabled: { $0.groups.canRemove },
            .run { $0.open.groups.removeTapped() }),
        WindowAction(
            .deleteAll, translated("Delete All…"), in: .list, at: [.end], has: { $0.home.isHosted },
            .run { $0.open.deleteAllTapped() }),
    ]

    static let record = [
        WindowAction(
            .edit, translated("Edit"), ["F2"], in: .record, at: [.row], has: { $0.home.canEdit },
            enabled: { !$0.editing.isOpen && $0.list.selectedRow != nil }, .run { $0.open.editing.editTapped() }
        ).drawn("document-edit-symbolic"),
        WindowAction(
            .save, translated("Save"), ["<Control>s"], in: .record,
            enabled: { $0.editing.form?.canSave == true && !$0.home.isBooked },
            .run { screen in Task { await screen.open.editing.saveTapped() } }),
        WindowAction(
            .email, translated("Email"), ["<Control>e"], in: .record, at: [.row, .several],
            offered: { $0.detail.content?.mailAddress != nil || $0.canMailAll },
            enabled: { $0.detail.content?.mailAddress != nil || $0.canMailAll },
            .run { $0.open.emailTapped() }
        ).drawn(
            "mail-unread-symbolic", tip: translated("Write an Email"), ofSeveral: translated("Email All")),
        WindowAction(
            .copyEmail, translated("Copy Email"), ["<Control><Shift>c"], in: .record,
            at: [.row, .several], offered: { $0.detail.content?.email != nil || $0.canMailAll },
            .run { $0.open.copyEmailTapped() }
        ).drawn(
            "edit-copy-symbolic", tip: translated("Copy Email Address"), ofSeveral: translated("Copy Addresses")),
        WindowAction(
            .showCode, translated("Show QR Code"), in: .record, at: [.row], offered: { $0.hasOpenCard },
            enabled: { $0.hasOpenCard }, .run { $0.open.codeTapped() }
        ).drawn("duke-directory-qr-symbolic", translated("QR Code")),
        WindowAction(
            .share, translated("Save vCard…"), in: .record, at: [.row], offered: { $0.hasOpenCard },
            enabled: { $0.hasOpenCard }, .run { $0.open.shareTapped() }
        ).drawn(
            "duke-directory-share-symbolic", translated("Save vCard"), tip: translated("Save a Contact File to Send")),
        WindowAction(
            .favorite, translated("Favorite"), ["<Control>b"], in: .record, at: [.row, .several],
            enabled: { !$0.isPast && ($0.openKey != nil || $0.isSelecting && !$0.list.selectedRows.isEmpty) },
            .toggle(isOn: { $0.isOpenFavorite }) { $0.favoriteTapped() }
        ).drawn("duke-directory-star-outline-symbolic"),
        WindowAction(
            .versions, translated("Earlier Versions…"), in: .record, at: [.row],
            enabled: { !$0.editing.isOpen && !$0.isPast && $0.openKey != nil }, .run { $0.open.versionsTapped() }),
        WindowAction(
            .back, translated("Back to the List"), ["<Alt>Left"], in: .record, .run { $0.backTapped() }),
        WindowAction(
            .printCard, translated("Print Card…"), in: .record, at: [.paper, .row],
            enabled: { !$0.editing.isOpen && $0.list.selectedRow != nil }, .run { $0.open.rosterTapped(.card) }),
        WindowAction(
            .empty, translated("Clear My Record"), in: .record, at: [.rows],
            has: { $0.home.canDelete }, offered: { $0.isOwnSelected },
            .run { $0.open.emptyTapped() }),
        WindowAction(
            .cancel, translated("Cancel"), in: .record,
            enabled: { $0.editing.isOpen && !($0.home.isBooked && $0.editing.form?.isSaving == true) },
            .run { $0.open.editing.cancelTapped() }),
        WindowAction(
            .upload, translated("Upload…"), in: .record, enabled: { $0.editing.form?.isOwn == true },
            .run { screen in Task { await screen.open.editing.uploadTapped() } }),
        WindowAction(
            .buy, translated("Buy"), in: .record, enabled: { $0.home.isBooked && $0.editing.form?.canSave == true },
            .run { $0.open.editing.buyTapped() }),
        WindowAction(
            .startAnew, translated("Clear"), in: .record, enabled: { $0.home.isBooked && $0.editing.isOpen },
            .run { $0.open.editing.startAnewTapped() }),
    ]

    /// The actions that open collections.
    public static func collections(_ definitions: [Definition]) -> [WindowAction] {
        definitions.enumerated().map { location, definition in
            WindowAction(
                .collection, definition.collection.title, location < 9 ? ["<Control>\(location + 1)"] : [],
                on: definition.collection.name, in: .collections,
                .choice(chosen: { $0.open.definition.collection.name }) { $0.collectionChosen($1) })
        }
    }

    static let choices =
        collections(Collections.all) + [
            WindowAction(
                .grouping, in: .list,
                .choice(chosen: { $0.open.list.looks.groupingID }) { $0.open.list.looks.groupingChosen($1) }),
            WindowAction(
                .order, in: .list,
                .choice(chosen: { $0.open.list.looks.shownOrderID }) { $0.open.list.looks.orderChosen($1) }),
            WindowAction(
                .look, in: .list,
                .choice(chosen: { $0.open.list.looks.look.rawValue }) { $0.open.list.looks.lookChosen($1) }),
            WindowAction(
                .open, in: .record,
                .word { screen, word in
                    if let record = RecordReference(word) { screen.linkChosen(record) }
                }),
        ] + groups

    /// What is done with the group that a number names.
    private static let groups = [
        WindowAction(.group, in: .collections, .word { screen, word in Int(word).map(screen.groupChosen) }),
        WindowAction(
            .addToGroup, in: .list, enabled: { $0.groups.canEdit && !$0.list.selectedRows.isEmpty },
            .word { screen, word in Int(word).map(screen.open.groups.addTapped) }),
        change(.editGroup, translated("Edit Group…"), []) { $0.editTapped($1) },
        change(.groupUp, translated("Move Group Up"), ["<Control>Up"]) { $0.moveTapped($1, by: -1) },
        change(.groupDown, translated("Move Group Down"), ["<Control>Down"]) { $0.moveTapped($1, by: 1) },
        change(.deleteGroup, translated("Delete Group"), ["Delete"]) { $0.deleteTapped($1) },
    ]

    private static func change(
        _ id: ActionID, _ label: String, _ keys: [String], _ action: @escaping @MainActor (GroupsScreen, Int) -> Void
    ) -> WindowAction {
        WindowAction(
            id, label, keys, in: .collections, reach: .elsewhere, at: [.group], enabled: { !$0.isPast },
            .word { $0.change(group: $1, action) })
    }
}
