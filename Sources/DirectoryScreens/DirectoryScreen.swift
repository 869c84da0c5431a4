public import DirectoryModel
public import DirectoryStore
public import DirectorySync
public import Foundation
import Language
public import Observation

/// The whole window: the collections, which of them is open, and who is signed in.
@MainActor @Observable
public final class DirectoryScreen {
    private var recordCounts: [String: Int] = [:]
    /// The names of the collections that were ever opened.
    private var openedNames: Set<String>
    /// False if the user has hidden the groups in the sidebar.
    public private(set) var areGroupsExpanded: Bool
    private var isFrameDrawn = false
    /// Newest first.
    public private(set) var favoriteLinks: [RecordLink] = []
    /// The last ones opened, without the favorites: newest first, unless one is opened again.
    public private(set) var recentLinks: [RecordLink] = []
    public private(set) var open: CollectionScreen
    public let preferences: PreferencesScreen
    @ObservationIgnored public private(set) lazy var everywhere = GlobalSearchScreen(store: store)
    @ObservationIgnored public private(set) lazy var welcome = WelcomeScreen(
        people: screen(of: .people), collections: store.collections)

    @ObservationIgnored public let store: Store
    public var collections: [Definition] { store.collections }
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private var favorites: RecordLinks
    /// How many changes of the favorites are not stored yet.
    @ObservationIgnored private var favoriteWrites = 0
    /// True while the window waits for changes before it closes.
    @ObservationIgnored private var isClosing = false
    @ObservationIgnored private var recent: RecordLinks
    @ObservationIgnored private var screens: [String: CollectionScreen] = [:]
    @ObservationIgnored private var counts: StoreObservation?
    @ObservationIgnored public weak var host: (any WindowHost)?
    @ObservationIgnored private var otherPrograms: OtherPrograms?

    /// - Parameters:
    ///   - overriding: server and NetID from the command line.
    ///   - memory: the window's last layout.
    ///   - collection: the one to open; nil for the last one.
    public init(
        store: Store, emojis: HobbyEmojis, passwords: Passwords,
        overriding: (server: String?, netid: String?) = (nil, nil), memory: any WindowStateStore = InMemoryStateStore(),
        collection: String? = nil
    ) throws(StoreError) {
        self.store = store
        self.memory = memory
        favorites = .favorites(in: store)
        recent = RecordLinks(.recent, most: 30, in: store)
        self.emojis = emojis
        areGroupsExpanded = memory.remembered(Self.hiddenGroups) == nil
        openedNames = Set(store.collections.map(\.collection.name).filter { memory.remembered("opened-\($0)") != nil })
        preferences = try PreferencesScreen(store: store, passwords: passwords, overriding: overriding)
        let last = collection ?? memory.remembered(Self.lastOpened)
        let definition = store.collections.first { $0.collection.name == last } ?? store.collections.first ?? .people
        open = CollectionScreen(of: store[definition], emojis: emojis, preferences: preferences, memory: memory)
        screens[definition.collection.name] = open
        preferences.directory = self
    }

    private static let lastOpened = "collection"
    private static let hiddenGroups = "hidden-groups"

    /// Shows what the store holds. The first rows are there when it returns.
    public func appeared() {
        counts = store.countQuery(of: store.collections).observe { [weak self] problem in
            self?.open.notify(problem.description)
        } onChange: { [weak self] counts in
            self?.recordCounts = counts
            self?.drawLinks()
        }
        noteOpened()
        for definition in store.collections where definition.hasGroups { screen(of: definition).groups.appeared() }
        watch(open)
        open.appeared()
        writeFirstContent()
        otherPrograms = OtherPrograms(store)
        let problems = store.collectionProblems.map(\.description)
        let fileProblems = problems.isEmpty ? nil : problems.joined(separator: "\n")
        if let message = store.whyReadOnly?.description ?? store.dataLossWarning ?? fileProblems {
            open.notify(message)
        }
    }

    /// Writes what a first launch shows. A collection that cannot be written reports that when it is opened.
    private func writeFirstContent() {
        for collection in store.collections.map({ store[$0] }) {
            open.work.queueInBackground { () throws(StoreError) in _ = try collection.loadBundledIfFirst() }
        }
        open.work.queueInBackground { [store] () throws(StoreError) in try store[.groups].makeFirstGroups() }
    }

