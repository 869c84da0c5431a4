public import DirectoryModel
public import DirectoryStore
public import DirectorySync
import Language
public import Observation

/// The whole window: the six collections, which of them is open, and who is signed in.
@MainActor @Observable
public final class DirectoryScreen {
    /// Every collection, with how many records it has.
    public private(set) var sidebar: [SidebarItem] = []
    /// The records that were made favorites, the newest first.
    public private(set) var favoriteLinks: [RecordLink] = []
    /// The records that were viewed last, without the favorites.
    public private(set) var recentLinks: [RecordLink] = []
    public private(set) var open: CollectionScreen
    public let preferences: PreferencesScreen
    @ObservationIgnored public private(set) lazy var everywhere = GlobalSearchScreen(store: store)
    @ObservationIgnored public private(set) lazy var welcome = WelcomeScreen(
        people: screen(of: DukePerson.self), collections: store.collections)

    @ObservationIgnored public let store: Store
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private var favorites: RecordLinks
    @ObservationIgnored private var recent: RecordLinks
    @ObservationIgnored private var screens: [String: CollectionScreen] = [:]
    @ObservationIgnored private var counts: StoreObservation?
    @ObservationIgnored public weak var host: (any WindowHost)?
    @ObservationIgnored private var otherPrograms: OtherPrograms?

    /// - Parameters:
    ///   - overriding: server and NetID from the command line.
    ///   - memory: how the window was arranged last.
    ///   - collection: the one to open; nil for the one that was open last.
    public init(
        store: Store, emojis: HobbyEmojis, passwords: Passwords,
        overriding: (server: String?, netid: String?) = (nil, nil), memory: any WindowStateStore = InMemoryStateStore(),
        collection: String? = nil
    ) throws(StoreError) {
        self.store = store
        self.memory = memory
        favorites = RecordLinks("favourites", most: 50, in: store)
        recent = RecordLinks("looked-at", most: 30, in: store)
        self.emojis = emojis
        preferences = try PreferencesScreen(store: store, passwords: passwords, overriding: overriding)
        let last = collection ?? memory.remembered(Self.lastOpened)
        let type = store.collections.first { $0.collection.name == last } ?? store.collections.first ?? DukePerson.self
        open = CollectionScreen(of: type, store: store, emojis: emojis, preferences: preferences, memory: memory)
        screens[open.collection.name] = open
        preferences.keepsTyped = { [weak self] in self?.isWelcoming == true }
        preferences.isOnFirstPage = { [weak self] in self.map { $0.isWelcoming && !$0.welcome.isPutAside } ?? false }
        preferences.signedIn = { [weak self] in self?.screens.values.forEach { $0.signInChanged() } }
    }

    private static let lastOpened = "collection"

    /// Shows what the store holds; when it returns the first rows are there.
    public func appeared() {
        // A collection that cannot be read reports that when it is opened.
        for type in store.collections { _ = try? store.loadBundledIfFirst(type) }
        counts = store.observeCounts(of: store.collections) { [weak self, types = store.collections] counts in
            self?.drawSidebar(types, counts)
            self?.drawLinks()
        }
        watch(open)
        open.appeared()
        otherPrograms = store.observeOtherPrograms()
        if let words = store.whyReadOnly?.description ?? store.lossWords { open.say(words) }
    }

    private func drawSidebar(_ types: [any DirectoryRecord.Type], _ counts: [String: Int]) {
        sidebar = types.map { type in
            let count = counts[type.collection.name] ?? 0
            return SidebarItem(collection: type.collection, count: count > 0 || isHere(type) ? count : nil)
        }
    }

    /// False for a server's list that was never fetched.
    private func isHere(_ type: any DirectoryRecord.Type) -> Bool {
        !type.home.canRefresh || ((try? store.setting(Store.origin(of: type))) ?? nil) != nil
    }

