internal import CGtk

/// A button that stays down.
public final class ToggleButton: Widget, BuiltWidget {
    /// A toggle button with a label.
    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_toggle_button_new_with_label(label))) }

    /// A toggle button with the radio role for assistive programs; `RadioButtons` sets whether it is checked.
    convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_get_type(), .radio, otherwise: gtk_toggle_button_new()))
        gtk_button_set_label(cast(pointer), label)
        setAccessibleName(label)
    }

    /// A toggle button with an icon of the theme.
    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_new()))
        gtk_button_set_icon_name(cast(pointer), iconName)
    }

    /// The icon's name, empty when there is none.
    public var iconName: String {
        get { borrowedText(gtk_button_get_icon_name(cast(pointer))) ?? "" }
        set { gtk_button_set_icon_name(cast(pointer), newValue) }
    }
    /// The label, empty when there is none.
    public var label: String { borrowedText(gtk_button_get_label(cast(pointer))) ?? "" }

    /// Whether the button is down.
    public var isActive: Bool {
        get { gtk_toggle_button_get_active(cast(pointer)).isTrue }
        set { gtk_toggle_button_set_active(cast(pointer), newValue.g) }
    }
    /// The widget in the button.
    public var child: Widget? {
        get { gtk_button_get_child(cast(pointer)).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_button_set_child(cast(pointer), newValue?.widget) }
    }

    /// The action the button follows and calls, such as `win.filter`.
    public func setAction(_ name: String) { gtk_actionable_set_detailed_action_name(cast(pointer), name) }

    /// Of the buttons in a group only one is down.
    public func join(_ group: ToggleButton) { gtk_toggle_button_set_group(cast(pointer), cast(group.pointer)) }

    /// Runs the handler each time the button goes down or up, also when the program does it.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        Signal.plain(pointer, "toggled") { [pointer] in handler(gtk_toggle_button_get_active(cast(pointer)).isTrue) }
    }
}
