internal import CGtk
internal import CGtkShim

/// The row id of an item of a ListModel.
@MainActor
func rowID(_ item: gpointer) -> UInt64 { UInt64(gtkkit_row_item_id(item)) }

/// A list of any length, of which only the rows in view and some around them have widgets. Any number of rows can be
/// selected; at first the selection is empty. It must be inside a ScrolledWindow.
public final class ListView: Widget {
    /// The rows.
    public let model: ListModel
    private let selection: GObjectRef
    private let hooks: ListHooks
    package let factory: RowFactory
    package var menu: GObjectRef? { contextMenu.popover }
    private let contextMenu = ContextMenu()
    /// Keeps the rows in view in their places until a change has settled.
    var anchor: ListAnchor?

    /// A list of the model's rows, in widgets that the closure makes. With `singleClickActivate` one click activates a
    /// row.
    public init(
        model: ListModel, singleClickActivate: Bool = false, makeRow: @escaping @MainActor () -> ListRow
    ) {
        self.model = model
        let hooks = ListHooks(model: model, singleClickActivate: singleClickActivate)
        self.hooks = hooks
        factory = RowFactory(makeRow: makeRow) { hooks.watchClicks(on: $0) }
        // The selection takes over a reference on the model, the view one on the selection and one on the factory.
        selection = GObjectRef.adopting(gtk_multi_selection_new(model.reference.another()))
        super.init(handle: WidgetHandle(gtk_list_view_new(selection.another(), factory.makeFactory())))
        connect()
    }

    /// The selected rows, first to last.
    public var selectedIDs: [UInt64] { selectedPositions(of: selection.pointer).compactMap { model.id(at: $0) } }

    /// Selects exactly these rows, as far as the model has them, without calling `onSelectionChanged`.
    public func select(_ ids: [UInt64]) {
        hooks.isQuiet = true
        defer { hooks.isQuiet = false }
        guard let chosen = gtk_bitset_new_empty(), let all = gtk_bitset_new_range(0, guint(model.count)) else { return }
        defer {
            gtk_bitset_unref(chosen)
            gtk_bitset_unref(all)
        }
        for place in positions(of: ids) { gtk_bitset_add(chosen, guint(place)) }
        gtk_selection_model_set_selection(selection.pointer, chosen, all)
    }

    private func positions(of ids: [UInt64]) -> [Int] {
        if ids.count < 2 { return ids.compactMap(model.position) }
        let wanted = Set(ids)
        return model.ids.enumerated().filter { wanted.contains($0.element) }.map(\.offset)
    }

    /// Scrolls just as far as needed to show the whole row, or, if `atTop`, until it is the first visible one.
    public func scrollTo(id: UInt64, atTop: Bool = false) {
        guard let position = model.position(of: id) else { return }
        guard atTop, let clock = gtk_widget_get_frame_clock(widget) else { return scroll(to: position) }
        // Coming from the end, a row stops at the top; GTK must have laid out the end before.
        scroll(to: model.count - 1)
        FrameClock(clock).afterPaint { [weak self] in
            if let position = self?.model.position(of: id) { self?.scroll(to: position) }
        }
        gtk_widget_queue_draw(widget)
    }
    /// Scrolls to the first row.
    public func scrollToTop() { if model.count > 0 { scroll(to: 0) } }

    /// Runs the handler when a row is double-clicked, or Return pressed on it.
    public func onActivate(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) { hooks.activated.append(handler) }

    /// Runs the handler when the user changes the selection; not for `select`, nor when the model changes.
    public func onSelectionChanged(_ handler: @escaping @MainActor (_ ids: [UInt64]) -> Void) {
        hooks.selected.append(handler)
    }
    /// Calls the handler when Space is pressed on a row; without it, or if it is false, the row alone is selected.
    public func onSpace(_ handler: @escaping @MainActor (_ id: UInt64) -> Bool) {
        onKey(phase: .capture) { [pointer, factory] key in
            guard key == Key("space"),
                let focus = gtk_widget_get_root(cast(pointer)).flatMap({ gtk_root_get_focus($0) })
            else { return false }
            return factory.row(around: focus)?.id.map(handler) ?? false
        }
    }
    /// Runs the handler when a finger or the left button is held on a row, which does not open a menu then. It must be
    /// set before the list has rows.
    public func onLongPress(_ handler: @escaping @MainActor (_ id: UInt64) -> Void) { hooks.longPressed = handler }

    /// Calls the handler when the left button goes down on a row with neither Control nor Shift pressed, with the
    /// position inside the row's widget; true means that the row is neither selected nor activated.
    public func onPress(_ handler: @escaping @MainActor (_ row: ListRow, _ x: Double, _ y: Double) -> Bool) {
        hooks.pressed = handler
    }

