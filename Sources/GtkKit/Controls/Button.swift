internal import CGtk
internal import CGtkShim

/// A push button.
public final class Button: Widget, BuiltWidget, ContentButton {
    @GObjectProperty("label") public var label = ""
    @GObjectProperty("icon-name") public var iconName = ""
    private var findsPointer = false

    public convenience init() { self.init(handle: WidgetHandle(gtk_button_new())) }

    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_button_new_with_label(label))) }

    /// A button with an icon. Give it a tooltip or an accessible name.
    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_button_new_from_icon_name(iconName)))
    }

    public convenience init(child: Widget) {
        self.init()
        self.child = child
    }

    /// The action to activate, such as `win.add`; the button is sensitive while the action is enabled.
    public func setAction(_ name: String) {
        gtk_actionable_set_detailed_action_name(cast(pointer), name)
        guard !findsPointer else { return }
        findsPointer = true
        Signal.notify(pointer, "sensitive") { [widget] in
            if gtk_widget_get_sensitive(widget).isTrue { PointerRepick.repick(over: widget) }
        }
    }

    /// Runs the handler when the button is clicked.
    @discardableResult
    public func onClicked(_ handler: @escaping @MainActor () -> Void) -> Self {
        connect("clicked", handler)
        return self
    }

    /// Runs the handler with the button when it is clicked.
    @discardableResult
    public func onClicked(_ handler: @escaping @MainActor (Button) -> Void) -> Self { onClicked(sending(handler)) }
}

/// A button with a label, an icon, or another child.
@MainActor
public protocol ContentButton: Bin {}

extension ContentButton {
    /// Wraps a label that is wider than the button.
    public func wrapLabel() {
        guard gtk_button_get_label(cast(pointer)) != nil, let child = gtk_button_get_child(cast(pointer)) else {
            return
        }
        let label = Label(handle: WidgetHandle(child))
        label.wrap = true
        label.isCentered = true
    }
}

/// A button that remains pressed.
public final class ToggleButton: Widget, BuiltWidget, ContentButton, Checkable {
    @GObjectProperty("label") public var label = ""
    @GObjectProperty("icon-name") public var iconName = ""

    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_toggle_button_new_with_label(label))) }

    /// A toggle button with the accessible role of a radio button. Set its state with `setAccessibleChecked`.
    public convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_get_type(), .radio))
        gtk_button_set_label(cast(pointer), label)
        accessibleName = label
    }

    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_new()))
        gtk_button_set_icon_name(cast(pointer), iconName)
    }

    /// The action to activate, such as `win.filter`.
    public func setAction(_ name: String) { gtk_actionable_set_detailed_action_name(cast(pointer), name) }

    /// Joins a group in which only one button can be active.
    public func join(_ group: ToggleButton) { gtk_toggle_button_set_group(cast(pointer), cast(group.pointer)) }
}

/// A check button or, in a group, a radio button.
public final class CheckButton: Widget, BuiltWidget, Checkable {
    public convenience init(label: String = "") {
        self.init(handle: WidgetHandle(gtk_check_button_new_with_label(label.isEmpty ? nil : label)))
    }

    /// A radio button. Unlike a check button in a group, it has the accessible role.
    public convenience init(radio label: String) {
        self.init(handle: WidgetHandle(gtk_check_button_get_type(), .radio))
        self.label = label
    }

    @GObjectProperty("label") public var label = ""
    /// Wraps a long label; set the label before.
    public func wrapsLabel() { wrap(Label(label)) }

    func wrap(_ child: Label) {
        child.wrap = true
        child.xalign = 0
        gtk_check_button_set_child(cast(pointer), child.widget)
    }

    /// Joins a group of radio buttons.
    public func join(_ group: CheckButton) { gtk_check_button_set_group(cast(pointer), cast(group.pointer)) }

    /// A check button for a list row, where clicks do not select or activate the row. Use `ListView.onSpace` for the
    /// keyboard, as the button cannot get the focus.
    public static func inRow(accessibleName: String) -> CheckButton {
        let button = CheckButton()
        button.accessibleName = accessibleName
        // `focusable` is not enough: Tab would move the focus out of the list.
        button.canFocus = false
        button.claimClicks()
        return button
    }

    private func claimClicks() {
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

/// A switch.
public final class Switch: Widget, BuiltWidget, Checkable {
    public convenience init(isActive: Bool = false) {
        self.init(handle: WidgetHandle(gtk_switch_new()))
        gtk_switch_set_active(pointer, isActive.g)
    }
}

/// A two-state widget: a ``CheckButton``, ``ToggleButton``, or ``Switch``.
@MainActor
public protocol Checkable: Widget {}

extension Checkable {
    public var isActive: Bool {
        get { pointer[property: "active"] ?? false }
        set { pointer[property: "active"] = newValue }
    }

    /// Sets the state without calling handlers.
    public func setActive(_ isActive: Bool) {
        g_object_set_data(cast(pointer), quiet, pointer.raw)
        defer { g_object_set_data(cast(pointer), quiet, nil) }
        self.isActive = isActive
    }

    /// Runs the handler after each change, except with `setActive`.
    @discardableResult
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) -> Self {
        Signal.notify(pointer, "active") { [pointer] in
            if g_object_get_data(cast(pointer), quiet) == nil { handler(pointer[property: "active"] ?? false) }
        }
        return self
    }
}

private let quiet = "gtkkit-quiet"
