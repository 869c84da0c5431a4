internal import CGtk
internal import CGtkShim

@MainActor
func rowID(_ item: gpointer) -> UInt64 { UInt64(gtkkit_row_item_id(item)) }

/// A virtual list with multiple selection, which has widgets only for the rows near the view. It must be in a
/// ``ScrolledWindow``.
public final class ListView: Widget, RowsView {
    public let model: RowModel
    public let handlers: RowHandlers
    private let selection: GObjectRef
    package let factory: RowFactory
    var anchor: ListAnchor?
    /// True until GTK has laid out the row that was scrolled to.
    private(set) var isScrolling = false

    /// A list of the rows of a model; `makeRow` creates a row widget, which `singleClickActivate` activates by a single
    /// click.
    public init(
        model: RowModel, singleClickActivate: Bool = false, makeRow: @escaping @MainActor () -> ListRow
    ) {
        let handlers = RowHandlers()
        self.model = model
        self.handlers = handlers
        factory = RowFactory(makeRow: makeRow) { row in
            handlers.watch(row, in: row.widget)
            // GTK's own property also selects rows under the pointer.
            guard singleClickActivate else { return }
            row.widget.onTap { [weak handlers, weak row] in
                if let id = row?.id { handlers?.activate(id) }
            }
        }
        // The selection takes ownership of the model, and the view of the selection and the factory.
        selection = GObjectRef.adopting(gtk_multi_selection_new(model.reference.another()))
        super.init(handle: WidgetHandle(gtk_list_view_new(selection.another(), factory.makeFactory())))
        handlers.view = widget
        connect()
    }

    public var makesManyRows: Bool { true }

    public var selectedIDs: [UInt64] { selectedPositions(of: selection.pointer).compactMap { model.id(at: $0) } }

    public func select(_ ids: [UInt64]) {
        handlers.isQuiet = true
        defer { handlers.isQuiet = false }
        guard let chosen = gtk_bitset_new_empty(), let all = gtk_bitset_new_range(0, guint(model.count)) else { return }
        defer {
            gtk_bitset_unref(chosen)
            gtk_bitset_unref(all)
        }
        for index in positions(of: ids) { gtk_bitset_add(chosen, guint(index)) }
        gtk_selection_model_set_selection(selection.pointer, chosen, all)
    }

    private func positions(of ids: [UInt64]) -> [Int] {
        if ids.count < 2 { return ids.compactMap(model.position) }
        let wanted = Set(ids)
        return model.ids.enumerated().filter { wanted.contains($0.element) }.map(\.offset)
    }

    public func scrollTo(id: UInt64) {
        if let position = model.position(of: id) { scroll(to: position) }
    }

    public func scrollToTop() { if model.count > 0 { scroll(to: 0) } }

    public func refresh(_ ids: Set<UInt64>? = nil) {
        for row in factory.rows.values {
            if let id = row.id, ids?.contains(id) ?? true { row.bind(id: id) }
        }
    }

    public var boundRows: [ListRow] { factory.rows.values.filter { $0.id != nil } }

    /// The row that shows the id, if there is one.
    public func row(id: UInt64) -> ListRow? { factory.rows.values.first { $0.id == id } }

    public var focusedID: UInt64? { factory.row(withFocusIn: widget)?.id }

    @discardableResult
    public func focus(id: UInt64) -> Bool {
        guard let row = row(id: id), let item = gtk_widget_get_parent(row.widget.widget) else { return false }
        return gtk_widget_grab_focus(item).isTrue
    }

    private func scroll(to position: Int) {
        anchor?.end()
        if let clock = gtk_widget_get_frame_clock(widget) {
            isScrolling = true
            FrameClock(clock).afterPaint { [weak self] in self?.isScrolling = false }
            gtk_widget_queue_draw(widget)
        }
        gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint(position)))
    }

    private func connect() {
        let (handlers, model, factory) = (handlers, model, factory)
        Signal.connect(pointer, "activate") { (position: Int) in
            if let id = model.id(at: position) { handlers.activate(id) }
        }
        Signal.connect(selection.pointer, "selection-changed") { [pointer = selection.pointer] in
            let ids = selectedPositions(of: pointer).compactMap { model.id(at: $0) }
            if !model.isReplacing { handlers.selectionChanged(to: ids) } else { handlers.selection = ids }
        }
        tabLeaves()
        onKey(phase: .capture) { [widget] key in
            guard key == Key("space"), let id = factory.row(withFocusIn: widget)?.id else { return false }
            return handlers.spaced.contains { $0(id) }
        }
        addShortcut("Menu|<Shift>F10") { [widget] in
            guard let row = factory.row(withFocusIn: widget) else { return }
            handlers.openMenu(of: row, in: row.widget.widget, 24, Double(row.widget.height) / 2)
        }
    }
}

@MainActor
private func selectedPositions(of selection: OpaquePointer) -> [Int] {
    guard let bitset = gtk_selection_model_get_selection(selection) else { return [] }
    defer { gtk_bitset_unref(bitset) }
    return (0..<gtk_bitset_get_size(bitset)).map { Int(gtk_bitset_get_nth(bitset, guint($0))) }
}
