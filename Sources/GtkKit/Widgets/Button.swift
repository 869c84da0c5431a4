internal import CGtk

/// A button with a label, an icon, or any content.
public final class Button: Widget, BuiltWidget {
    private var findsPointer = false

    /// An empty button.
    public convenience init() { self.init(handle: WidgetHandle(gtk_button_new())) }

    /// A button with a label.
    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_button_new_with_label(label))) }

    /// A button with an icon of the theme. It has no text: give it a tooltip or an accessible name.
    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_button_new_from_icon_name(iconName)))
    }

    /// A button with any content.
    public convenience init(child: Widget) {
        self.init()
        self.child = child
    }

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
    /// The widget in the button.
    public var child: Widget? {
        get { gtk_button_get_child(cast(pointer)).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_button_set_child(cast(pointer), newValue?.widget) }
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
    public func onClicked(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "clicked", handler) }
}