    /// The collections, always in the same order.
    public var sidebar: [SidebarItem] {
        store.collections.map { definition in
            let (name, openName) = (definition.collection.name, open.definition.collection.name)
            let count = open.isPast && name == openName ? open.list.total : recordCounts[name] ?? 0
            // Records that came with the program are no news.
            let isCounted = definition.bundled?.occasion != .firstLaunch || openedNames.contains(name)
            return SidebarItem(
                collection: definition.collection, count: isCounted && count > 0 ? count : nil,
                isOpen: name == openName && (open.groups.open == nil || !areGroupsExpanded))
        }
    }

    private func noteOpened() {
        let name = open.definition.collection.name
        guard openedNames.insert(name).inserted else { return }
        memory.save("true", as: "opened-\(name)")
    }

    /// Starts slow work once the window is on screen: fetches the lists kept on the server and, on a first launch,
    /// those that are fetched once.
    public func firstFrameDrawn() {
        isFrameDrawn = true
        open.firstFrameDrawn()
        for definition in store.collections where definition.hasGroups {
            screen(of: definition).groups.firstFrameDrawn()
        }
        bringFilesUpToDate()
        guard !preferences.signIn.server.isEmpty else { return }
        for definition in store.collections where definition.home.canRefresh {
            let screen = screen(of: definition)
            if screen !== open { screen.appeared() }
        }
    }

    /// Updates the sandbox's JSON files of the other collections if another program changed them last. A problem is
    /// reported when the collection is opened; a file that was kept under another name is reported now, because that
    /// happens only once.
    private func bringFilesUpToDate() {
        let (store, opened) = (store, open.definition)
        Task.detached(priority: .background) { [weak self] in
            for definition in store.stored where definition.sandboxFile != nil && definition !== opened {
                do throws(StoreError) { try store[definition].saveFileIfOlder() } catch {
                    switch error {
                    case .copyRenamed: break
                    // Groups are not a collection that is opened.
                    case .fileChanged where definition === Definition.groups: break
                    default: continue
                    }
                    await MainActor.run { self?.open.notify("\(error)") }
                }
            }
        }
    }

    /// The screen of `definition`, created on first use.
    public func screen(of definition: Definition) -> CollectionScreen {
        if let screen = screens[definition.collection.name] { return screen }
        let screen = CollectionScreen(
            of: store[definition], emojis: emojis, preferences: preferences, memory: memory)
        screens[definition.collection.name] = screen
        watch(screen)
        return screen
    }

    func signInChanged() { screens.values.forEach { $0.signInChanged() } }

    // MARK: What the user does

    /// Performs an action as its menu item would.
    /// - Parameter word: the choice, for an action that takes one.
    /// - Returns: false if the action is disabled.
    @discardableResult
    public func perform(_ id: ActionID, _ word: String = "") -> Bool {
        let action = WindowAction.of(id)
        guard !action.actsOnSelection || open.selectFocused(host?.focusedRow), action.isEnabled(open) else {
            return false
        }
        switch action.work {
        case .run(let run), .toggle(_, let run): run(self)
        case .choice(_, let run), .word(let run): run(self, word)
        case .elsewhere: return false
        }
        return true
    }

    /// Opens a collection, now and on the next launch, unless the user keeps a form with changes.
    /// - Parameter then: runs once it is open.
    public func collectionChosen(_ name: String, then: @escaping @MainActor () -> Void = {}) {
        guard let definition = store.collections.first(where: { $0.collection.name == name }) else { return }
        guard name != open.definition.collection.name || open.isPast else { return then() }
        open.afterForm { [self] in
            open = screen(of: definition)
            welcome.openedAgain()
            open.appeared()
            open.firstFrameDrawn()
            open.editing.askAboutDraft()
            memory.save(name, as: Self.lastOpened)
            noteOpened()
            then()
        }
    }

    /// Shows the open list as it was at `time`, until another list is chosen.
    public func pastChosen(_ time: Date) {
        let origin = open
        origin.afterForm { [self] in
            await origin.work.count {
                do throws(SyncError) {
                    let past = try await inStore { [store] () throws(StoreError) in try store.asOf(time) }
                    // The user may have gone on.
                    guard open === origin, !origin.editing.isOpen else { return }
                    open = CollectionScreen(
                        of: past[origin.definition], emojis: emojis, preferences: preferences, memory: memory)
                    watch(open)
                    open.appeared()
                    open.firstFrameDrawn()
                } catch { if open === origin { open.notify(error.description) } }
            }
        }
    }

    /// Leaves an earlier state.
    public func presentTapped() {
        if open.isPast { collectionChosen(open.definition.collection.name, then: {}) }
    }

    /// Opens a collection with all of its records, as its place in the sidebar does.
    public func collectionChosen(_ name: String) {
        collectionChosen(name) { [self] in if open.list.group != nil { open.groups.openTapped(nil) } }
    }