    /// Runs the handler when a menu is requested with the right button, a long press, the Menu key or Shift-F10, with
    /// the row and the position inside the list.
    public func onContextMenu(_ handler: @escaping @MainActor (_ id: UInt64, _ x: Double, _ y: Double) -> Void) {
        hooks.contextMenu.append(handler)
    }
    /// Opens a menu at a position inside the list.
    public func showMenu(_ menu: [Menu.Part], at x: Double, _ y: Double) { contextMenu.show(menu, in: self, at: x, y) }

    /// Binds the visible rows again, all of them or those with the ids: their content changed, their ids did not.
    public func refresh(_ ids: Set<UInt64>? = nil) {
        for row in factory.rows.values {
            if let id = row.id, ids?.contains(id) ?? true { row.bind(id: id) }
        }
    }

    /// The rows that have widgets now.
    public var boundRows: [ListRow] { factory.rows.values.filter { $0.id != nil } }

    /// The row of the id, if it has a widget now.
    public func row(id: UInt64) -> ListRow? { factory.rows.values.first { $0.id == id } }

    /// The row with the keyboard, or nil.
    public var focusedID: UInt64? {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return nil }
        return factory.row(around: focus)?.id
    }
    /// Moves the keyboard to a row, and returns whether the row has a widget for it.
    @discardableResult
    public func focus(id: UInt64) -> Bool {
        guard let row = row(id: id), let item = gtk_widget_get_parent(row.widget.widget) else { return false }
        return gtk_widget_grab_focus(item).isTrue
    }

    private func scroll(to position: Int) {
        anchor?.end()
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(position)))
    }

    private func connect() {
        let (hooks, model, factory) = (hooks, model, factory)
        Signal.connect(pointer, "activate") { (position: Int) in
            if let id = model.id(at: position) { hooks.activate(id) }
        }
        Signal.connect(selection.pointer, "selection-changed") { [pointer = selection.pointer] in
            hooks.selectionMoved(to: selectedPositions(of: pointer).compactMap { model.id(at: $0) })
        }
        tabLeaves()
        addShortcut("Menu|<Shift>F10") { [widget] in
            guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
                let row = factory.row(around: focus)
            else { return }
            hooks.openMenu(row, x: 24, y: Double(row.widget.height) / 2)
        }
    }
}

/// The positions of the selected rows, in order.
@MainActor
private func selectedPositions(of selection: OpaquePointer) -> [Int] {
    guard let places = gtk_selection_model_get_selection(selection) else { return [] }
    defer { gtk_bitset_unref(places) }
    return (0..<gtk_bitset_get_size(places)).map { Int(gtk_bitset_get_nth(places, guint($0))) }
}

/// The menu of a list's rows, made when it is first opened.
@MainActor
final class ContextMenu {
    private(set) var popover: GObjectRef?
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

/// The handlers of a list, separate from it, so that its signal handlers do not hold it.
@MainActor
final class ListHooks {
    private let model: ListModel
    /// Whether one click activates a row. GTK's own setting is not used: with it a passing pointer selects rows.
    private let singleClickActivate: Bool
    private var lastSelected: [UInt64] = []
    var isQuiet = false
    var activated: [@MainActor (UInt64) -> Void] = []
    var selected: [@MainActor ([UInt64]) -> Void] = []
    var longPressed: (@MainActor (UInt64) -> Void)?
    var pressed: (@MainActor (ListRow, Double, Double) -> Bool)?
    var contextMenu: [@MainActor (UInt64, Double, Double) -> Void] = []

    init(model: ListModel, singleClickActivate: Bool) {
        self.model = model
        self.singleClickActivate = singleClickActivate
    }

    func selectionMoved(to ids: [UInt64]) {
        guard ids != lastSelected else { return }
        lastSelected = ids
        guard !isQuiet, !model.isReplacing else { return }
        for handler in selected { handler(ids) }
    }

    func activate(_ id: UInt64) {
        for handler in activated { handler(id) }
    }

    func watchClicks(on row: ListRow) {
        row.widget.onPress { [weak self, weak row] x, y in
            guard let self, let row, row.id != nil else { return false }
            return pressed?(row, x, y) ?? false
        }
        row.widget.onTap { [weak self, weak row] in
            if let self, singleClickActivate, let id = row?.id { activate(id) }
        }
        row.widget.onClick(button: 3) { [weak self, weak row] x, y in
            if let row { self?.openMenu(row, x: x, y: y) }
        }
        row.widget.onLongPress(isTouchOnly: longPressed == nil) { [weak self, weak row] x, y in
            guard let self, let row else { return }
            if let longPressed, let id = row.id { longPressed(id) } else { openMenu(row, x: x, y: y) }
        }
    }

    /// The position is inside the row's widget.
    func openMenu(_ row: ListRow, x: Double, y: Double) {
        guard let id = row.id, let list = gtk_widget_get_ancestor(row.widget.widget, gtk_list_view_get_type()) else {
            return
        }
        var (listX, listY) = (x, y)
        gtk_widget_translate_coordinates(row.widget.widget, list, x, y, &listX, &listY)
        for handler in contextMenu { handler(id, listX, listY) }
    }
}
