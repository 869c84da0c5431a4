internal import CGtk
internal import CGtkShim
internal import CGtkTesting
public import GtkKit

// User actions of tests.
extension Widget {
    /// The items of a menu.
    fileprivate final var lines: [Widget] {
        gtkkit_is_a(pointer.raw, "GtkModelButton").isTrue ? [self] : children.flatMap(\.lines)
    }

    /// All descendants of a class in order, including the widget.
    public final func every<Kind: BuiltWidget>(_ kind: Kind.Type) -> [Kind] {
        let own = gtkkit_is_a(pointer.raw, Kind.typeName).isTrue ? [Kind(handle: WidgetHandle(widget))] : []
        return own + children.flatMap { $0.every(kind) }
    }

    /// Activates a shortcut of the widget, and returns whether it exists.
    @discardableResult
    public final func pressShortcut(_ keys: String) -> Bool {
        controllers("GtkShortcutController").contains { press(keys, in: $0.pointer) }
    }

    /// The event controllers of a type.
    final func controllers(_ type: String) -> [GObjectRef] {
        guard let all = gtk_widget_observe_controllers(widget) else { return [] }
        defer { g_object_unref(all.raw) }
        return items(of: all).filter { gtkkit_is_a($0.pointer.raw, type).isTrue }
    }

    /// Emits a key event on the widget and its ancestors, and returns whether an `onKey` handler consumed it.
    @discardableResult
    public final func press(_ key: Key) -> Bool {
        let value = gdk_keyval_from_name(key.name)
        let modifiers = GdkModifierType(
            rawValue: (key.control ? GDK_CONTROL_MASK.rawValue : 0) | (key.shift ? GDK_SHIFT_MASK.rawValue : 0)
                | (key.alt ? GDK_ALT_MASK.rawValue : 0))
        var path = [widget]
        while let parent = path.last.flatMap({ gtk_widget_get_parent($0) }) { path.append(parent) }
        let ways = path.reversed().map { ($0, GTK_PHASE_CAPTURE) } + path.map { ($0, GTK_PHASE_BUBBLE) }
        return ways.contains { target, phase in
            Widget(handle: WidgetHandle(target)).controllers("GtkEventControllerKey").contains { keys in
                gtk_event_controller_get_propagation_phase(cast(keys.pointer)) == phase
                    && gtktest_emit_key(keys.pointer.raw, value, modifiers).isTrue
            }
        }
    }

    /// Drops files on the widget, and returns whether they were accepted.
    public func drop(files paths: [String]) -> Bool {
        guard let target = controllers("GtkDropTarget").first else { return false }
        var files = paths.map { g_file_new_for_path($0) }
        defer { for file in files { g_object_unref(file?.raw) } }
        guard let list = gdk_file_list_new_from_array(&files, gsize(files.count)) else { return false }
        return gtktest_emit_drop(target.pointer.raw, gdk_file_list_get_type(), list.raw).isTrue
    }

    /// The types that a drag from the widget offers, or nil if there is no drag.
    public var draggedTypes: [String]? {
        guard let source = controllers("GtkDragSource").first, let made = gtktest_emit_prepare(source.pointer.raw)
        else { return nil }
        let provider = GObjectRef.adopting(OpaquePointer(made))
        let formats = gdk_content_provider_ref_formats(cast(provider.pointer))
        defer { gdk_content_formats_unref(formats) }
        var count: gsize = 0
        guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
        return (0..<Int(count)).compactMap { borrowedText(types[$0]) }
    }

    private func press(_ keys: String, in shortcuts: OpaquePointer) -> Bool {
        for shortcut in items(of: shortcuts) {
            let trigger = gtk_shortcut_get_trigger(shortcut.pointer)
            guard ownedText(gtk_shortcut_trigger_to_string(trigger)) == keys else { continue }
            let action = gtk_shortcut_get_action(shortcut.pointer)
            return gtk_shortcut_action_activate(action, GtkShortcutActionFlags(rawValue: 0), widget, nil).isTrue
        }
        return false
    }
}

// What screen readers say.
extension Widget {
    public final func isNamed(_ name: String) -> Bool { shows(name, as: GTK_ACCESSIBLE_PROPERTY_LABEL) }

    public final func isDescribed(as text: String) -> Bool { shows(text, as: GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) }

    public final var isAnnouncedAsChecked: Bool { gtktest_accessible_is_checked(pointer.raw).isTrue }

    public final var isAccessibleExpanded: Bool { gtktest_accessible_is_expanded(pointer.raw).isTrue }

    public final var isAccessibleBusy: Bool { gtktest_accessible_is_busy(pointer.raw).isTrue }

    /// The menu that is open in the widget, or nil.
    public final var openContextMenu: OpenMenu? {
        children.first { gtkkit_is_a($0.pointer.raw, "GtkPopoverMenu").isTrue && $0.isMapped }.flatMap {
            OpenMenu($0.widget)
        }
    }

    private func shows(_ text: String, as property: GtkAccessibleProperty) -> Bool {
        gtktest_accessible_has(pointer.raw, property, text).isTrue
    }
}

extension MenuButton {
    /// The natural height of the open menu in pixels, or nil if it is closed.
    public var menuHeight: Int? {
        guard let popover = gtk_menu_button_get_popover(pointer), gtk_widget_get_mapped(cast(popover)).isTrue else {
            return nil
        }
        return Widget(handle: WidgetHandle(OpaquePointer(popover))).naturalSize(within: 1000).height
    }
}

