internal import CGtk
internal import CGtkShim

/// A box to tick, with a label if it has one.
public final class CheckButton: Widget, BuiltWidget {
    /// A check button with a label.
    public convenience init(label: String = "") {
        self.init(handle: WidgetHandle(gtk_check_button_new_with_label(label.isEmpty ? nil : label)))
    }

    /// A radio button with a label, which must `join` others; a check button in a group would be announced as a check
    /// button.
    public convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_check_button_get_type(), .radio, otherwise: gtk_check_button_new()))
        self.label = label
    }

    /// Whether it is checked.
    public var isActive: Bool {
        get { gtk_check_button_get_active(cast(pointer)).isTrue }
        set { gtk_check_button_set_active(cast(pointer), newValue.g) }
    }
    /// The label.
    public var label: String {
        get { borrowedText(gtk_check_button_get_label(cast(pointer))) ?? "" }
        set { gtk_check_button_set_label(cast(pointer), newValue) }
    }
    /// Lets a long label continue on the next line; do not set the label after this.
    public func wrapsLabel() {
        let words = Label(label)
        words.wrap = true
        words.xalign = 0
        gtk_check_button_set_child(cast(pointer), words.widget)
    }
    /// Of the buttons in a group only one is checked: they become radio buttons.
    public func join(_ group: CheckButton) { gtk_check_button_set_group(cast(pointer), cast(group.pointer)) }

    /// Checks or unchecks it without calling handlers.
    public func setActive(_ isActive: Bool) { Quiet.change(pointer) { self.isActive = isActive } }

    /// A box for a list row, without a label. A click on it neither selects nor activates the row; the keyboard stays
    /// with the row, whose list asks for Space with `ListView.onSpace`.
    public static func inRow(accessibleName: String) -> CheckButton {
        let button = CheckButton()
        button.accessibleName = accessibleName
        // Not `focusable`: with a check button that is only not focusable, Tab loses the keyboard.
        button.canFocus = false
        button.keepClicks()
        return button
    }

    private func keepClicks() {
        guard let controllers = gtk_widget_observe_controllers(widget) else { return }
        defer { g_object_unref(controllers.raw) }
        for place in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, place) else { continue }
            defer { g_object_unref(controller) }
            guard gtkkit_is_a(controller, "GtkGestureClick").isTrue else { continue }
            let gesture = OpaquePointer(controller)
            Signal.press(gesture, "pressed") { _, _, _ in
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
    }

    /// Runs the handler after each change except those of `setActive`.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        Signal.plain(pointer, "toggled") { [pointer] in
            if !Quiet.isChanging(pointer) { handler(gtk_check_button_get_active(cast(pointer)).isTrue) }
        }
    }
}
