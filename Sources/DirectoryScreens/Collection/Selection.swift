import DirectoryModel
import DirectoryStore
import DirectorySync
import Observation

/// The selection of a collection, and the open record.
@MainActor @Observable
final class Selection<R: DirectoryRecord> {
    /// True where a narrow window shows the detail in the list's place.
    var isDetailOpen = false
    /// True while clicks add to the selection and take away from it.
    private(set) var isSelecting = false
    /// Called when a record was opened, with its key.
    @ObservationIgnored var opened: ((Int) -> Void)?
    @ObservationIgnored let list: ListScreen<R>
    @ObservationIgnored private let detail: DetailScreen<R>
    @ObservationIgnored private let store: Store

    init(list: ListScreen<R>, detail: DetailScreen<R>, store: Store) {
        (self.list, self.detail, self.store) = (list, detail, store)
    }

    /// True where a record is shown alone.
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
    func select(key: Int) { select((try? store.rows(of: R.self, keys: [key])) ?? []) }

    /// Selects the records with `keys`, as far as they are here.
    func select(keys: [Int]) { select((try? store.rows(of: R.self, keys: keys)) ?? []) }

    func open(_ row: Int64) {
        select([row])
        isDetailOpen = isRecordShown
        if let key = detail.content?.header.key { opened?(key) }
    }

    /// Shows the single selected record as it is now.
    func show() {
        // What was selected may be gone.
        if isSelecting, list.selectedRows.isEmpty, !list.isPartial { isSelecting = false }
        detail.show(row: list.selectedRow, selectedCount: list.selectedRows.count)
    }
}

/// A collection's records, and the user who changes them.
@MainActor
struct CollectionRecords<R: DirectoryRecord> {
    let store: Store
    let repository: any RecordRepository<R>
    let preferences: PreferencesScreen
    let emojis: HobbyEmojis

    func record(_ key: Int) -> R? { (try? store.find(R.self, key: key)) ?? nil }

    func keys(of row: Int64) -> [Int] { (try? store.keys(of: R.self, rows: [row])) ?? [] }

    /// The key of the user's own record, or nil.
    var ownKey: Int? { (try? store.ownKey(of: R.self, owner: preferences.ownNetID)) ?? nil }
}
