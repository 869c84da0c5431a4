internal import CGtk
internal import CGtkShim

// What tests do in the user's place; tests must not import CGtk.
extension Widget {
    /// The children, first to last.
    public final var children: [Widget] { childWidgets(of: widget).map { Widget(handle: WidgetHandle($0)) } }

    /// Every widget of one kind in this one, itself included, in the order they stand in.
    final func every<Kind: BuiltWidget>(_ kind: Kind.Type) -> [Kind] {
        let own = gtkkit_is_a(pointer.raw, Kind.typeName).isTrue ? [Kind(handle: WidgetHandle(widget))] : []
        return own + children.flatMap { $0.every(kind) }
    }

    /// Runs the handler of the widget's own shortcut for these keys, and returns whether there is one.
    @discardableResult
    final func pressShortcut(_ keys: String) -> Bool {
        guard let controllers = gtk_widget_observe_controllers(widget) else { return false }
        defer { g_object_unref(controllers.raw) }
        for controller in items(of: controllers) {
            let isShortcuts = gtk_shortcut_controller_get_type()
            guard g_type_check_instance_is_a(cast(controller.pointer), isShortcuts).isTrue else { continue }
            if press(keys, in: controller.pointer) { return true }
        }
        return false
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

extension Window {
    /// The windows kept over this one.
    var dialogs: [Window] {
        guard let all = gtk_window_get_toplevels() else { return [] }
        return items(of: all).map { Window(handle: WidgetHandle(cast($0.pointer))) }
            .filter { $0.transientFor?.isSame(as: self) == true }
    }
}

extension Entry {
    /// Presses Return in it.
    func pressReturn() { gtkkit_emit(pointer.raw, "activate") }
}

extension ListView {
    /// Selects a row as a click does.
    func userSelects(position: Int) {
        gtk_selection_model_select_item(gtk_list_view_get_model(pointer), guint(position), 1)
    }

    /// Activates a row as a double click does.
    func userActivates(position: Int) {
        gtk_widget_activate_action_variant(widget, "list.activate-item", g_variant_new_uint32(guint(position)))
    }
}

@MainActor
private func items(of model: OpaquePointer) -> [GObjectRef] {
    (0..<g_list_model_get_n_items(model)).compactMap { index in
        g_list_model_get_item(model, index).map { .adopting(OpaquePointer($0)) }
    }
}
