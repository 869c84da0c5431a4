internal import CGtk

/// A list of any length of which only the rows in view and some around them have widgets: a ``ListView``, whose rows are
/// under each other, or a ``WallView``, whose rows are cells in lines.
@MainActor
public protocol RowsView: Widget {
    var model: RowModel { get }
    /// The handlers of what users do.
    var handlers: RowHandlers { get }
    /// Whether it makes many more rows than fit the view, which takes time.
    var makesManyRows: Bool { get }
    /// The height in which rows are seen, in pixels.
    var viewHeight: Double { get }
    /// The selected rows, first to last.
    var selectedIDs: [UInt64] { get }
    /// The row with the keyboard, or nil.
    var focusedID: UInt64? { get }
    /// The rows that have widgets now.
    var boundRows: [ListRow] { get }
    /// The rows that are at least partly visible, first to last.
    var rowsInView: [RowPlace] { get }

    /// When the next frame is painted, the view has these rows, and those that were visible and are still there are in
    /// the same places. GTK by itself would keep the number of pixels scrolled, and so move with every row that comes or
    /// goes above. A view at its beginning stays at its beginning.
    /// - Parameters:
    ///   - ids: the rows from now on, each once.
    ///   - renewing: ids that have another meaning now.
    func replace(_ ids: [UInt64], renewing: [UInt64])
    /// Selects exactly these rows, as far as the model has them, without calling `onSelectionChanged`.
    func select(_ ids: [UInt64])
    /// Binds the visible rows again, all of them or those with the ids: their content changed, their ids did not.
    func refresh(_ ids: Set<UInt64>?)
    /// Moves the keyboard to a row, and returns whether the row has a widget for it.
    @discardableResult func focus(id: UInt64) -> Bool
    /// Scrolls just as far as needed to show the whole row, or, if `atTop`, until it is the first visible one.
    func scrollTo(id: UInt64, atTop: Bool)
    /// Scrolls to the first row.
    func scrollToTop()
    /// Scrolls just as far as needed to show the whole row, and not at all if it is visible. GTK knows where rows are
    /// only after a layout.
    func reveal(id: UInt64)
}

/// A visible row, with its distance from the view's top and its height in pixels.
public typealias RowPlace = (id: UInt64, top: Double, height: Double)

extension RowsView {
    /// The rows that are completely visible, first to last.
    public var rowsSeenWhole: [UInt64] {
        rowsInView.filter { $0.top >= 0 && $0.top + $0.height <= viewHeight }.map(\.id)
    }

    public func reveal(id: UInt64) { if !rowsSeenWhole.contains(id) { scrollTo(id: id, atTop: false) } }

    /// The row that stays in its place when others come and go, of those that were visible before: a selected one, or
    /// the first, if it was not cut off at the top.
    func rowToKeep(of seen: [RowPlace], selected: Set<UInt64>) -> RowPlace? {
        let left = seen.filter { model.position(of: $0.id) != nil }
        let whole = left.filter { $0.top >= 0 }
        return whole.first { selected.contains($0.id) } ?? whole.first ?? left.first
    }

    /// Runs the handler when a row is opened: by a double click, or one where that is set, or with Return.
    public func onActivate(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) {
        handlers.activated.append(handler)
    }

    /// Runs the handler when the user changes the selection; not for `select`, nor when the model changes.
    public func onSelectionChanged(_ handler: @escaping @MainActor (_ ids: [UInt64]) -> Void) {
        handlers.selected.append(handler)
    }

    /// Calls the handler when Space is pressed on a row; without it, or if it is false, the row alone is selected.
    public func onSpace(_ handler: @escaping @MainActor (_ id: UInt64) -> Bool) { handlers.spaced.append(handler) }

    /// Runs the handler when a finger or the left button is held on a row, which does not open a menu then. It must be
    /// set before there are rows.
    public func onLongPress(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) { handlers.longPressed = handler }

