public import DirectoryModel
public import DirectoryStore
public import Foundation
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
