internal import CGtk

/// A menu model. Shortcuts set with `Application.setAccelerators` are shown next to the items.
@MainActor
public final class Menu: GtkObject {
    /// An item, or a group of items.
    public indirect enum Part: Hashable, Sendable {
        /// Items between separators, under an optional heading.
        case section(String?, [Part])
        /// An item for an action such as `win.find` or `win.sort::last`. `keys` is a shortcut to show if the
        /// application sets none.
        case item(String, action: String, keys: String? = nil)
        case submenu(String, [Part])
    }

    /// Escapes underscores, which GTK shows as mnemonics.
    public static func label(_ text: String) -> String { text.replacing("_", with: "__") }

    private var parts: [Part] = []
    /// The menus of sections and submenus, in order.
    private var submenus: [Menu] = []

    public init(_ parts: [Part]) {
        super.init(.adopting(g_menu_new()))
        update(parts)
    }

    /// Replaces the parts, also of an open menu. Unchanged parts are kept, because GTK 4.8 leaks the menu of a section
    /// that it has shown.
    public func update(_ new: [Part]) {
        guard new != parts else { return }
        if new.map(\.withoutParts) == parts.map(\.withoutParts) {
            for (menu, parts) in zip(submenus, new.compactMap(\.parts)) { menu.update(parts) }
        } else {
            removeAll()
            new.forEach(append)
        }
        parts = new
    }

    /// Returns the focus from a menu that closes: to the widget that had it, or else to the menu's parent. GTK 4.8
    /// leaves it in a hidden submenu, where the window gets no keys.
    /// - Parameter before: returns the widget that had the focus when the menu opened.
    /// - Returns: the signal handler.
    @discardableResult
    static func returnFocus(
        from popover: WidgetPointer, to before: @escaping @MainActor () -> GObjectRef? = { nil }
    ) -> UInt {
        Signal.notify(cast(popover), "visible") {
            guard !gtk_widget_get_visible(popover).isTrue, let focus = windowFocus(of: popover),
                gtk_widget_is_ancestor(focus, popover).isTrue, let parent = gtk_widget_get_parent(popover)
            else { return }
            let targets = [before(), .retaining(cast(parent))].compactMap(\.self)
            // While the menu is hidden, GTK takes the focus state from a widget that gets the focus.
            MainLoop.soon {
                // GTK may already have moved it to the parent, or to a widget around it.
                if let focus = windowFocus(of: cast(targets[0].pointer)), gtk_widget_get_mapped(focus).isTrue,
                    focus != parent, !gtk_widget_is_ancestor(focus, parent).isTrue,
                    !gtk_widget_is_ancestor(parent, focus).isTrue
                {
                    return
                }
                _ = targets.contains { gtk_widget_grab_focus(cast($0.pointer)).isTrue }
            }
        }
    }

    private func removeAll() {
        submenus.forEach { $0.removeAll() }
        parts = []
        submenus = []
        g_menu_remove_all(pointer)
    }

    private func append(_ part: Part) {
        switch part {
        case .item(let label, let action, let keys):
            guard let item = g_menu_item_new(label, action) else { return }
            if let keys { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys)) }
            g_menu_append_item(pointer, item)
            g_object_unref(item.raw)
        case .section(let label, let parts):
            let menu = Menu(parts)
            g_menu_append_section(pointer, label, cast(menu.pointer))
            submenus.append(menu)
        case .submenu(let label, let parts):
            let menu = Menu(parts)
            g_menu_append_submenu(pointer, label, cast(menu.pointer))
            submenus.append(menu)
        }
    }
}

extension Menu.Part {
    /// The parts of a section or submenu.
    fileprivate var parts: [Menu.Part]? {
        switch self {
        case .item: nil
        case .section(_, let parts), .submenu(_, let parts): parts
        }
    }

    fileprivate var withoutParts: Menu.Part {
        switch self {
        case .item: self
        case .section(let label, _): .section(label, [])
        case .submenu(let label, _): .submenu(label, [])
        }
    }
}
