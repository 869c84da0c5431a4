import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
public import Observation

/// The selection of a list, and everything about the one record that is selected.
@MainActor @Observable
public final class DetailScreen {
    /// What is shown, or nil where no record is open.
    public private(set) var content: DetailContent?
    /// True where a narrow window shows the detail in the list's place.
    var isDetailOpen = false
    /// True while clicks add to the selection and take away from it.
    private(set) var isSelecting = false
    @ObservationIgnored private let list: ListScreen
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let presenter: Presenter

    init(_ list: ListScreen, _ emojis: HobbyEmojis, _ presenter: Presenter) {
        (self.list, self.emojis, self.presenter) = (list, emojis, presenter)
    }

    public var selectedCount: Int { list.selectedRows.count }
    var isRecordShown: Bool { content != nil }

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

    /// Selects the records with `keys`, as far as they are here.
    func select(keys: [Int]) { select((try? list.store.rows(of: list.recordType, keys: keys)) ?? []) }

    func open(_ row: Int64) {
        select([row])
        isDetailOpen = isRecordShown
        guard let key = content?.header.key else { return }
        presenter.directory?.didOpen(RecordReference(collection: list.recordType.collection.name, key: key))
    }

    /// Shows the single selected record as it is now.
    func show() {
        // What was selected may be gone.
        if isSelecting, list.selectedRows.isEmpty, !list.isPartial { isSelecting = false }
        let next = list.selectedRow.flatMap { list.recordType.detail(of: $0, in: list.store, emojis) }
        if next != content { content = next }
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try list.pictureData(of: row) }
}