    /// The groups of a collection in the sidebar.
    public func groups(of collection: CollectionInfo) -> [GroupItem] {
        let isPast = open.isPast && open.definition.collection == collection
        let items = (isPast ? open : screens[collection.name])?.groups.shown ?? []
        return isFrameDrawn ? items : Array(items.prefix(Self.firstGroupCount))
    }

    /// How many groups the first frame shows: as many as fit.
    private static var firstGroupCount: Int { 24 }

    /// Opens a group of any collection.
    /// - Parameter key: the group's key.
    public func groupChosen(_ key: Int) {
        guard let screen = screen(ofGroup: key) else { return }
        collectionChosen(screen.definition.collection.name) { screen.groups.openTapped(key) }
    }

    /// Opens the collection of a group, which shows messages and undoes, and changes the group.
    func change(group word: String, _ run: @escaping @MainActor (GroupsScreen, Int) -> Void) {
        guard !open.isPast, let key = Int(word), let screen = screen(ofGroup: key) else { return }
        collectionChosen(screen.definition.collection.name) { run(screen.groups, key) }
    }

    /// Adds a record that was dropped on a group.
    /// - Parameter card: the vCard of the record.
    /// - Returns: false if the group is not of the open list.
    public func dropped(_ card: String, onGroup key: Int) -> Bool {
        screen(ofGroup: key) === open && open.groups.dropped(card, on: key)
    }

    /// Hides or shows the groups, now and on the next launch.
    public func groupsHeadingTapped() {
        areGroupsExpanded.toggle()
        memory.save(areGroupsExpanded ? nil : "true", as: Self.hiddenGroups)
    }

    /// Asks for the name of a new group, and shows the groups.
    public func newGroupTapped() {
        if !areGroupsExpanded { groupsHeadingTapped() }
        perform(.newGroup)
    }

    /// Makes a group of a record that was dropped on the heading of the groups.
    /// - Parameter card: the vCard of the record.
    /// - Returns: false if the card is not of a record of the open list.
    public func droppedOnGroups(_ card: String) -> Bool { open.groups.canEdit && open.groups.droppedOnHeading(card) }

    private func screen(ofGroup key: Int) -> CollectionScreen? {
        screens.values.first { $0.groups.items.contains { $0.key == key } }
    }

    /// True while the first page is shown instead of a record.
    public var isWelcoming: Bool { open.definition === Definition.people && !open.isPast && welcome.isOffered }

    /// True if a narrow window shows a record, a form, or the first page instead of the list.
    public var isDetailOpen: Bool { open.isDetailOpen || isWelcoming && !welcome.isPutAside }

    /// True if faces take the room of the detail, until someone is opened.
    public var isWallAlone: Bool { open.list.looks.isWall && !isDetailOpen }

    /// True if a letter that no widget handles goes to the search entry.
    public var searchesWhenTyped: Bool { !open.editing.isOpen && !isWelcoming && open.alert == nil }

    /// The title of what a narrow window shows instead of the list.
    public var openTitle: String { isWelcoming ? translated("Welcome") : open.openTitle }

    public func linkChosen(_ reference: RecordReference) {
        collectionChosen(reference.collection) { [self] in _ = open.open(key: reference.key) }
    }

    /// Opens the user's own record from any collection.
    public func myRecordTapped() {
        collectionChosen(Definition.people.collection.name) { [self] in
            let people = screen(of: .people)
            people.openOrOfferOwn()
            if people.editing.form == nil { host?.focusOpen() }
        }
    }

    public func resultChosen(_ result: GlobalSearchScreen.Result) {
        everywhere.closeTapped()
        linkChosen(result.reference)
    }

    /// Opens a collection with all of its matches for `text`.
    public func searchChosen(_ text: String, in name: String) {
        everywhere.closeTapped()
        collectionChosen(name) { [self] in
            _ = open.list.looks.queryChosen(id: "all")
            open.list.show(group: nil)
            open.list.searchChanged(text)
        }
    }

    // MARK: Favorites and recent records

    private func watch(_ screen: CollectionScreen) {
        tellFavorites(to: screen)
        screen.directory = self
        formChanged()
    }

    /// Reviews and questions of all collections wait until no form is open.
    func formChanged() {
        let isOpen = screens.values.contains { $0.editing.isOpen }
        for screen in screens.values { screen.presenter.isFormOpen = isOpen }
    }

    func didOpen(_ reference: RecordReference) {
        open.work.queueInBackground(recent.add([reference]))
        drawLinks()
    }