    /// The window is shown: slow work may begin. The lists of the server that are kept there are fetched, and a first
    /// launch fetches those that are fetched once.
    public func firstFrameDrawn() {
        open.firstFrameDrawn()
        bringFilesUpToDate()
        guard !preferences.signIn.server.isEmpty else { return }
        for type in store.collections where type.home.canRefresh {
            let screen = screen(of: type)
            if screen !== open { screen.appeared() }
        }
    }

    /// Brings the sandbox's JSON files of the collections that are not open up to date, where another program changed
    /// them last. A problem with one is reported when its collection is opened; a file that was kept under another name
    /// is reported at once, because that happens only once.
    private func bringFilesUpToDate() {
        let (store, opened) = (store, open.collection)
        Task.detached(priority: .background) { [weak self] in
            for type in store.collections where type.sandboxFile != nil && type.collection != opened {
                do throws(StoreError) { try store.saveFileIfOlder(of: type) } catch {
                    guard case .copyKept = error else { continue }
                    await MainActor.run { self?.open.say("\(error)") }
                }
            }
        }
    }

    /// The screen of `type`, made when it is first requested.
    public func screen(of type: any DirectoryRecord.Type) -> CollectionScreen {
        if let screen = screens[type.collection.name] { return screen }
        let screen = CollectionScreen(
            of: type, store: store, emojis: emojis, preferences: preferences, memory: memory)
        screens[type.collection.name] = screen
        watch(screen)
        return screen
    }

    // MARK: What the user does

    /// Does what a menu with this action would.
    /// - Parameter word: what is chosen, where the action chooses.
    /// - Returns: false where it cannot be done now.
    @discardableResult
    public func perform(_ id: ActionID, _ word: String = "") -> Bool {
        let action = WindowAction.of(id)
        guard action.isEnabled(open) else { return false }
        switch action.work {
        case .run(let run), .toggle(_, let run): run(self)
        case .choice(_, let act), .word(let act): act(self, word)
        case .elsewhere: return false
        }
        return true
    }

    /// Opens a collection once no form with changes prevents it; the next start opens it again.
    /// - Parameter then: runs once it is open.
    public func collectionChosen(_ name: String, then: @escaping @MainActor () -> Void = {}) {
        guard let type = store.collections.first(where: { $0.collection.name == name }) else { return }
        guard name != open.collection.name else { return then() }
        open.editing.leaveForm { [self] in
            open = screen(of: type)
            welcome.openedAgain()
            open.appeared()
            open.firstFrameDrawn()
            open.editing.askAboutDraft()
            memory.remember(name, as: Self.lastOpened)
            then()
        }
    }

    /// True while the first page is shown in the place of a record.
    public var isWelcoming: Bool { open.collection == DukePerson.collection && welcome.isOffered }

    /// True where a narrow window shows a record, a form or the first page in the list's place.
    public var isDetailOpen: Bool { open.isDetailOpen || isWelcoming && !welcome.isPutAside }

    /// True where a letter that no widget uses is typed into the search entry.
    public var searchesWhenTyped: Bool { !open.editing.isOpen && !isWelcoming && open.alert == nil }

    /// The title that a narrow window gives to what is shown in the list's place.
    public var openTitle: String { isWelcoming ? translated("Welcome") : open.openTitle }

    public func linkChosen(_ reference: RecordReference) {
        collectionChosen(reference.collection) { [self] in _ = open.open(key: reference.key) }
    }

    /// Opens one's own record, in whichever collection the window is.
    public func myRecordTapped() {
        collectionChosen(DukePerson.collection.name) { [self] in
            let people = screen(of: DukePerson.self)
            people.openOrOfferOwn()
            if people.editing.form == nil { host?.focusOpen() }
        }
    }

    public func resultChosen(_ result: GlobalSearchScreen.Result) {
        everywhere.closeTapped()
        linkChosen(result.reference)
    }

