import DirectoryModel
import DirectoryStore
public import Foundation

/// The content of rows.
extension ListScreen {
    /// The content of a row, or nil where its record is gone.
    public func content(of row: Int64) -> RowContent? {
        do throws(StoreError) {
            guard
                var content = try contents.content(of: row, in: entries.rows, marker: marker, sortedBy: sortOrder)
            else { return nil }
            if looks.look == .table { content.cells = try contents.cells(of: row, marker) }
            content.isUnpublished = unpublishedKeys.contains(content.key)
            content.isFavorite = favoriteKeys.contains(content.key)
            content.isOwn = content.key == own?.key
            return content
        } catch {
            // Rows are requested while the list is drawn.
            if error.isDamage { Task { damaged?(error) } }
            return nil
        }
    }

    public func favoritesChanged(_ keys: Set<Int>) { if keys != favoriteKeys { favoriteKeys = keys } }

    private var sortOrder: DirectoryModel.SortOrder<R>? {
        R.definition.orders.first { $0.id == orderID } ?? R.definition.orders.first
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }
}
