internal import CGtk
internal import CGtkShim

/// A list model of row ids. A row that remains in the model keeps its list item, so that lists do not bind it again.
@MainActor
public class RowModel: GtkObject {
    private(set) final var isReplacing = false

    /// - Parameter ids: unique ids.
    public init(_ ids: [UInt64] = []) {
        super.init(.adopting(OpaquePointer(gtkkit_row_model_new())))
        replace(ids)
    }

    public final var count: Int { Int(gtkkit_row_model_count(pointer.raw)) }

    public final var ids: [UInt64] { (0..<guint(count)).map { UInt64(gtkkit_row_model_id(pointer.raw, $0)) } }

    /// The id of a row, or nil past the end.
    public final func id(at position: Int) -> UInt64? {
        guard position >= 0, position < count else { return nil }
        return UInt64(gtkkit_row_model_id(pointer.raw, guint(position)))
    }

    /// The position of a row; takes linear time.
    public final func position(of id: UInt64) -> Int? {
        let position = gtkkit_row_model_position(pointer.raw, guint64(id))
        return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }

    /// Sets the rows, and notifies lists of the smallest range that changed.
    /// - Parameters:
    ///   - ids: unique ids.
    ///   - renewing: ids that now stand for something else; lists do not follow them to a new position.
    /// - Returns: false if the rows are the same.
    @discardableResult
    public final func replace(_ ids: [UInt64], renewing: [UInt64] = []) -> Bool {
        for id in renewing where position(of: id) != ids.firstIndex(of: id) {
            gtkkit_row_model_renew(pointer.raw, guint64(id))
        }
        isReplacing = true
        defer { isReplacing = false }
        return ids.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: guint64.self) {
                gtkkit_row_model_replace(pointer.raw, $0.baseAddress, guint(clamping: $0.count)).isTrue
            }
        }
    }
}

/// A list model of the program's own items, each unique.
public final class ListModel<Item: Identifiable>: RowModel {
    private var rows: [Item.ID: UInt64] = [:]
    private var items: [UInt64: Item] = [:]

    /// Sets the items. Items that stay keep their rows; if their content changed, call ``ListView/refresh(_:)``.
    public func replace(_ items: [Item]) {
        for item in items where rows[item.id] == nil { rows[item.id] = UInt64(rows.count) }
        let ids = items.compactMap { rows[$0.id] }
        self.items = Dictionary(zip(ids, items)) { $1 }
        replace(ids)
    }

    /// The item of a row.
    public subscript(id: UInt64) -> Item? { items[id] }
}