    /// Opens a collection with everything in it that a search of all of them found.
    public func searchChosen(_ text: String, in name: String) {
        everywhere.closeTapped()
        collectionChosen(name) { [self] in
            _ = open.list.queryChosen(id: "all")
            open.list.searchChanged(text)
        }
    }

    // MARK: Favorites and recent records

    private func watch(_ screen: CollectionScreen) {
        tellFavorites(to: screen)
        screen.presenter.directory = self
    }

    func didOpen(_ reference: RecordReference) {
        // The list of recent records is only a convenience: a full disk must not prevent viewing.
        try? recent.add([reference])
        drawLinks()
    }

    /// True where the record that is open, or each that is selected, is a favorite.
    public var isOpenFavorite: Bool {
        // Where more are selected than there are favorites, not all of them are.
        guard 1...max(1, favoriteLinks.count) ~= open.list.selectedRows.count else { return false }
        let (chosen, links) = (open.selected, Set(favoriteLinks.map(\.reference)))
        return !chosen.isEmpty && chosen.allSatisfy(links.contains)
    }

    /// Makes the open record, or all that are selected, favorites; where they all are, they no longer are.
    public func favoriteTapped() {
        let chosen = open.selected
        guard !chosen.isEmpty else { return }
        do throws(StoreError) {
            if isOpenFavorite { try favorites.remove(chosen) } else { try addFavorites(chosen) }
        } catch { open.say(error.description) }
        drawLinks()
    }

    private func addFavorites(_ chosen: [RecordReference]) throws(StoreError) {
        if chosen.count > 1, !favorites.hasRoom(for: chosen) {
            return open.say(translated("You can have up to \(favorites.most) favorites."))
        }
        try favorites.add(chosen)
    }

    private static let maxRecent = 5

    /// The records changed, so that links may be gone, or be called otherwise.
    func drawLinks() {
        let links = favorites.links()
        if links != favoriteLinks { favoriteLinks = links }
        for screen in screens.values { tellFavorites(to: screen) }
        let others = Array(
            recent.links().filter { !favorites.contains($0.reference) }.prefix(Self.maxRecent))
        if others != recentLinks { recentLinks = others }
    }

    private func tellFavorites(to screen: CollectionScreen) {
        let mine = favoriteLinks.filter { $0.collection == screen.collection }
        screen.list.favoritesChanged(Set(mine.map(\.reference.key)))
    }

    /// Asked before the window closes.
    /// - Returns: true where it must stay open; `close` is called once it can close.
    public func closeTapped(_ close: @escaping () -> Void) -> Bool {
        (screens.values.first { $0.editing.clearedOrders > 0 } ?? open).editing.closeTapped(close)
    }
}

/// A collection in the sidebar.
public struct SidebarItem: Equatable, Sendable {
    public let collection: CollectionInfo
    /// How many records it has; nil for a server's list that was never fetched.
    public let count: Int?
}

/// Leaving what is open.
extension DirectoryScreen {
    /// Esc: stops what the first page waits for, or leaves the form, or else ends selecting, or else goes back to the
    /// list, or else ends the search.
    public func leaveTapped() {
        if isWelcoming, welcome.leaveTapped() { return }
        if open.editing.isOpen {
            open.editing.cancelTapped()
        } else if open.several.isOn {
            open.several.endTapped()
        } else if !open.list.searchText.isEmpty, host?.showsDetailAlone != true {
            open.list.searchStopped()
        } else {
            backTapped()
        }
    }

    /// Goes back to the list from what is shown in its place.
    public func backTapped() {
        if isWelcoming { welcome.putAsideTapped() }
        open.editing.backTapped()
    }
}

extension DirectoryScreen {
    /// The keys of Undo or Redo: where there is not a change to undo or redo, that is said.
    public func undoKeysPressed(_ id: ActionID) {
        guard !perform(id), !open.editing.isOpen else { return }
        open.say(id == .redo ? translated("No changes to redo") : translated("No changes to undo"))
    }
}
