import DirectoryModel
import DirectoryStore
import DirectorySync
import Observation

@MainActor @Observable
final class Selection {
    /// True where a narrow window shows the detail in the list's place.
    var isDetailOpen = false
    /// True while clicks add to the selection and take away from it.
    private(set) var isSelecting = false
    @ObservationIgnored let list: ListScreen
    @ObservationIgnored private let detail: DetailScreen
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let presenter: Presenter

    init(list: ListScreen, detail: DetailScreen, store: Store, presenter: Presenter) {
        (self.list, self.detail, self.store, self.presenter) = (list, detail, store, presenter)
    }

    var isRecordShown: Bool { detail.content != nil }

    /// Selects `rows`, and shows a single selected one.
    /// - Parameter isSelecting: whether clicks change the selection from now on; nil where that is so with several.
    func select(_ rows: [Int64], isSelecting: Bool? = nil) {
        list.rowsSelected(rows)
        let isSelecting = isSelecting ?? (rows.count > 1)
        if isSelecting != self.isSelecting { self.isSelecting = isSelecting }
        // A narrow window shows the list that is selected in.
        if isSelecting, isDetailOpen { isDetailOpen = false }
        show()
    }

    /// Selects the record with `key`, or clears the selection where the record is missing.
    func select(key: Int) { select((try? store.rows(of: list.recordType, keys: [key])) ?? []) }

    /// Selects the records with `keys`, as far as they are here.
    func select(keys: [Int]) { select((try? store.rows(of: list.recordType, keys: keys)) ?? []) }

    func open(_ row: Int64) {
        select([row])
        isDetailOpen = isRecordShown
        guard let key = detail.content?.header.key else { return }
        presenter.directory?.didOpen(RecordReference(collection: list.recordType.collection.name, key: key))
    }

    /// Shows the single selected record as it is now.
    func show() {
        // What was selected may be gone.
        if isSelecting, list.selectedRows.isEmpty, !list.isPartial { isSelecting = false }
        detail.show(row: list.selectedRow, selectedCount: list.selectedRows.count)
    }
}

/// What the parts of a collection's screen share: its records, the selection, the work under way, and what is open.
@MainActor
final class CollectionContext {
    let recordType: any DirectoryRecord.Type
    let store: Store
    let repository: any RecordRepository
    let preferences: PreferencesScreen
    let emojis: HobbyEmojis
    let list: ListScreen
    let detail: DetailScreen
    let selection: Selection
    let transfer: ListUpdate
    let work = Work()
    let presenter = Presenter()

    init(
        of recordType: any DirectoryRecord.Type, _ store: Store, _ emojis: HobbyEmojis,
        _ preferences: PreferencesScreen,
        _ memory: any WindowStateStore, _ clock: WallClock
    ) {
        (self.recordType, self.store, self.emojis, self.preferences) = (recordType, store, emojis, preferences)
        repository = recordType.anyRepository(store: store) { () async throws(SyncError) in
            try await preferences.client()
        }
        list = ListScreen(of: recordType, store: store, memory: memory, clock: clock)
        detail = DetailScreen(of: recordType, store: store, emojis: emojis)
        transfer = ListUpdate(
            of: recordType, store: store, preferences: preferences, presenter: presenter, work: work)
        selection = Selection(list: list, detail: detail, store: store, presenter: presenter)
    }

    /// False while another list is being applied, or its question is open.
    var canTakeOver: Bool { transfer.state == .idle && !work.isBusy }

    func record(_ key: Int) -> (any DirectoryRecord)? { try? store.find(recordType, key: key) }

    func keys(of row: Int64) -> [Int] { (try? store.keys(of: recordType, rows: [row])) ?? [] }

    var ownKey: Int? { try? store.ownKey(of: recordType, owner: preferences.ownNetID) }
}
