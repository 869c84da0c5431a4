internal import CGtk
internal import CGtkShim

/// The rows of a list as numbers. Rows that stay keep their identity, so that the list does not draw them again.
@MainActor
public class RowModel: GtkObject {
    /// Whether `replace` is reporting a change to the lists.
    private(set) final var isReplacing = false

    /// A model of these rows. An id must not occur twice.
    public init(_ ids: [UInt64] = []) {
        super.init(.adopting(OpaquePointer(gtkkit_row_model_new())))
        replace(ids)
    }

    public final var count: Int { Int(gtkkit_row_model_count(pointer.raw)) }

    /// All ids, first to last.
    public final var ids: [UInt64] { (0..<guint(count)).map { UInt64(gtkkit_row_model_id(pointer.raw, $0)) } }

    /// The id of a row, or nil past the end.
    public final func id(at position: Int) -> UInt64? {
        guard position >= 0, position < count else { return nil }
        return UInt64(gtkkit_row_model_id(pointer.raw, guint(position)))
    }

    /// The position of a row, or nil; it searches all rows.
    public final func position(of id: UInt64) -> Int? {
        let position = gtkkit_row_model_position(pointer.raw, guint64(id))
        return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }

    /// Sets the rows, and reports the smallest range that differs to the lists; false where the model already
    /// had these rows.
    /// - Parameters:
    ///   - ids: the rows from now on, each once.
    ///   - renewing: ids that have another meaning now; lists do not follow them to another position.
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

/// The rows of a list as items of the program's own, of which each occurs once.
public final class ListModel<Item: Identifiable>: RowModel {
    private var rows: [Item.ID: UInt64] = [:]
    private var items: [UInt64: Item] = [:]

    /// Shows these items from now on, first to last; those that were there before keep their rows. Where the content of
    /// one is new, ``ListView/refresh(_:)`` binds its row again.
    public func replace(_ items: [Item]) {
        for item in items where rows[item.id] == nil { rows[item.id] = UInt64(rows.count) }
        let ids = items.compactMap { rows[$0.id] }
        self.items = Dictionary(zip(ids, items)) { $1 }
        replace(ids)
    }

    /// The item of a row.
    public subscript(id: UInt64) -> Item? { items[id] }
}
