internal import CGtk

/// One row widget of a list, which shows one row after another: built once, filled in `bind`, cleared in `unbind`.
@MainActor
open class ListRow {
    /// What the row looks like.
    public let widget: Widget
    /// The row shown, or nil between two.
    public internal(set) final var id: UInt64?

    /// A row that looks like the widget. Handlers in it must capture `[weak self]`.
    public init(widget: Widget) { self.widget = widget }

    /// Shows a row. Its accessible name is set here, through `widget.accessibleNameOfParent`.
    open func bind(id: UInt64) {}

    /// Forgets the row shown, and cancels what was asked for it.
    open func unbind() {}
}

/// Makes, fills and clears the row widgets that GTK asks for. GTK's factory owns it.
@MainActor
package final class RowFactory {
    typealias Prepare = @MainActor (ListRow) -> Void
    private let makeRow: @MainActor () -> ListRow
    private let prepare: Prepare
    /// By list item.
    package private(set) var rows: [OpaquePointer: ListRow] = [:]

    init(makeRow: @escaping @MainActor () -> ListRow, prepare: @escaping Prepare) {
        self.makeRow = makeRow
        self.prepare = prepare
    }

    /// A GTK factory that keeps this object alive.
    func makeFactory() -> OpaquePointer? {
        guard let factory = gtk_signal_list_item_factory_new() else { return nil }
        let steps: [(String, @MainActor (OpaquePointer) -> Void)] = [
            ("setup", setUp), ("bind", bind), ("unbind", unbind), ("teardown", tearDown),
        ]
        for (signal, step) in steps {
            Signal.pointer(cast(factory), signal) { item in
                if let item { step(item) }
            }
        }
        return cast(factory)
    }

    /// The bound row that a widget is, is in, or holds.
    func row(around widget: WidgetPointer) -> ListRow? {
        rows.values.first { row in
            let own = row.widget.widget
            return row.id != nil
                && (own == widget || gtk_widget_get_parent(own) == widget
                    || gtk_widget_is_ancestor(widget, own).isTrue)
        }
    }

    private func setUp(_ item: OpaquePointer) {
        let row = makeRow()
        rows[item] = row
        prepare(row)
        gtk_list_item_set_child(item, row.widget.widget)
    }

    private func bind(_ item: OpaquePointer) {
        guard let row = rows[item], let object = gtk_list_item_get_item(item) else { return }
        let id = rowID(object)
        row.id = id
        row.bind(id: id)
    }

    private func unbind(_ item: OpaquePointer) {
        guard let row = rows[item] else { return }
        row.unbind()
        row.id = nil
    }

    private func tearDown(_ item: OpaquePointer) {
        gtk_list_item_set_child(item, nil)
        rows[item] = nil
    }
}
