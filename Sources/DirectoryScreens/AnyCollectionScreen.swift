public import DirectoryModel
public import Foundation

/// A collection's screen, whichever collection it is: what the window's header, menu and actions need of it.
@MainActor
public protocol AnyCollectionScreen: AnyObject {
    var collection: CollectionInfo { get }
    var home: Home { get }
    var searchText: String { get }
    var searchExample: String { get }
    /// How much the list shows, in words: "12 people".
    var foundWords: String { get }
    /// What a narrow window calls what stands in the list's place.
    var openTitle: String { get }
    var isDetailOpen: Bool { get }
    /// The question that is to be answered first, or nil.
    var alert: Alert? { get }
    /// The question what becomes of what was being typed when the program ended, or nil.
    var draftAlert: Alert? { get }
    /// What is told in passing; whoever shows it sets it to nil.
    var toast: Toast? { get set }
    /// Whether a form is open, and what can be done with it.
    var formState: FormState { get }
    /// What can be done with the list and what is selected in it.
    var listState: ListState { get }
    /// The menus' ways to divide and sort the list.
    var arrangements: Arrangements { get }
    var isSettled: Bool { get }
    /// The key of the record that is shown alone, or nil.
    var openKey: Int? { get }

    /// What people call the number that tells its records apart.
    var keyLabel: String { get }

    /// `looked` runs with the key of each record that is opened, `changed` whenever the records changed.
    func watch(looked: @escaping (Int) -> Void, changed: @escaping () -> Void)
    /// `elsewhere` finds what the other collections have of a text that is not here; `opened` opens one of them with it.
    func watchSearch(
        elsewhere: @escaping @MainActor (String) async -> [GlobalSearchScreen.Found],
        opened: @escaping (String, String) -> Void)
    /// Puts a sentence into the toast.
    func say(_ sentence: String)
    func appeared()
    func firstFrameDrawn()
    func signInChanged()
    func searchChanged(_ text: String)
    func searchActivated()
    func addTapped()
    func editTapped(_ row: Int64?)
    func deleteTapped(_ row: Int64?)
    func emptyTapped()
    func toggleTapped()
    func undoTapped()
    func saveTapped() async -> Bool
    func cancelTapped()
    func uploadTapped() async
    func downloadTapped()
    func refreshTapped()
    func clearTapped()
    func buyTapped()
    func startAnewTapped()
    func backTapped()
    func loadFromDiskTapped() async
    func importChosen(_ file: URL) async
    func importAnswered(applies: Bool) async
    func exportChosen(_ file: URL) async
    /// What a file of everything is called at first.
    var exportName: String { get }
    /// The vCard of the record that is open, or nil.
    var openCard: RecordCard? { get }
    func copyEmailTapped() -> String?
    func groupingChosen(_ id: String)
    func orderChosen(_ id: String)
    func queryChosen(id: String) -> Bool
    func open(key: Int) -> Bool
    func leaveForm(_ action: @escaping () -> Void)
    func closeTapped(_ close: @escaping () -> Void) -> Bool
}

/// What can be done with the form that is open.
public struct FormState: Equatable, Sendable {
    public let isOpen: Bool
    public let canSave: Bool
    public let hasChanges: Bool
    public let isOwn: Bool
    public let isBooking: Bool
}

/// What can be done with a list and what is selected in it.
public struct ListState: Equatable, Sendable {
    public let selectedCount: Int
    /// How many rows the list shows.
    public let shownCount: Int
    public let canTakeOver: Bool
    public let canToggle: Bool
    public let canLoadFromDisk: Bool
    public let canExport: Bool
    /// True where the record that is open can be shown as a vCard.
    public let hasOpenCard: Bool
}

/// The ways a list can be divided and sorted: ids and labels, and which are chosen.
public struct Arrangements: Equatable, Sendable {
    public struct Item: Equatable, Sendable {
        public let id: String
        public let label: String
    }

    public let groupings: [Item]
    public let orders: [Item]
    public let grouping: String
    public let order: String
}

extension CollectionScreen: AnyCollectionScreen {
    public var collection: CollectionInfo { R.collection }
    public var home: Home { R.home }
    public var searchText: String { list.searchText }
    public var searchExample: String { R.searchExample }
    public var foundWords: String {
        list.emptyState?.title ?? R.collection.counted(list.entries.rows.count)
    }
    public var openTitle: String { form?.title ?? detail.content?.header.title ?? "" }

    public var formState: FormState {
        FormState(
            isOpen: form != nil, canSave: form?.canSave == true, hasChanges: form?.hasChanges == true,
            isOwn: form?.isOwn == true,
            isBooking: form?.isBooking == true)
    }

    public var listState: ListState {
        ListState(
            selectedCount: list.selectedRows.count, shownCount: list.entries.count, canTakeOver: canTakeOver,
            canToggle: R.toggle != nil && list.selectedRow != nil, canLoadFromDisk: R.sandboxFile != nil,
            canExport: list.total > 0, hasOpenCard: R.hasCards && detail.content != nil)
    }

    public var arrangements: Arrangements {
        Arrangements(
            groupings: R.groupings.map { Arrangements.Item(id: $0.id, label: $0.label) },
            orders: R.orders.map { Arrangements.Item(id: $0.id, label: $0.label) },
            grouping: list.groupingID, order: list.orderID)
    }

    public var openKey: Int? { detail.content?.header.key }

    public var keyLabel: String { R.fields[0].label }

    public func watch(looked: @escaping (Int) -> Void, changed: @escaping () -> Void) {
        (self.looked, self.changed) = (looked, changed)
    }
    public func watchSearch(
        elsewhere: @escaping @MainActor (String) async -> [GlobalSearchScreen.Found],
        opened: @escaping (String, String) -> Void
    ) {
        (list.elsewhere, openElsewhere) = (elsewhere, opened)
    }
    public func say(_ sentence: String) { toast = Toast(text: sentence) }
    public func firstFrameDrawn() {
        list.firstFrameDrawn()
        checkDisk()
    }
    public func searchChanged(_ text: String) { list.searchChanged(text) }
    public func searchActivated() { list.searchActivated() }
    public func downloadTapped() { if home == .published { transfer.downloadTapped() } }
    public func groupingChosen(_ id: String) { list.groupingChosen(id) }
    public func orderChosen(_ id: String) { list.orderChosen(id) }
    public func queryChosen(id: String) -> Bool { list.queryChosen(id: id) }
}
