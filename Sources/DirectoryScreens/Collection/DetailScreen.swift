public import DirectoryModel
public import DirectoryStore
public import Foundation
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
