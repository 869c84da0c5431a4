/// One row widget of a list, which shows one row after another: built once, filled in `bind`, cleared in `unbind`.
@MainActor
open class ListRow {
    /// The widget of the row.
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
