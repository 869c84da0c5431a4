public import DirectoryModel
public import DirectoryStore
public import Foundation
import Language
public import Observation

/// Everything about one record.
@MainActor @Observable
public final class DetailScreen<R: DirectoryRecord> {
    /// What is shown, or nil where no record is open.
    public private(set) var content: DetailContent?
    /// How many records are selected; with several, no record is shown.
    public private(set) var selectedCount = 0

    @ObservationIgnored private let store: Store
    @ObservationIgnored private let emojis: HobbyEmojis

    public init(store: Store, emojis: HobbyEmojis) {
        self.store = store
        self.emojis = emojis
    }

    /// Shows the record in `row`; nil, or a record that is gone, clears the screen.
    func show(row: Int64?, selectedCount: Int) {
        if selectedCount != self.selectedCount { self.selectedCount = selectedCount }
        let stored = row.flatMap { row in (try? store.stored(R.self, row: row)) ?? nil }
        let next = stored.map { DetailContent($0, emojis: emojis) }
        if next != content { content = next }
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }
}

/// What the detail's side shows.
public enum DetailState: Equatable, Sendable {
    /// The one record that is selected.
    case record(DetailContent)
    /// Several records are selected: how many, and what can be done with them.
    case several(title: String, body: String)
    /// No record is selected.
    case unselected(title: String, body: String)
    /// The list is empty and shows that itself.
    case empty
}

extension DetailState {
    /// What the detail's side shows now.
    @MainActor
    public init<R: DirectoryRecord>(of screen: CollectionScreen<R>) {
        let detail = screen.detail
        self =
            if let content = detail.content {
                .record(content)
            } else if detail.selectedCount > 1 {
                Self.several(detail.selectedCount, of: R.self)
            } else if screen.list.emptyState == nil {
                .unselected(title: R.collection.selectTitle, body: "")
            } else {
                .empty
            }
    }

    private static func several<R: DirectoryRecord>(_ count: Int, of type: R.Type) -> DetailState {
        .several(
            title: translated("\(R.collection.inHeadings(count)) Selected"),
            body: translated("Use the buttons below the list."))
    }
}
