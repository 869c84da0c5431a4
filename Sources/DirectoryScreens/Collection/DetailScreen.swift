import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// The selection of a list and the content of the selected record.
@MainActor @Observable
public final class DetailScreen {
    /// Nil if no record is open.
    public private(set) var content: DetailContent?
    /// True if a narrow window shows the detail instead of the list.
    var isDetailOpen = false {
        // A wall of faces gets another width.
        didSet { if isDetailOpen != oldValue, list.looks.isWall { list.rowToReveal = list.selectedRow } }
    }
    /// True if the details replace the sentence.
    public private(set) var isExpanded: Bool
    /// True while clicks toggle records in the selection.
    private(set) var isSelecting = false
    @ObservationIgnored private let list: ListScreen
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let memory: any WindowStateStore

    init(_ list: ListScreen, _ emojis: HobbyEmojis, _ memory: any WindowStateStore) {
        self.list = list
        self.emojis = emojis
        self.memory = memory
        isExpanded = memory.remembered(Self.expanded) != nil
    }

    private static let expanded = "details"

    /// Shows the sentence or, with the same facts, the details.
    public func detailsTapped() {
        isExpanded.toggle()
        memory.save(isExpanded ? "expanded" : nil, as: Self.expanded)
    }

    /// False if the user cannot choose between a sentence and details.
    public var canExpand: Bool { content.map { !$0.summary.isEmpty && !$0.lines.isEmpty } ?? false }

    /// The lines below the sentence, or in its place.
    public var shownLines: [DetailContent.Line] {
        guard let content else { return [] }
        return isExpanded || !canExpand ? content.lines : []
    }

    /// Why a form would refuse values that no shown line marks, a sentence each.
    public var shownProblems: [String] {
        let marked = shownLines.compactMap(\.problem)
        return (content?.problems ?? []).filter { !marked.contains($0) }
    }

    public var shownSummary: String {
        guard let content, !isExpanded || !canExpand else { return "" }
        guard content.hasOnlyName, list.screen?.isOwnOpen == true, list.screen?.home.canEdit == true else {
            return content.summary
        }
        return translated("Your record is still empty. Choose Edit to introduce yourself to your class.")
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
    func select(keys: [Int]) { select(list.collection.ifReadable { try $0.rows(keys: keys) } ?? []) }

    func open(_ row: Int64) {
        select([row])
        isDetailOpen = isRecordShown
        guard let key = content?.header.key, !list.collection.store.isPast else { return }
        list.screen?.directory?.didOpen(RecordReference(collection: list.definition.collection.name, key: key))
    }

    /// Updates the shown record.
    func show() {
        // The selected records may be gone.
        if isSelecting, list.selectedRows.isEmpty, !list.isPartial { isSelecting = false }
        let next = list.selectedRow.flatMap { list.collection.detail(of: $0, emojis) }
        if next != content { content = next }
        if let key = next?.header.key, list.unseenKeys.contains(key) {
            list.screen?.work.queueInBackground { [collection = list.collection] () throws(StoreError) in
                try collection.markSeen(keys: [key])
            }
        }
    }

    /// May be called on any thread.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try list.pictureData(of: row) }
}
