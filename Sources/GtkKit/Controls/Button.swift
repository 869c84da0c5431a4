internal import CGtk
internal import CGtkShim

/// A button with a label, an icon, or any content.
public final class Button: Widget, BuiltWidget, ContentButton {
    private var findsPointer = false

    public convenience init() { self.init(handle: WidgetHandle(gtk_button_new())) }

    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_button_new_with_label(label))) }

    /// A button with an icon of the theme. It has no text: give it a tooltip or an accessible name.
    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_button_new_from_icon_name(iconName)))
    }

    public convenience init(child: Widget) {
        self.init()
        self.child = child
    }

    /// The action the button calls, such as `win.add`; it is insensitive while the action is disabled.
    public func setAction(_ name: String) {
        gtk_actionable_set_detailed_action_name(cast(pointer), name)
        guard !findsPointer else { return }
        findsPointer = true
        Signal.notify(pointer, "sensitive") { [widget] in
            if gtk_widget_get_sensitive(widget).isTrue { PointerRepick.find(over: widget) }
        }
    }

    /// Runs the handler when the button is used.
    public func onClicked(_ handler: @escaping @MainActor () -> Void) { connect("clicked", handler) }

    /// Runs the handler with the button when that is used.
    public func onClicked(_ handler: @escaping @MainActor (Button) -> Void) { onClicked(sending(handler)) }
}

/// A button with a label or an icon of the theme, or around any widget.
@MainActor
public protocol ContentButton: Bin {}

extension ContentButton {
    /// The label, empty when there is none.
    public var label: String {
        get { borrowedText(gtk_button_get_label(cast(pointer))) ?? "" }
        set { gtk_button_set_label(cast(pointer), newValue) }
    }
    /// The icon's name, empty when there is none.
    public var iconName: String {
        get { borrowedText(gtk_button_get_icon_name(cast(pointer))) ?? "" }
        set { gtk_button_set_icon_name(cast(pointer), newValue) }
    }
    /// Lets a long label continue on the next line, where the button is too narrow for it.
    public func wrapLabel() {
        guard gtk_button_get_label(cast(pointer)) != nil, let child = gtk_button_get_child(cast(pointer)) else {
            return
        }
        let label = Label(handle: WidgetHandle(child))
        (label.wrap, label.isCentered) = (true, true)
    }
}

/// A button that stays down.
public final class ToggleButton: Widget, BuiltWidget, ContentButton, Checkable {
    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_toggle_button_new_with_label(label))) }

    /// A toggle button with the radio role for assistive programs; set whether it is checked with
    /// `setAccessibleChecked`.
    public convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_get_type(), .radio, otherwise: gtk_toggle_button_new()))
        gtk_button_set_label(cast(pointer), label)
        accessibleName = label
    }

    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_new()))
        gtk_button_set_icon_name(cast(pointer), iconName)
    }

    /// The action the button follows and calls, such as `win.filter`.
    public func setAction(_ name: String) { gtk_actionable_set_detailed_action_name(cast(pointer), name) }

    /// Of the buttons in a group only one is down.
    public func join(_ group: ToggleButton) { gtk_toggle_button_set_group(cast(pointer), cast(group.pointer)) }
}

/// A box to tick, with a label if it has one.
public final class CheckButton: Widget, BuiltWidget, Checkable {
    public convenience init(label: String = "") {
        self.init(handle: WidgetHandle(gtk_check_button_new_with_label(label.isEmpty ? nil : label)))
    }

    /// A radio button with a label, which must `join` others; a check button in a group would be announced as a check
    /// button.
    public convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_check_button_get_type(), .radio, otherwise: gtk_check_button_new()))
        self.label = label
    }

    @GObjectProperty("label") public var label = ""
    /// Lets a long label continue on the next line; do not set the label after this.
    public func wrapsLabel() { wrap(Label(label)) }

    /// Shows a label that continues on the next line, in the place of the button's own.
    func wrap(_ words: Label) {
        (words.wrap, words.xalign) = (true, 0)
        gtk_check_button_set_child(cast(pointer), words.widget)
    }

    /// Of the buttons in a group only one is checked: they become radio buttons.
    public func join(_ group: CheckButton) { gtk_check_button_set_group(cast(pointer), cast(group.pointer)) }

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
        for controller in items(of: controllers) where gtkkit_is_a(controller.pointer.raw, "GtkGestureClick").isTrue {
            let gesture = controller.pointer
            Signal.connect(gesture, "pressed") {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
    }
}

/// A sliding switch.
public final class Switch: Widget, BuiltWidget, Checkable {
    public convenience init(isActive: Bool = false) {
        self.init(handle: WidgetHandle(gtk_switch_new()))
        gtk_switch_set_active(pointer, isActive.g)
    }
}

/// A widget that is on or off: a ``CheckButton``, a ``ToggleButton``, or a ``Switch``.
@MainActor
public protocol Checkable: Widget {}

extension Checkable {
    /// Whether it is checked, down, or on.
    public var isActive: Bool {
        get { pointer[property: "active"] ?? false }
        set { pointer[property: "active"] = newValue }
    }

    /// Turns it on or off without calling handlers.
    public func setActive(_ isActive: Bool) {
        g_object_set_data(cast(pointer), quiet, pointer.raw)
        defer { g_object_set_data(cast(pointer), quiet, nil) }
        self.isActive = isActive
    }

    /// Runs the handler each time it is turned on or off, also by the program, except with `setActive`.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        Signal.notify(pointer, "active") { [pointer] in
            if g_object_get_data(cast(pointer), quiet) == nil { handler(pointer[property: "active"] ?? false) }
        }
    }
}

private let quiet = "gtkkit-quiet"
