internal import CGtk

/// Makes, fills and clears the row widgets that GTK asks for. GTK's factory owns it.
@MainActor
package final class RowFactory {
    typealias Prepare = @MainActor (ListRow) -> Void
    private let makeRow: @MainActor () -> ListRow
    private let prepare: Prepare
    /// The rows by list item.
    package private(set) var rows: [OpaquePointer: ListRow] = [:]
    /// Rows that the view has no use for now. It gives up most of them when the model becomes short, and asks for them
    /// again with the next longer one.
    private var spare: [ListRow] = []
    private static let maxSpare = 256

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
            Signal.connect(cast(factory), signal, step)
        }
        return cast(factory)
    }

    /// The bound row of a widget that is the row's own, its parent, or inside it.
    func row(around widget: WidgetPointer) -> ListRow? {
        rows.values.first { row in
            let own = row.widget.widget
            return row.id != nil
                && (own == widget || gtk_widget_get_parent(own) == widget
                    || gtk_widget_is_ancestor(widget, own).isTrue)
        }
    }

    /// The bound row that has the keyboard, in the window of a widget.
    func row(withFocusIn widget: WidgetPointer) -> ListRow? { windowFocus(of: widget).flatMap(row(around:)) }

    private func setUp(_ item: OpaquePointer) {
        let row = spare.popLast() ?? made()
        rows[item] = row
        row.isPlaced = false
        gtk_list_item_set_child(item, row.widget.widget)
    }

    private func made() -> ListRow {
        let row = makeRow()
        prepare(row)
        return row
    }

    private func bind(_ item: OpaquePointer) {
        guard let row = rows[item], let object = gtk_list_item_get_item(item) else { return }
        let id = rowID(object)
        row.id = id
        if !row.isPlaced {
            row.isPlaced = true
            row.placed()
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

/// One row widget of a list, which shows one row after another: built once, filled in `bind`, cleared in `unbind`.
@MainActor
open class ListRow {
    public let widget: Widget
    /// The id of the shown row, or nil while the widget is unused.
    public internal(set) final var id: UInt64?

    /// Whether `placed` was called for the widget's parent.
    final var isPlaced = false

    /// A row with this widget. Handlers in it must capture `[weak self]`.
    public init(widget: Widget) { self.widget = widget }

    /// Called before `bind` where the widget has got another parent: a row goes from one place of the list to others.
    open func placed() {}

    /// Shows a row. Set its accessible name here, through `widget.accessibleNameOfParent`.
    open func bind(id: UInt64) {}

    /// Clears the shown row, and cancels what was requested for it.
    open func unbind() {}
}

/// How a list's row is used at the moment.
public struct RowState: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let hovered = RowState(rawValue: 1)
    public static let selected = RowState(rawValue: 2)
    /// The keyboard is on the row.
    public static let focused = RowState(rawValue: 4)
    /// The keyboard is on the row, and the user is moving it with keys.
    public static let focusVisible = RowState(rawValue: 8)
}
