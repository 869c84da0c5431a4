internal import CGtk
internal import CGtkShim

/// A row of a `ListBox`.
public final class ListBoxRow: Widget {
    /// A row around a widget. Assistive technologies can call its action `row.open`.
    public convenience init(child: Widget, onOpen: @escaping @MainActor () -> Void) {
        self.init(handle: WidgetHandle(gtk_list_box_row_new()))
        gtk_list_box_row_set_child(cast(pointer), child.widget)
        let actions = ActionGroup()
        actions.add("open", onOpen)
        insert(actions, prefix: "row")
    }

    private let menu = ContextMenu()

    /// Opens a menu at a position in the row.
    public func showMenu(_ parts: [Menu.Part], at x: Double, _ y: Double) { menu.show(parts, in: self, at: x, y) }
}

/// A list in which every row has a widget.
public final class ListBox: Widget, BuiltWidget {
    public convenience init() {
        self.init(handle: WidgetHandle(gtk_list_box_new()))
        gtk_list_box_set_selection_mode(pointer, GTK_SELECTION_SINGLE)
    }

    /// Adds a row at the end.
    public func append(_ row: ListBoxRow) { gtk_list_box_append(pointer, row.widget) }

    /// Removes a row.
    public func remove(_ row: ListBoxRow) { gtk_list_box_remove(pointer, row.widget) }

    public var selectedIndex: Int? {
        get { gtk_list_box_get_selected_row(pointer).map { Int(gtk_list_box_row_get_index($0)) } }
        // For a missing row, GTK clears the selection.
        set { gtk_list_box_select_row(pointer, gtk_list_box_get_row_at_index(pointer, gint(clamping: newValue ?? -1))) }
    }

    /// Shows the returned heading above each row.
    public func setHeadings(_ heading: @escaping @MainActor (_ index: Int) -> Widget?) {
        typealias Heading = @MainActor (Int) -> Widget?
        let callback: GtkListBoxUpdateHeaderFunc = { row, _, data in
            nonisolated(unsafe) let (row, data) = (row, data)
            MainActor.assumeIsolated {
                guard let row, gtk_list_box_row_get_header(row) == nil,
                    let heading = CallbackBox<Heading>.body(data)?(Int(gtk_list_box_row_get_index(row)))
                else { return }
                gtk_list_box_row_set_header(row, heading.widget)
            }
        }
        gtk_list_box_set_header_func(pointer, callback, CallbackBox<Heading>(heading).retained(), freeBox)
    }

    /// The position and height in pixels of a row with its heading.
    public func span(of row: ListBoxRow) -> (top: Double, height: Double) {
        let heading = gtk_list_box_row_get_header(cast(row.pointer)).map { Widget(handle: WidgetHandle($0)) }
        let (top, bottom) = ((heading ?? row).position(in: self)?.y ?? 0, row.position(in: self)?.y ?? 0)
        return (top, bottom - top + Double(row.height))
    }

    /// Runs the handler when a row is clicked or Return is pressed on it.
    public func onActivated(_ handler: @escaping @MainActor (Int) -> Void) {
        Signal.connect(pointer, "row-activated") { (row: OpaquePointer) in
            handler(Int(gtk_list_box_row_get_index(cast(row))))
        }
    }
}
