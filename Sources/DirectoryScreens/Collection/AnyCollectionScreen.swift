public import DirectoryModel

/// A collection's screen, whichever collection it is: what the window's header, menu and actions need of it.
@MainActor
public protocol AnyCollectionScreen: AnyObject {
    var facts: CollectionFacts { get }
    var state: CollectionState { get }
    var parts: CollectionParts { get }
    /// The question that is open, or nil.
    var alert: Alert? { get }
    /// A short message; the view that shows it sets it to nil.
    var toast: Toast? { get set }
    var isSettled: Bool { get }
    func watch(_ watcher: CollectionWatcher)
    func appeared()
    func firstFrameDrawn()
    func signInChanged()
    func downloadTapped()
    /// Does what the button beside a problem says.
    func recoveryTapped(_ recovery: RecoveryAction)
    /// Opens the deck of the people in view, where records are people with pictures.
    func learnTapped()
    /// Puts the email address of the open record, or of all that are selected, on the clipboard.
    func copyEmailTapped()
    /// Writes to the open record, or to all that are selected.
    func emailTapped()
    /// The records that are selected.
    var selected: [RecordReference] { get }
    /// Opens the record with `key`.
    /// - Returns: false where no record has it.
    func open(key: Int) -> Bool
}

extension AnyCollectionScreen {
    public var collection: CollectionInfo { facts.collection }
    public var home: Home { facts.home }
    public var list: any AnyListScreen { parts.list }
    public var editing: any AnyEditingScreen { parts.editing }
    public var booking: any AnyBookingScreen { parts.booking }
    public var deleting: any AnyDeletingScreen { parts.deleting }
    public var remote: any AnyRemoteScreen { parts.remote }
    public var several: any AnySeveralScreen { parts.several }
    public var files: any AnyFilesScreen { parts.files }
    /// How much the list shows, in words: "12 people".
    public var foundWords: String { list.foundWords }
    /// Shows a sentence in the toast.
    public func say(_ sentence: String) { toast = Toast(text: sentence) }
}

/// A collection's screens for its actions, whichever collection it is.
@MainActor
public struct CollectionParts {
    public let list: any AnyListScreen
    public let editing: any AnyEditingScreen
    public let booking: any AnyBookingScreen
    public let deleting: any AnyDeletingScreen
    public let remote: any AnyRemoteScreen
    public let several: any AnySeveralScreen
    public let files: any AnyFilesScreen
}

/// The facts of a collection that never change.
public struct CollectionFacts: Equatable, Sendable {
    public let collection: CollectionInfo
    public let home: Home
    /// A field as it can be typed into the search entry: "ho=swim".
    public let searchExample: String
    /// The label of the number that identifies its records.
    public let keyLabel: String

    init<R: DirectoryRecord>(_ type: R.Type) {
        (collection, home) = (R.collection, R.home)
        (searchExample, keyLabel) = (R.searchExample, R.fields[0].label)
    }
}

/// The handlers for what happens in a collection.
public struct CollectionWatcher: Sendable {
    /// A record was opened; takes its key.
    let opened: @MainActor (Int) -> Void
    /// The records changed.
    let changed: @MainActor () -> Void
    /// Finds matches in the other collections for a text that was not found here.
    let elsewhere: @MainActor (String) async -> [GlobalSearchScreen.Found]
    /// Opens another collection, whose name comes second, with a search.
    let searchIn: @MainActor (String, String) -> Void
    /// Opens the search of all collections with a text.
    let searchEverywhere: @MainActor (String) -> Void
    /// Opens an address with another program; false where there is none for it.
    let openAddress: @MainActor (String) async -> Bool
    /// Puts a text on the clipboard.
    let copy: @MainActor (String) -> Void
}

/// A collection's list, whichever collection it is.
@MainActor
public protocol AnyListScreen: AnyObject {
    var searchText: String { get }
    /// True where the search is for a value that was followed: what is typed then takes its place.
    var isSearchFollowed: Bool { get }
    /// How the records are shown.
    var looks: LookScreen { get }
    /// How much the list shows, in words: "12 people".
    var foundWords: String { get }
    /// Follows which records are favorites, by their keys.
    func favoritesChanged(_ keys: Set<Int>)
    func searchChanged(_ text: String)
    func searchActivated()
    /// Esc in the search entry: shows the whole list, with the selected row in view.
    func searchStopped()
    func groupingChosen(_ id: String)
    func orderChosen(_ id: String)
    /// Shows the query with this id.
    /// - Returns: false where no query has it.
    func queryChosen(id: String) -> Bool
}
