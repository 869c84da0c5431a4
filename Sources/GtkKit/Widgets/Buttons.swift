internal import CGtk
internal import CGtkShim

/// A button with a label, an icon, or any content.
public final class Button: Widget {
    /// An empty button.
    public convenience init() { self.init(handle: WidgetHandle(gtk_button_new())) }

    /// A button with a label.
    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_button_new_with_label(label))) }

    /// A button with an icon of the theme. It has no words: give it a tooltip or an accessible name.
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
    public func setAction(_ name: String) { gtk_actionable_set_detailed_action_name(cast(pointer), name) }

    /// Runs the handler when the button is used.
    public func onClicked(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "clicked", handler) }

    /// Uses the button as a click would.
    public func click() { gtkkit_emit(pointer.raw, "clicked") }
}

/// A button that stays down.
public final class ToggleButton: Widget {
    /// A toggle button with a label.
    public convenience init(label: String) { self.init(handle: WidgetHandle(gtk_toggle_button_new_with_label(label))) }

    /// A toggle button with an icon of the theme.
    public convenience init(iconName: String) {
        self.init(handle: WidgetHandle(gtk_toggle_button_new()))
        gtk_button_set_icon_name(cast(pointer), iconName)
    }

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
        nonisolated(unsafe) let unowned = pointer
        Signal.plain(pointer, "toggled") { handler(gtk_toggle_button_get_active(cast(unowned)).isTrue) }
    }
}

/// A button that opens a menu or a popover.
public final class MenuButton: Widget {
    /// A menu button with an icon, and a menu if given.
    public convenience init(iconName: String, menu: Menu? = nil) {
        self.init(handle: WidgetHandle(gtk_menu_button_new()))
        gtk_menu_button_set_icon_name(pointer, iconName)
        if let menu { setMenu(menu) }
    }

    /// A menu button with a label, and a menu if given.
    public convenience init(label: String, menu: Menu? = nil) {
        self.init(handle: WidgetHandle(gtk_menu_button_new()))
        gtk_menu_button_set_label(pointer, label)
        if let menu { setMenu(menu) }
    }

    /// Opens this menu from now on.
    public func setMenu(_ menu: Menu?) { gtk_menu_button_set_menu_model(pointer, menu.map { cast($0.pointer) }) }

    /// Opens a popover with the widget in it from now on.
    public func setPopover(child: Widget) {
        let popover: WidgetPointer = gtk_popover_new()
        gtk_popover_set_child(cast(popover), child.widget)
        gtk_menu_button_set_popover(pointer, popover)
    }

    /// Whether F10 opens it.
    public var isPrimary: Bool {
        get { gtk_menu_button_get_primary(pointer).isTrue }
        set { gtk_menu_button_set_primary(pointer, newValue.g) }
    }
    /// Opens what the button opens.
    public func popup() { gtk_menu_button_popup(pointer) }

    /// Closes what the button opened.
    public func popdown() { gtk_menu_button_popdown(pointer) }
}

/// A box to tick, with a label if it has one.
public final class CheckButton: Widget {
    /// A check button with a label.
    public convenience init(label: String = "") {
        self.init(handle: WidgetHandle(gtk_check_button_new_with_label(label.isEmpty ? nil : label)))
    }

    /// A radio button with a label, which has to `join` others; a check button in a group would not say what it is.
    public convenience init(radio label: String) {
        let made = gtkkit_new_with_role(gtk_check_button_get_type(), GTK_ACCESSIBLE_ROLE_RADIO)
        self.init(handle: WidgetHandle(made?.assumingMemoryBound(to: GtkWidget.self) ?? gtk_check_button_new()))
        self.label = label
    }

    /// Whether it is ticked.
    public var isActive: Bool {
        get { gtk_check_button_get_active(cast(pointer)).isTrue }
        set { gtk_check_button_set_active(cast(pointer), newValue.g) }
    }
    /// The label.
    public var label: String {
        get { borrowedText(gtk_check_button_get_label(cast(pointer))) ?? "" }
        set { gtk_check_button_set_label(cast(pointer), newValue) }
    }
    /// Lets a long label go on in the next line; it is set no more after this.
    public func wrapsLabel() {
        let words = Label(label)
        words.wrap = true
        words.xalign = 0
        gtk_check_button_set_child(cast(pointer), words.widget)
    }
    /// Of the buttons in a group only one is ticked: they become radio buttons.
    public func join(_ group: CheckButton) { gtk_check_button_set_group(cast(pointer), cast(group.pointer)) }

    /// Runs the handler after each change, also the program's.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        nonisolated(unsafe) let unowned = pointer
        Signal.plain(pointer, "toggled") { handler(gtk_check_button_get_active(cast(unowned)).isTrue) }
    }
}

/// A sliding switch.
public final class Switch: Widget {
    /// A switch that is on or off.
    public convenience init(isActive: Bool = false) {
        self.init(handle: WidgetHandle(gtk_switch_new()))
        gtk_switch_set_active(pointer, isActive.g)
    }

    /// Whether it is on.
    public var isActive: Bool {
        get { gtk_switch_get_active(pointer).isTrue }
        set { gtk_switch_set_active(pointer, newValue.g) }
    }
    /// Runs the handler after each change, also the program's.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        nonisolated(unsafe) let unowned = pointer
        Signal.notify(pointer, "active") { handler(gtk_switch_get_active(unowned).isTrue) }
    }
}
