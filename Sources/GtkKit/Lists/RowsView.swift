internal import CGtk

/// A virtual list: a ``ListView`` of rows, or a ``WallView`` of cells.
@MainActor
public protocol RowsView: Widget {
    var model: RowModel { get }
    var handlers: RowHandlers { get }
    /// Whether it creates many more rows than are visible.
    var makesManyRows: Bool { get }
    /// In pixels.
    var viewHeight: Double { get }
    /// The selected rows in order.
    var selectedIDs: [UInt64] { get }
    /// The row with the focus.
    var focusedID: UInt64? { get }
    /// The rows that have widgets.
    var boundRows: [ListRow] { get }
    /// The rows that are at least partly visible, in order.
    var rowsInView: [RowPosition] { get }

    /// Sets the rows. Visible rows that remain keep their positions on the screen, whereas GTK alone would keep the
    /// scroll offset. A view that shows its first row remains at the top.
    /// - Parameters:
    ///   - ids: unique ids.
    ///   - renewing: ids that now stand for something else.
    func replace(_ ids: [UInt64], renewing: [UInt64])
    /// Selects exactly these rows without calling `onSelectionChanged`.
    func select(_ ids: [UInt64])
    /// Binds visible rows again, or only those with the ids, because their content changed.
    func refresh(_ ids: Set<UInt64>?)
    /// Moves the focus to a row, and returns whether that succeeded.
    @discardableResult func focus(id: UInt64) -> Bool
    /// Scrolls as little as needed to show the whole row.
    func scrollTo(id: UInt64)
    /// Scrolls to the first row.
    func scrollToTop()
    /// Scrolls as little as needed to show the whole row, if it is not visible. Call it after a layout.
    func reveal(id: UInt64)
}

/// A visible row, with the distance from the view's top and the height in pixels.
public typealias RowPosition = (id: UInt64, top: Double, height: Double)

extension RowsView {
    /// The rows that are completely visible, in order.
    public var rowsSeenWhole: [UInt64] {
        rowsInView.filter { $0.top >= 0 && $0.top + $0.height <= viewHeight }.map(\.id)
    }

    public func reveal(id: UInt64) { if !rowsSeenWhole.contains(id) { scrollTo(id: id) } }

    /// The row that should keep its position, with it: the first one, in the place of those above it that are gone. If
    /// that would move a selected row out of view, as when the order changes, the selected one.
    func anchorRow(of seen: [RowPosition], selected: Set<UInt64>) -> RowPosition? {
        let left = seen.filter { model.position(of: $0.id) != nil }
        guard let top = seen.first?.top, let first = left.first, let start = model.position(of: first.id) else {
            return nil
        }
        if let chosen = left.first(where: { $0.top >= 0 && selected.contains($0.id) }),
            let position = model.position(of: chosen.id), !(start..<start + seen.count).contains(position)
        {
            return chosen
        }
        return (first.id, top, first.height)
    }

    /// Runs the handler when a row is activated by a click or with Return.
    public func onActivate(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) {
        handlers.activated.append(handler)
    }

    /// Runs the handler when the user changes the selection.
    public func onSelectionChanged(_ handler: @escaping @MainActor (_ ids: [UInt64]) -> Void) {
        handlers.selected.append(handler)
    }

    /// Calls the handler when Space is pressed on a row. Return false to select only that row, the default.
    public func onSpace(_ handler: @escaping @MainActor (_ id: UInt64) -> Bool) { handlers.spaced.append(handler) }

    /// Runs the handler on a long press in place of opening the menu. Set it before there are rows.
    public func onLongPress(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) { handlers.longPressed = handler }

    /// Calls the handler when the left button is pressed on a row without Control or Shift, with a position in the
    /// row's widget. Return true to prevent selection and activation.
    public func onPress(_ handler: @escaping @MainActor (_ row: ListRow, _ x: Double, _ y: Double) -> Bool) {
        handlers.pressed = handler
    }

    /// Runs the handler when the left button is released on a row that was not dragged.
    public func onRelease(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) { handlers.released = handler }

    /// Runs the handler when the user asks for a menu by click, long press, or keyboard, with a position in the view.
    public func onContextMenu(_ handler: @escaping @MainActor (_ id: UInt64, _ x: Double, _ y: Double) -> Void) {
        handlers.menuWanted.append(handler)
    }