    /// Calls the handler when the left button goes down on a row with neither Control nor Shift pressed, with the
    /// position inside the row's widget; true means that the row is neither selected nor activated.
    public func onPress(_ handler: @escaping @MainActor (_ row: ListRow, _ x: Double, _ y: Double) -> Bool) {
        handlers.pressed = handler
    }

    /// Runs the handler when a menu is requested with the right button, a long press, the Menu key or Shift-F10, with
    /// the row and the position inside the view.
    public func onContextMenu(_ handler: @escaping @MainActor (_ id: UInt64, _ x: Double, _ y: Double) -> Void) {
        handlers.menuWanted.append(handler)
    }

    /// Opens a menu at a position inside the view.
    public func showMenu(_ menu: [Menu.Part], at x: Double, _ y: Double) {
        handlers.menu.show(menu, in: self, at: x, y)
    }
}

/// The handlers of a view's rows, separate from its handle, so that signals do not hold that.
@MainActor
public final class RowHandlers {
    var activated: [@MainActor (UInt64) -> Void] = []
    var selected: [@MainActor ([UInt64]) -> Void] = []
    var spaced: [@MainActor (UInt64) -> Bool] = []
    var longPressed: (@MainActor (UInt64) -> Void)?
    var pressed: (@MainActor (ListRow, Double, Double) -> Bool)?
    var menuWanted: [@MainActor (UInt64, Double, Double) -> Void] = []
    package let menu = ContextMenu()
    /// The view, which exists as long as a row in it can be used.
    var view: WidgetPointer?

    func activate(_ id: UInt64) { for handler in activated { handler(id) } }

    /// Follows the pointer on a row; `area` is the row's widget, or one around it that belongs to the row too.
    func watch(_ row: ListRow, in area: Widget) {
        row.widget.onPress { [weak self, weak row] x, y in
            guard let self, let row, row.id != nil else { return false }
            return pressed?(row, x, y) ?? false
        }
        let place = area.widget
        area.onClick(button: 3) { [weak self, weak row] x, y in
            if let row { self?.openMenu(of: row, in: place, x, y) }
        }
        area.onLongPress(isTouchOnly: longPressed == nil) { [weak self, weak row] x, y in
            guard let self, let row else { return }
            if let longPressed, let id = row.id { longPressed(id) } else { openMenu(of: row, in: place, x, y) }
        }
    }

    /// The position is inside `place`, which is the row's widget or around it.
    func openMenu(of row: ListRow, in place: WidgetPointer, _ x: Double, _ y: Double) {
        guard let id = row.id, let view else { return }
        var (viewX, viewY) = (x, y)
        gtk_widget_translate_coordinates(place, view, x, y, &viewX, &viewY)
        for handler in menuWanted { handler(id, viewX, viewY) }
    }
}

/// The menu of a view's rows, made when it is first opened.
@MainActor
package final class ContextMenu {
    package private(set) var popover: GObjectRef?
    private let menu = Menu([])

    /// Opens a menu at a position inside a widget, always the same. GTK adds the lines between its sections in the next
    /// turn of the loop; a menu that opens before that is measured without them, and its last entry is cut off.
    func show(_ parts: [Menu.Part], in widget: Widget, at x: Double, _ y: Double) {
        let popover = popover ?? made(in: widget)
        menu.update(parts)
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(popover.pointer), &place)
        MainLoop.soon { [weak widget] in if widget?.isMapped == true { gtk_popover_popup(cast(popover.pointer)) } }
    }

    // The popover is the widget's child until that is destroyed; a widget must not be destroyed with children.
    private func made(in widget: Widget) -> GObjectRef {
        let made: WidgetPointer = gtk_popover_menu_new_from_model(cast(menu.pointer))
        gtk_popover_set_has_arrow(cast(made), 0)
        gtk_widget_set_halign(made, GTK_ALIGN_START)
        gtk_widget_set_parent(made, widget.widget)
        widget.onDestroy { gtk_widget_unparent(made) }
        let reference = GObjectRef.retaining(cast(made))
        popover = reference
        return reference
    }
}
