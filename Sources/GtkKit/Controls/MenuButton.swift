internal import CGtk
internal import CGtkShim

/// A button that opens a menu.
public final class MenuButton: Widget, BuiltWidget {
    public convenience init(iconName: String, menu: [Menu.Part] = []) {
        self.init(handle: WidgetHandle(gtk_menu_button_new()))
        gtk_menu_button_set_icon_name(pointer, iconName)
        setMenu(menu)
    }

    public convenience init(label: String, menu: [Menu.Part] = []) {
        self.init(handle: WidgetHandle(gtk_menu_button_new()))
        gtk_menu_button_set_label(pointer, label)
        setMenu(menu)
    }

    /// A flat button with an ellipsized title and an arrow, for header bars.
    public convenience init(title: String, menu: [Menu.Part] = []) {
        self.init(handle: WidgetHandle(gtk_menu_button_new()))
        let label = Label()
        label.ellipsize = .end
        label.addClass("title")
        gtk_menu_button_set_child(pointer, label.widget)
        gtk_menu_button_set_always_show_arrow(pointer, 1)
        gtk_menu_button_set_has_frame(pointer, 0)
        addClass("title-button")
        // The inner button has the focus.
        if let button = gtk_widget_get_first_child(widget) { gtkkit_accessible_named_by(button, widget) }
        self.title = title
        setMenu(menu)
    }

    /// The title, which is also the accessible name.
    public var title: String {
        get { titleLabel?.text ?? "" }
        set {
            titleLabel?.text = newValue
            accessibleName = newValue
        }
    }
    private var titleLabel: Label? {
        gtk_menu_button_get_child(pointer).map { Label(handle: WidgetHandle($0)) }
    }

    /// Calls the handler when the menu is first wanted; it calls `setMenu`.
    public func makeMenuWhenOpened(_ handler: @escaping @MainActor () -> Void) {
        let create: GtkMenuButtonCreatePopupFunc = { button, data in
            nonisolated(unsafe) let (button, data) = (button, data)
            MainActor.assumeIsolated {
                guard let button, gtk_menu_button_get_menu_model(button) == nil else { return }
                CallbackBox<@MainActor () -> Void>.body(data)?()
            }
        }
        gtk_menu_button_set_create_popup_func(pointer, create, CallbackBox(handler).retained(), freeBox)
    }

    /// Sets the menu.
    public func setMenu(_ parts: [Menu.Part]) {
        if let menu = GtkObject.attached(on: pointer, as: "menu", Menu.self) { return menu.update(parts) }
        guard !parts.isEmpty else { return }
        let menu = Menu(parts)
        attach(menu, as: "menu")
        gtk_menu_button_set_menu_model(pointer, cast(menu.pointer))
        if let popover = gtk_menu_button_get_popover(pointer) { Menu.returnFocus(from: cast(popover)) }
    }
}