    /// Opens a menu at a position in the view.
    public func showMenu(_ menu: [Menu.Part], at x: Double, _ y: Double) {
        handlers.menu.show(menu, in: self, at: x, y)
    }
}

/// The handlers of a view, kept apart so that signals do not retain the view.
@MainActor
public final class RowHandlers {
    var activated: [@MainActor (UInt64) -> Void] = []
    var selected: [@MainActor ([UInt64]) -> Void] = []
    /// The latest selection, and whether its changes are not reported.
    var selection: [UInt64] = []
    var isQuiet = false
    var spaced: [@MainActor (UInt64) -> Bool] = []
    var longPressed: (@MainActor (UInt64) -> Void)?
    var pressed: (@MainActor (ListRow, Double, Double) -> Bool)?
    var released: (@MainActor (UInt64) -> Void)?
    var menuWanted: [@MainActor (UInt64, Double, Double) -> Void] = []
    package let menu = ContextMenu()
    var view: WidgetPointer?

    func selectionChanged(to ids: [UInt64]) {
        guard ids != selection else { return }
        selection = ids
        if !isQuiet { for handler in selected { handler(ids) } }
    }

    func activate(_ id: UInt64) { for handler in activated { handler(id) } }

    /// Connects the pointer events of a row; `area` is its widget or an ancestor that belongs to the row.
    func watch(_ row: ListRow, in area: Widget) {
        row.widget.onPress { [weak self, weak row] x, y in
            guard let self, let row, row.id != nil else { return false }
            return pressed?(row, x, y) ?? false
        } released: { [weak self, weak row] in
            if let id = row?.id { self?.released?(id) }
        }
        let origin = area.widget
        area.onClick(button: 3) { [weak self, weak row] x, y in
            if let row { self?.openMenu(of: row, in: origin, x, y) }
        }
        area.onLongPress(isTouchOnly: longPressed == nil) { [weak self, weak row] x, y in
            guard let self, let row else { return }
            if let longPressed, let id = row.id { longPressed(id) } else { openMenu(of: row, in: origin, x, y) }
        }
    }

    /// - Parameter origin: the widget that the position is relative to.
    func openMenu(of row: ListRow, in origin: WidgetPointer, _ x: Double, _ y: Double) {
        guard let id = row.id, let view else { return }
        var (viewX, viewY) = (x, y)
        gtk_widget_translate_coordinates(origin, view, x, y, &viewX, &viewY)
        for handler in menuWanted { handler(id, viewX, viewY) }
    }
}

/// A menu at a position in a widget, created on first use.
@MainActor
public final class ContextMenu {
    package private(set) var popover: GObjectRef?
    private let menu = Menu([])
    /// The widget that had the focus when the menu opened.
    private var focusBefore: GObjectRef?

    public init() {}

    /// Opens the menu in the next turn of the main loop, because GTK first adds the separators, which count in its
    /// height.
    public func show(_ parts: [Menu.Part], in widget: Widget, at x: Double, _ y: Double) {
        let popover = popover ?? makePopover(in: widget)
        menu.update(parts)
        focusBefore = windowFocus(of: widget.widget).map { .retaining(cast($0)) }
        var rectangle = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(popover.pointer), &rectangle)
        MainLoop.soon { [weak widget] in if widget?.isMapped == true { gtk_popover_popup(cast(popover.pointer)) } }
    }

    // GTK requires that children are removed before a widget is destroyed.
    private func makePopover(in widget: Widget) -> GObjectRef {
        let made: WidgetPointer = gtk_popover_menu_new_from_model(cast(menu.pointer))
        gtk_popover_set_has_arrow(cast(made), 0)
        gtk_widget_set_halign(made, GTK_ALIGN_START)
        gtk_widget_set_parent(made, widget.widget)
        let handler = Menu.returnFocus(from: made) { [weak self] in
            defer { self?.focusBefore = nil }
            return self?.focusBefore
        }
        let reference = GObjectRef.retaining(cast(made))
        // Some widgets remove all of their children themselves, after which only the reference retains the popover.
        widget.onDestroy { [weak self] in
            self?.focusBefore = nil
            let made: WidgetPointer = cast(reference.pointer)
            // GTK 4.8 leaks a menu with sections.
            Signal.disconnect(cast(made), handler)
            if gtk_widget_get_parent(made) != nil { gtk_widget_unparent(made) }
        }
        popover = reference
        return reference
    }
}
