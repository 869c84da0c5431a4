internal import CGtk

/// A menu built in code. Keys set with `Application.setAccelerators` are shown beside its items.
@MainActor
public final class Menu: GtkObject {
    /// A line of a menu, or several.
    public indirect enum Part: Hashable, Sendable {
        /// Parts separated from the others, under a heading if there is one.
        case section(String?, [Part])
        /// A line that calls an action such as `win.find` or `win.sort::last`. `keys` are shown beside it where they
        /// are not set in the application.
        case item(String, action: String, keys: String? = nil)
        /// A line that opens further parts.
        case submenu(String, [Part])
    }

    /// A label that shows the user's `text` as it is: GTK treats an underscore as the mark of an access key.
    public static func label(_ text: String) -> String { text.replacing("_", with: "__") }

    private var parts: [Part] = []
    /// The menus of the sections and submenus, in order.
    private var inner: [Menu] = []

    public init(_ parts: [Part]) {
        super.init(.adopting(g_menu_new()))
        update(parts)
    }

    /// Consists of these parts from now on. A menu on the screen follows, and what stays the same is left alone: GTK 4.8
    /// never releases the menu of a section that it has shown.
    public func update(_ new: [Part]) {
        guard new != parts else { return }
        if new.map(\.withoutInner) == parts.map(\.withoutInner) {
            for (menu, parts) in zip(inner, new.compactMap(\.inner)) { menu.update(parts) }
        } else {
            removeAll()
            new.forEach(append)
        }
        parts = new
    }

    private func removeAll() {
        inner.forEach { $0.removeAll() }
        (parts, inner) = ([], [])
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
            inner.append(menu)
        case .submenu(let label, let parts):
            let menu = Menu(parts)
            g_menu_append_submenu(pointer, label, cast(menu.pointer))
            inner.append(menu)
        }
    }
}

extension Menu.Part {
    /// The parts of a section or a submenu; nil for an item.
    fileprivate var inner: [Menu.Part]? {
        switch self {
        case .item: nil
        case .section(_, let parts), .submenu(_, let parts): parts
        }
    }

    fileprivate var withoutInner: Menu.Part {
        switch self {
        case .item: self
        case .section(let label, _): .section(label, [])
        case .submenu(let label, _): .submenu(label, [])
        }
    }
}
