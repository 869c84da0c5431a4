import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
public import Observation

/// The selection of a list and the content of the selected record.
@MainActor @Observable
public final class DetailScreen {
    /// Nil if no record is open.
    public private(set) var content: DetailContent?
    /// True if a narrow window shows the detail instead of the list.
    var isDetailOpen = false
    /// True while clicks toggle records in the selection.
    private(set) var isSelecting = false
    @ObservationIgnored private let list: ListScreen
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let presenter: Presenter
    @ObservationIgnored private let work: Work

    init(_ list: ListScreen, _ emojis: HobbyEmojis, _ presenter: Presenter, _ work: Work) {
        (self.list, self.emojis, self.presenter, self.work) = (list, emojis, presenter, work)
    }

    public var selectedCount: Int { list.selectedRows.count }
    var isRecordShown: Bool { content != nil }

    /// Selects `rows` and shows a single one.
    /// - Parameter isSelecting: whether clicks toggle records from now on; nil for true with several rows.
    func select(_ rows: [Int64], isSelecting: Bool? = nil) {
        list.rowsSelected(rows)
        let isSelecting = isSelecting ?? (rows.count > 1)
        if isSelecting != self.isSelecting { self.isSelecting = isSelecting }
        // A narrow window shows the list.
        if isSelecting, isDetailOpen { isDetailOpen = false }
        show()
    }

    /// Selects the records with `keys` that exist.
    func select(keys: [Int]) { select((try? list.collection.rows(keys: keys)) ?? []) }

    func open(_ row: Int64) {
        select([row])
        isDetailOpen = isRecordShown
        guard let key = content?.header.key, !list.collection.store.isPast else { return }
        presenter.directory?.didOpen(RecordReference(collection: list.definition.collection.name, key: key))
    }

    /// Updates the shown record.
    func show() {
        // The selected records may be gone.
        if isSelecting, list.selectedRows.isEmpty, !list.isPartial { isSelecting = false }
        let next = list.selectedRow.flatMap { list.collection.detail(of: $0, emojis) }
        if next != content { content = next }
        if let key = next?.header.key, list.unseenKeys.contains(key) {
            work.queueInBackground { [collection = list.collection] in try collection.markSeen(keys: [key]) }
        }
    }

    /// May be called on any thread.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try list.pictureData(of: row) }
}
