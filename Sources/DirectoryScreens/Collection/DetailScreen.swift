public import DirectoryModel
public import DirectoryStore
public import Foundation
import Language
public import Observation

/// Everything about one record.
@MainActor @Observable
public final class DetailScreen {
    /// What is shown, or nil where no record is open.
    public private(set) var content: DetailContent?
    /// How many records are selected; with several, no record is shown.
    public private(set) var selectedCount = 0

    private let recordType: any DirectoryRecord.Type
    private let store: Store
    private let emojis: HobbyEmojis

    public init(of recordType: any DirectoryRecord.Type, store: Store, emojis: HobbyEmojis) {
        (self.recordType, self.store, self.emojis) = (recordType, store, emojis)
    }

    /// Shows the record in `row`; nil, or a record that is gone, clears the screen.
    func show(row: Int64?, selectedCount: Int) {
        if selectedCount != self.selectedCount { self.selectedCount = selectedCount }
        let next = row.flatMap { recordType.detail(of: $0, in: store, emojis) }
        if next != content { content = next }
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: recordType, row: row) }
}

/// What the detail's side shows.
public enum DetailState: Equatable, Sendable {
    case record(DetailContent)
    /// Several records are selected: how many, and what can be done with them.
    case several(title: String, body: String)
    case unselected(title: String, body: String)
    /// The list is empty and shows that itself.
    case empty
}

extension DetailState {
    /// What the detail's side shows now.
    @MainActor
    public init(of screen: CollectionScreen) {
        let detail = screen.detail
        self =
            if let content = detail.content {
                .record(content)
            } else if detail.selectedCount > 1 {
                .several(
                    title: translated("\(screen.collection.inHeadings(detail.selectedCount)) Selected"),
                    body: translated("Use the buttons below the list."))
            } else if screen.list.emptyState == nil {
                .unselected(title: screen.collection.selectTitle, body: "")
            } else {
                .empty
            }
    }
}
