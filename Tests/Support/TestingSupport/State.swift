internal import CGtk
internal import CGtkShim
public import GtkKit

// State that only tests read.
extension MainLoop {
    /// Runs pending events, and returns whether there were any.
    @discardableResult
    public static func iterate(mayBlock: Bool = false) -> Bool { g_main_context_iteration(nil, mayBlock.g).isTrue }
}

/// Keeps the main loop busy with a priority below events and frames, as a program does that draws all the time.
@MainActor
public final class BusyLoop {
    private let source: guint

    public init() { source = g_idle_add_full(G_PRIORITY_DEFAULT_IDLE - 1, { _ in 1 }, nil, nil) }

    public func end() { g_source_remove(source) }
}

extension Application {
    /// Allows windows without `run`.
    public func register() { g_application_register(cast(pointer), nil, nil) }
}

extension ActionGroup {
    /// Whether the action exists and is enabled.
    public func isEnabled(_ name: String) -> Bool { g_action_group_get_action_enabled(pointer, name).isTrue }

    /// The state of a toggle, or nil if there is no such action.
    public func toggleState(_ name: String) -> Bool? { state(name) { g_variant_get_boolean($0).isTrue } }

    /// The state of a choice, or nil if there is no such action.
    public func choiceState(_ name: String) -> String? {
        state(name) { borrowedText(g_variant_get_string($0, nil)) } ?? nil
    }

    private func state<Value>(_ name: String, _ read: (OpaquePointer) -> Value) -> Value? {
        guard let state = g_action_group_get_action_state(pointer, name) else { return nil }
        defer { g_variant_unref(state) }
        return read(state)
    }
}

extension Widget {
    /// The GTK name of its class.
    public final var kind: String { borrowedText(gtkkit_type_name(pointer.raw)) ?? "" }

    /// Whether it has a surface of its own.
    public final var isPopover: Bool { gtkkit_is_a(pointer.raw, "GtkNative").isTrue }
}

extension ScrolledWindow {
    /// The vertical offset in pixels.
    public var scrollPosition: Double {
        get { gtk_scrolled_window_get_vadjustment(pointer).map { gtk_adjustment_get_value($0) } ?? 0 }
        set {
            if let adjustment = gtk_scrolled_window_get_vadjustment(pointer) {
                gtk_adjustment_set_value(adjustment, newValue)
            }
        }
    }
}

extension Menu {
    /// The sections as GTK shows them.
    public var sections: [SharedMenu] { SharedMenu(sharing: reference).sections }
}

/// A part of a menu as GTK shows it.
@MainActor
public final class SharedMenu: GtkObject {
    init(sharing reference: GObjectRef) { super.init(reference) }

    private var indices: Range<gint> { 0..<g_menu_model_get_n_items(cast(pointer)) }

    /// The labels of items and submenus.
    public var labels: [String] {
        indices.compactMap { index in
            guard
                let value = g_menu_model_get_item_attribute_value(
                    cast(pointer), index, G_MENU_ATTRIBUTE_LABEL, gtkkit_variant_type("s"))
            else { return nil }
            defer { g_variant_unref(value) }
            return borrowedText(g_variant_get_string(value, nil))
        }
    }

    public var sections: [SharedMenu] {
        indices.compactMap { index in
            g_menu_model_get_item_link(cast(pointer), index, G_MENU_LINK_SECTION).map {
                SharedMenu(sharing: .adopting(cast($0)))
            }
        }
    }
}

extension TextLine {
    public var isRightToLeft: Bool { pango_layout_get_direction(layout.pointer, 0) == PANGO_DIRECTION_RTL }
}

extension ListView {
    public var rowCount: Int { factory.rows.count }
}

extension Desktop {
    /// Sets the text scaling factor.
    public static func setTextScale(_ scale: Double) {
        gtk_settings_get_default()?[property: "gtk-xft-dpi"] = Int(96 * 1024 * scale)
    }
}
