public import DirectoryModel
public import DirectoryStore
public import DirectorySync
public import Observation

/// The whole window: the six collections, which of them is open, and who is signed in.
@MainActor @Observable
public final class DirectoryScreen {
    /// Every collection, with how many records it has.
    public private(set) var sidebar: [SidebarItem] = []
    /// The records that were made favourites, the newest first.
    public private(set) var favouriteLinks: [RecordLink] = []
    /// The records that were looked at last, but for the favourites.
    public private(set) var recentLinks: [RecordLink] = []
    /// The screen of the collection that is open.
    public private(set) var open: any AnyCollectionScreen
    public let preferences: PreferencesScreen
    /// The search of all six at once.
    @ObservationIgnored public private(set) lazy var everywhere = GlobalSearchScreen(store: store)

    /// Where everything the window shows rests.
    @ObservationIgnored public let store: Store
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private var favourites: RecordLinks
    @ObservationIgnored private var recent: RecordLinks
    @ObservationIgnored private var screens: [String: any AnyCollectionScreen] = [:]
    @ObservationIgnored private var counts: StoreObservation?
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
        favourites = RecordLinks("favourites", most: 50, in: store)
        recent = RecordLinks("looked-at", most: 30, in: store)
        self.emojis = emojis
        preferences = try PreferencesScreen(store: store, passwords: passwords, overriding: overriding)
        let last = collection ?? memory.remembered(Self.lastOpened)
        let type = Collections.all.first { $0.collection.name == last } ?? Collections.all[0]
        open = Self.screen(of: type, store, emojis, preferences, memory)
        screens[open.collection.name] = open
        preferences.signedIn = { [weak self] in self?.screens.values.forEach { $0.signInChanged() } }
    }

    private static let lastOpened = "collection"

    /// Shows what the store holds; when it returns the first rows are there.
    public func appeared() {
        for type in Collections.all { loadBundledIfFirst(type) }
        counts = store.observeCounts(of: Collections.all) { [weak self] counts in
            self?.sidebar = Collections.all.map {
                SidebarItem(collection: $0.collection, count: counts[$0.collection.name] ?? 0)
            }
            self?.drawLinks()
        }
        watch(open)
        open.appeared()
        otherPrograms = store.observeOtherPrograms()
        if let problem = store.whyReadOnly { open.say(problem.description) }
    }

    /// The window is up: what takes a while may begin. A first launch fetches what is fetched once.
    public func firstFrameDrawn() {
        open.firstFrameDrawn()
        bringFilesUpToDate()
        guard !preferences.signIn.server.isEmpty else { return }
        for type in Collections.all where type.home.isFetchedOnce {
            let screen = anyScreen(of: type)
            if screen !== open { screen.appeared() }
        }
    }

    /// Brings the sandbox's JSON files of the collections that are not open up to date, where another program changed
    /// them last. What is wrong with one is said when its collection is opened.
    private func bringFilesUpToDate() {
        let (store, opened) = (store, open.collection)
        Task.detached(priority: .background) {
            for type in Collections.all where type.sandboxFile != nil && type.collection != opened {
                try? store.saveFileIfOlder(of: type)
            }
        }
    }

    /// The screen of `type`, which is made when it is first asked for.
    public func screen<R: DirectoryRecord>(of type: R.Type) -> CollectionScreen<R> {
        if let screen = screens[R.collection.name] as? CollectionScreen<R> { return screen }
        let screen = CollectionScreen<R>(store: store, emojis: emojis, preferences: preferences, memory: memory)
        screens[R.collection.name] = screen
        watch(screen)
        return screen
    }

    private static func screen<R: DirectoryRecord>(
        of type: R.Type, _ store: Store, _ emojis: HobbyEmojis, _ preferences: PreferencesScreen,
        _ memory: any WindowStateStore
    ) -> any AnyCollectionScreen {
        CollectionScreen<R>(store: store, emojis: emojis, preferences: preferences, memory: memory)
    }

    private func anyScreen<R: DirectoryRecord>(of type: R.Type) -> any AnyCollectionScreen { screen(of: type) }

    /// A first launch has the lists that ship with the program, before anybody looks at them.
    private func loadBundledIfFirst<R: DirectoryRecord>(_ type: R.Type) {
        // Where it cannot be read, the collection says so when it is opened.
        _ = try? store.loadBundledIfFirst(type)
    }

    // MARK: What the user does

    /// Opens a collection once no form with changes stands in the way; the next start opens it again.
    /// - Parameter then: runs once it is open.
    public func collectionChosen(_ name: String, then: @escaping @MainActor () -> Void = {}) {
        guard let type = Collections.all.first(where: { $0.collection.name == name }) else { return }
        guard name != open.collection.name else { return then() }
        open.leaveForm { [self] in
            open = anyScreen(of: type)
            open.appeared()
            open.firstFrameDrawn()
            memory.remember(name, as: Self.lastOpened)
            then()
        }
    }

    /// Opens a record of any collection.
    public func linkChosen(_ reference: RecordReference) {
        collectionChosen(reference.collection) { [self] in _ = open.open(key: reference.key) }
    }

    /// Opens what a search of all collections found.
    public func resultChosen(_ result: GlobalSearchScreen.Result) {
        linkChosen(result.reference)
    }

    /// Opens a collection with everything in it that a search of all of them found.
    public func searchChosen(_ text: String, in name: String) {
        collectionChosen(name) { [self] in
            _ = open.queryChosen(id: "all")
            open.searchChanged(text)
        }
    }

    // MARK: Favourites and what was looked at

    private func watch(_ screen: any AnyCollectionScreen) {
        let name = screen.collection.name
        screen.watch { [weak self] in
            self?.looked(at: RecordReference(collection: name, key: $0))
        } changed: { [weak self] in
            self?.drawLinks()
        }
        screen.watchSearch { [weak self] in
            await self?.everywhere.found($0, besides: name) ?? []
        } opened: { [weak self] in
            self?.searchChosen($0, in: $1)
        }
    }

    private func looked(at reference: RecordReference) {
        // What was looked at is no more than a convenience: a full disk does not keep anybody from looking.
        try? recent.add(reference)
        drawLinks()
    }

    /// True where the record that is open is a favourite.
    public var isOpenFavourite: Bool {
        openReference.map { link in favouriteLinks.contains { $0.reference == link } } ?? false
    }

    /// True where a record is open that can be made a favourite.
    public var canBeFavourite: Bool { openReference != nil }

    private var openReference: RecordReference? {
        open.openKey.map { RecordReference(collection: open.collection.name, key: $0) }
    }

    /// Makes the open record a favourite, or no more one.
    public func favouriteTapped() {
        guard let reference = openReference else { return }
        do throws(StoreError) {
            if favourites.contains(reference) {
                try favourites.remove(reference)
            } else {
                try favourites.add(reference)
            }
        } catch { open.say(error.description) }
        drawLinks()
    }

    /// How many of those looked at last are shown.
    private static let mostRecent = 5

    private func drawLinks() {
        let links = favourites.links()
        if links != favouriteLinks { favouriteLinks = links }
        let others = Array(
            recent.links().filter { !favourites.contains($0.reference) }.prefix(Self.mostRecent))
        if others != recentLinks { recentLinks = others }
    }

    /// Asked before the window closes.
    /// - Returns: true where it has to stay open; `close` is called once it need not.
    public func closeTapped(_ close: @escaping () -> Void) -> Bool { open.closeTapped(close) }
}

/// A collection in the sidebar.
public struct SidebarItem: Equatable, Sendable {
    public let collection: CollectionInfo
    public let count: Int
}
