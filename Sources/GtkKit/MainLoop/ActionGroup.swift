internal import CGtk
internal import CGtkShim

/// Named actions for menus, shortcuts, buttons, and assistive technologies.
@MainActor
public final class ActionGroup: GtkObject {
    public init() {
        super.init(.adopting(cast(g_simple_action_group_new())))
    }

    init(sharing reference: GObjectRef) { super.init(reference) }

    /// Adds an action, or replaces the action of this name.
    public func add(_ name: String, enabled: Bool = true, _ handler: @escaping @MainActor () -> Void) {
        adopt(g_simple_action_new(name, nil), "activate") { _, _ in handler() }
        if !enabled { setEnabled(name, false) }
    }

    /// Adds an action with a string target, as in `name::word`.
    public func add(_ name: String, taking handler: @escaping @MainActor (String) -> Void) {
        adopt(g_simple_action_new(name, gtkkit_variant_type("s")), "activate") { _, value in
            if let value, let word = borrowedText(g_variant_get_string(value, nil)) { handler(word) }
        }
    }

    /// Adds a Boolean action. The handler is called when the user changes it.
    public func addToggle(_ name: String, state: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
        adopt(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(state.g)), "change-state") {
            action, value in
            g_simple_action_set_state(action, value)
            if let value { handler(g_variant_get_boolean(value).isTrue) }
        }
    }

    /// Adds an action whose state is one of several strings; menus name it `name::word`. The handler is called when the
    /// user chooses one.
    public func addChoice(_ name: String, state: String, _ handler: @escaping @MainActor (String) -> Void) {
        let made = g_simple_action_new_stateful(name, gtkkit_variant_type("s"), g_variant_new_string(state))
        adopt(made, "change-state") { action, value in
            g_simple_action_set_state(action, value)
            if let value, let word = borrowedText(g_variant_get_string(value, nil)) { handler(word) }
        }
    }

    /// Enables or disables an action, and the menu items and buttons that use it.
    public func setEnabled(_ name: String, _ enabled: Bool) {
        if let action = lookup(name) { g_simple_action_set_enabled(action, enabled.g) }
    }

    /// Sets the state of a toggle without calling its handler.
    public func setState(_ name: String, _ state: Bool) {
        if let action = lookup(name) { g_simple_action_set_state(action, g_variant_new_boolean(state.g)) }
    }

    /// Sets the state of an action without calling its handler.
    public func setState(_ name: String, _ state: String) {
        if let action = lookup(name) { g_simple_action_set_state(action, g_variant_new_string(state)) }
    }

    /// Whether the group has the action.
    public func contains(_ name: String) -> Bool { lookup(name) != nil }

    /// Activates an action as a menu item would: a toggle flips, a choice takes the word.
    public func activate(_ name: String, _ word: String? = nil) {
        g_action_group_activate_action(pointer, name, word.map { g_variant_new_string($0) })
    }

    private func adopt(
        _ action: OpaquePointer?, _ signal: String,
        _ handler: @escaping @MainActor (_ action: OpaquePointer, _ value: OpaquePointer?) -> Void
    ) {
        guard let action else { return }
        Signal.connect(action, signal) { (value: OpaquePointer?) in handler(action, value) }
        g_action_map_add_action(pointer, action)
        g_object_unref(action.raw)
    }

    private func lookup(_ name: String) -> OpaquePointer? { g_action_map_lookup_action(pointer, name) }
}