extension Button {
    /// Clicks the button.
    public func click() { gtkkit_emit(pointer.raw, "clicked") }
}

extension MenuButton {
    /// Opens the menu.
    public func popup() { gtk_menu_button_popup(pointer) }

    /// The open menu, or nil.
    public var openMenu: OpenMenu? { OpenMenu(gtk_menu_button_get_popover(pointer).map { cast($0) }) }

    /// The labels of the items, also of those in submenus.
    public var menuLabels: [String] {
        // The menu may be made when it is first opened.
        if gtk_menu_button_get_menu_model(pointer) == nil {
            popup()
            gtk_menu_button_popdown(pointer)
        }
        return gtk_menu_button_get_menu_model(pointer).map(labels) ?? []
    }
}

extension ContextMenu {
    /// The open menu, or nil.
    public var openMenu: OpenMenu? { OpenMenu(popover.map { cast($0.pointer) }) }

    /// The labels of the items while it is open.
    public var openLabels: [String] {
        guard let popover, gtk_widget_get_mapped(cast(popover.pointer)).isTrue else { return [] }
        return gtk_popover_menu_get_menu_model(cast(popover.pointer)).map(labels) ?? []
    }
}

/// A menu that is open.
@MainActor
public struct OpenMenu {
    private let popover: WidgetPointer

    fileprivate init?(_ popover: WidgetPointer?) {
        guard let popover, gtk_widget_get_mapped(popover).isTrue else { return nil }
        self.popover = popover
    }

    /// Opens a submenu, and moves the focus into it.
    public func open(submenu: String) {
        Widget(handle: WidgetHandle(popover))[property: "visible-submenu"] = submenu
        gtk_widget_child_focus(popover, GTK_DIR_TAB_FORWARD)
    }

    public var hasFocus: Bool { Widget(handle: WidgetHandle(popover)).hasFocus }

    /// Closes the menu, as Escape and a click elsewhere do.
    public func close() { gtk_popover_popdown(cast(popover)) }
}

@MainActor
private func labels(of model: UnsafeMutablePointer<GMenuModel>) -> [String] {
    (0..<g_menu_model_get_n_items(model)).flatMap { offset in
        let inner = ["section", "submenu"].compactMap { (name: String) in
            g_menu_model_get_item_link(model, offset, name)
        }
        defer { inner.forEach { g_object_unref($0) } }
        guard inner.isEmpty else { return inner.flatMap(labels) }
        guard let label = g_menu_model_get_item_attribute_value(model, offset, "label", nil) else { return [] }
        defer { g_variant_unref(label) }
        return g_variant_get_string(label, nil).map { [String(cString: $0)] } ?? []
    }
}

extension DropDown {
    /// Opens the list.
    public func popup() { gtkkit_emit(pointer.raw, "activate") }
}

extension ListBoxRow {
    /// Clicks the row.
    public func userActivates() { gtk_widget_activate(widget) }
}

extension Window {
    /// Moves the focus as Tab does.
    public func pressTab() { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }

    /// The windows whose parent this is.
    public var dialogs: [Window] {
        guard let all = gtk_window_get_toplevels() else { return [] }
        return items(of: all).map { Window(handle: WidgetHandle(cast($0.pointer))) }
            .filter { $0.transientFor?.isSame(as: self) == true }
    }
}

extension Editable {
    /// Types text, replacing the selection, as one change for undo.
    public func userTypes(_ text: String) {
        gtk_editable_delete_selection(pointer)
        let inside = gtk_editable_get_delegate(pointer)
        if let inside { gtktest_emit_text(UnsafeMutableRawPointer(inside), "insert-at-cursor", text) }
    }

    /// Activates the entry.
    public func pressReturn() { gtkkit_emit(pointer.raw, "activate") }
}

extension ListView {
    /// Clicks the row.
    public func userSelects(position: Int) {
        gtk_selection_model_select_item(gtk_list_view_get_model(pointer), guint(position), 1)
    }

    /// The height of the open menu, and the end of its last item in it, or nil if it is closed.
    public var menuHeights: (given: Int, wanted: Int)? {
        guard let menu = handlers.menu.popover, gtk_widget_get_mapped(cast(menu.pointer)).isTrue,
            let content = gtk_widget_get_first_child(cast(menu.pointer))
        else { return nil }
        let whole = Widget(handle: WidgetHandle(content))
        let ends = whole.lines.compactMap { line in line.position(in: whole).map { Int($0.y) + line.height } }
        return ends.max().map { (whole.height, $0) }
    }

    /// The open menu of a row, or nil.
    public var openMenu: OpenMenu? { handlers.menu.openMenu }

    /// Double-clicks the row.
    public func userActivates(position: Int) {
        gtk_widget_activate_action_variant(widget, "list.activate-item", g_variant_new_uint32(guint(position)))
    }
}

@MainActor
private func items(of model: OpaquePointer) -> [GObjectRef] {
    (0..<g_list_model_get_n_items(model)).compactMap { index in
        g_list_model_get_item(model, index).map { .adopting(OpaquePointer($0)) }
    }
}

extension TextLine {
    /// Whether the first letter is left of the last one.
    @MainActor
    public var isLeftToRight: Bool {
        let (first, last) = (index(0), index(Int32(text.utf8.count) - 1))
        return first < last
    }

    private func index(_ byte: Int32) -> Int32 {
        var rectangle = PangoRectangle()
        pango_layout_index_to_pos(layout.pointer, byte, &rectangle)
        return rectangle.x
    }
}
