internal import CGtk

/// Creates, binds, and recycles the row widgets of a list. GTK's factory owns it.
@MainActor
package final class RowFactory {
    typealias Prepare = @MainActor (ListRow) -> Void
    private let makeRow: @MainActor () -> ListRow
    private let prepare: Prepare
    package private(set) var rows: [OpaquePointer: ListRow] = [:]
    /// Unused rows. A view gives up most rows when the model becomes short.
    private var spare: [ListRow] = []
    private static let maxSpare = 256

    init(makeRow: @escaping @MainActor () -> ListRow, prepare: @escaping Prepare) {
        self.makeRow = makeRow
        self.prepare = prepare
    }

    /// The GTK factory, which retains this object.
    func makeFactory() -> OpaquePointer? {
        guard let factory = gtk_signal_list_item_factory_new() else { return nil }
        let steps: [(String, @MainActor (OpaquePointer) -> Void)] = [
            ("setup", setUp), ("bind", bind), ("unbind", unbind), ("teardown", tearDown),
        ]
        for (signal, step) in steps {
            Signal.connect(cast(factory), signal, step)
        }
        return cast(factory)
    }

    /// The bound row of its widget, of the widget's parent, or of a descendant.
    func row(around widget: WidgetPointer) -> ListRow? {
        rows.values.first { row in
            let own = row.widget.widget
            return row.id != nil
                && (own == widget || gtk_widget_get_parent(own) == widget
                    || gtk_widget_is_ancestor(widget, own).isTrue)
        }
    }

    func row(withFocusIn widget: WidgetPointer) -> ListRow? { windowFocus(of: widget).flatMap(row(around:)) }

    private func setUp(_ item: OpaquePointer) {
        let row = spare.popLast() ?? newRow()
        rows[item] = row
        row.isPositioned = false
        gtk_list_item_set_child(item, row.widget.widget)
    }

    private func newRow() -> ListRow {
        let row = makeRow()
        prepare(row)
        return row
    }

    private func bind(_ item: OpaquePointer) {
        guard let row = rows[item], let object = gtk_list_item_get_item(item) else { return }
        let id = rowID(object)
        row.id = id
        if !row.isPositioned {
            row.isPositioned = true
            row.positioned()
        }
        row.bind(id: id)
    }

    private func unbind(_ item: OpaquePointer) {
        guard let row = rows[item] else { return }
        row.unbind()
        row.id = nil
    }

    private func tearDown(_ item: OpaquePointer) {
        gtk_list_item_set_child(item, nil)
        if let row = rows.removeValue(forKey: item), spare.count < Self.maxSpare { spare.append(row) }
    }
}

/// A row widget that is created once and then bound to one row of the model after another.
@MainActor
open class ListRow {
    public let widget: Widget
    /// The id of the bound row.
    public internal(set) final var id: UInt64?

    final var isPositioned = false

    /// Handlers of the widget must capture `[weak self]`.
    public init(widget: Widget) { self.widget = widget }

    /// Called before `bind` if the widget has a new parent.
    open func positioned() {}

    /// Shows a row. Set its accessible name here with `widget.accessibleNameOfParent`.
    open func bind(id: UInt64) {}

    /// Clears the row and cancels its requests.
    open func unbind() {}
}

/// The state of a row.
public struct RowState: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let hovered = RowState(rawValue: 1)
    public static let selected = RowState(rawValue: 2)
    public static let focused = RowState(rawValue: 4)
    /// The row has the focus and is navigated by keyboard.
    public static let focusVisible = RowState(rawValue: 8)
}
