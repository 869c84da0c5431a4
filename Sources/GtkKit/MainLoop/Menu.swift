internal import CGtk

/// A menu built in code. Keys set with `Application.setAccelerators` are shown beside its items.
@MainActor
public final class Menu: GtkObject {
    /// A line of a menu, or several.
    public indirect enum Part {
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

    /// A menu of these parts.
    public init(_ parts: [Part]) {
        super.init(.adopting(Menu.build(parts)))
    }

    private static func build(_ parts: [Part]) -> OpaquePointer {
        let menu: OpaquePointer = g_menu_new()
        for part in parts {
            switch part {
            case .item(let label, let action, let keys):
                let item = g_menu_item_new(label, action)
                if let keys { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys)) }
                g_menu_append_item(menu, item)
                if let item { g_object_unref(item.raw) }
            case .section(let label, let parts):
                let section = build(parts)
                g_menu_append_section(menu, label, cast(section))
                g_object_unref(section.raw)
            case .submenu(let label, let parts):
                let submenu = build(parts)
                g_menu_append_submenu(menu, label, cast(submenu))
                g_object_unref(submenu.raw)
            }
        }
        return menu
    }
}