    /// True if the open record, or every selected one, is a favorite.
    public var isOpenFavorite: Bool {
        // More selected records than favorites cannot all be favorites.
        guard 1...max(1, favoriteLinks.count) ~= open.list.selectedRows.count else { return false }
        let (chosen, links) = (open.selected, Set(favoriteLinks.map(\.reference)))
        return !chosen.isEmpty && chosen.allSatisfy(links.contains)
    }

    /// Makes the selected records favorites, or removes them if they all are.
    public func favoriteTapped() {
        let chosen = open.selected
        guard !chosen.isEmpty else { return }
        let isRemoval = isOpenFavorite
        guard isRemoval || chosen.count == 1 || favorites.hasRoom(for: chosen) else {
            return open.notify(translated("You can have up to \(favorites.most) favorites."))
        }
        // A second click may come before it is stored.
        let write = isRemoval ? favorites.remove(chosen) : favorites.add(chosen)
        favoriteWrites += 1
        drawLinks()
        Task.immediate { [open] in
            await open.perform { () throws(SyncError) in
                try await inStore(write)
                return nil
            }
            favoriteWrites -= 1
            drawLinks()
        }
    }

    private static let maxRecent = 5

    /// Updates the links after records changed.
    func drawLinks() {
        // Merging records moves their stars.
        if favoriteWrites == 0 { favorites = .favorites(in: store) }
        let links = favorites.links()
        if links != favoriteLinks { favoriteLinks = links }
        for screen in screens.values { tellFavorites(to: screen) }
        var others = recent.links(besides: favorites, limit: Self.maxRecent)
        // A recent record that is opened again does not move.
        let shown = recentLinks.map(\.reference)
        if Set(shown) == Set(others.map(\.reference)) {
            others = shown.compactMap { reference in others.first { $0.reference == reference } }
        }
        if others != recentLinks { recentLinks = others }
    }

    private func tellFavorites(to screen: CollectionScreen) {
        let mine = favoriteLinks.filter { $0.collection == screen.definition.collection }
        screen.list.favoritesChanged(Set(mine.map(\.reference.key)))
    }

    /// Asks before the window closes, and waits for changes that are not stored yet.
    /// - Returns: true if it must stay open; `close` is called once it can close.
    public func closeTapped(_ close: @escaping () -> Void) -> Bool {
        let editing = (screens.values.first { $0.editing.clearedOrders > 0 } ?? open).editing
        // Asked again, it does not wait.
        guard !isClosing, !editing.canCloseAtOnce || !isWritten else { return false }
        Task.immediate {
            guard await editing.mayClose() else { return }
            isClosing = true
            if !isWritten { open.notify(translated("Still saving…")) }
            await finishWriting()
            close()
            isClosing = false
        }
        return true
    }

    private var isWritten: Bool { preferences.isWritten && screens.values.allSatisfy(\.isWritten) }

    private func finishWriting() async {
        for screen in screens.values { await screen.finishWriting() }
        await preferences.finishWriting()
    }
}

public struct SidebarItem: Equatable, Sendable {
    public let collection: CollectionInfo
    /// Nil for none, and for records that came with the program and were never looked at.
    public let count: Int?
    /// True if the list shows the collection, or a group that the sidebar hides.
    public let isOpen: Bool
}

extension DirectoryScreen {
    /// Esc: stops the first page's work, or leaves the form, ends selecting, closes the page of a narrow window or
    /// beside faces, ends the search, leaves the group, or goes back to the list.
    public func leaveTapped() {
        if isWelcoming, welcome.leaveTapped() { return }
        if open.editing.isOpen {
            open.editing.cancelTapped()
        } else if open.isSelecting {
            open.stopSelectingTapped()
        } else if host?.showsDetailAlone == true || open.list.looks.isWall && open.isDetailOpen {
            backTapped()
        } else if !open.list.searchText.isEmpty {
            open.list.searchStopped()
        } else if open.list.group != nil {
            open.groups.openTapped(nil)
        } else if open.isPast {
            presentTapped()
        } else {
            backTapped()
        }
    }

    /// Goes back to the list in a narrow window.
    public func backTapped() {
        if isWelcoming { welcome.putAsideTapped() }
        open.editing.backTapped()
    }
}

extension DirectoryScreen {
    /// Undo or Redo from the keyboard, with a message if there is no change.
    public func undoKeysPressed(_ id: ActionID) {
        guard !perform(id), !open.editing.isOpen else { return }
        if let reason = open.store.whyReadOnly { return open.notify(reason.description) }
        open.notify(id == .redo ? translated("No changes to redo") : translated("No changes to undo"))
    }
}
