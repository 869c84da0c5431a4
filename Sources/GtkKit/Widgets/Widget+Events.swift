internal import CGtk
internal import CGtkShim

extension Widget {
    /// When a handler is called: before the widget inside that has the focus, or after that did not use the event.
    public enum EventPhase {
        /// Before the widgets inside.
        case capture
        /// After them.
        case bubble

        var gtk: GtkPropagationPhase { self == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
    }

    /// Where a shortcut works.
    public enum ShortcutScope: UInt32 {
        /// While the focus is in the widget.
        case local = 0
        /// Wherever the focus is, after the window's own shortcuts.
        case managed = 1
        /// Wherever in the window the focus is.
        case global = 2
    }

    /// Calls the handler for each key pressed while the focus is in the widget; true means the key is used up.
    public final func onKey(phase: EventPhase = .bubble, _ handler: @escaping @MainActor (Key) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        gtk_event_controller_set_propagation_phase(
            cast(controller), phase.gtk)
        Signal.key(cast(controller), "key-pressed") { value, modifiers in
            handler(
                Key(
                    borrowedText(gdk_keyval_name(value)) ?? "",
                    control: modifiers & GDK_CONTROL_MASK.rawValue != 0,
                    shift: modifiers & GDK_SHIFT_MASK.rawValue != 0,
                    alt: modifiers & GDK_ALT_MASK.rawValue != 0))
        }
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Whether the keyboard is in a popover of the widget, which is a separate window.
    public final var isPopoverFocused: Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
        return gtk_widget_get_native(focus) != gtk_widget_get_native(widget)
    }

    /// Lets Tab and Shift-Tab leave a list, or any container, in one step; GTK 4.8 moves from row to row.
    public final func tabLeaves() {
        onKey(phase: .capture) { [widget] key in
            let isBack = key.name == "ISO_Left_Tab" || (key.name == "Tab" && key.shift)
            // An open menu is a separate window.
            guard isBack || key.name == "Tab", !key.control, !key.alt, let root = gtk_widget_get_root(widget),
                let focus = gtk_root_get_focus(root), gtk_widget_get_native(focus) == gtk_widget_get_native(widget)
            else { return false }
            gtk_widget_set_can_focus(widget, 0)
            defer { gtk_widget_set_can_focus(widget, 1) }
            return gtk_widget_child_focus(cast(root), isBack ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD).isTrue
        }
    }

    /// Makes keys such as `<Control>f` or `Menu|<Shift>F10` run the handler.
    public final func addShortcut(
        _ keys: String, scope: ShortcutScope = .local, _ handler: @escaping @MainActor () -> Void
    ) {
        addShortcut(keys, scope: scope, phase: nil) {
            handler()
            return true
        }
    }

    /// - Parameters:
    ///   - phase: when the handler is called, or nil for GTK's own choice.
    ///   - handler: returns whether the keys are used up.
    final func addShortcut(
        _ keys: String, scope: ShortcutScope, phase: EventPhase?, _ handler: @escaping @MainActor () -> Bool
    ) {
        guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { return }
        let callback: GtkShortcutFunc = { _, _, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated { CallbackBox<@MainActor () -> Bool>.body(data)?() ?? false }.g
        }
        let action = gtk_callback_action_new(callback, CallbackBox(handler).retained(), freeBox)
        guard let controller = gtk_shortcut_controller_new() else { return }
        gtk_shortcut_controller_set_scope(cast(controller), GtkShortcutScope(rawValue: scope.rawValue))
        if let phase {
            gtk_event_controller_set_propagation_phase(
                cast(controller), phase.gtk)
        }
        gtk_shortcut_controller_add_shortcut(cast(controller), gtk_shortcut_new(trigger, action))
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Runs the handler where the keys are pressed in an entry without changes to undo: GTK's entries use the keys up
    /// even then. An entry with changes undoes them, and the handler does not run.
    public final func onUndoUnavailable(_ keys: String, _ handler: @escaping @MainActor () -> Void) {
        onUnavailable("text.undo", keys, handler)
    }

    /// The same for redo.
    public final func onRedoUnavailable(_ keys: String, _ handler: @escaping @MainActor () -> Void) {
        onUnavailable("text.redo", keys, handler)
    }

    private func onUnavailable(_ action: String, _ keys: String, _ handler: @escaping @MainActor () -> Void) {
        addShortcut(keys, scope: .local, phase: .capture) { [widget] in
            guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
                gtkkit_is_a(UnsafeMutableRawPointer(focus), "GtkText").isTrue
            else { return false }
            let before = borrowedText(gtk_editable_get_text(cast(focus)))
            gtk_widget_activate_action_variant(focus, action, nil)
            if borrowedText(gtk_editable_get_text(cast(focus))) == before { handler() }
            return true
        }
    }

    /// Runs the handler when the pointer's button (1 left, 2 middle, 3 right) goes down for the count-th time in
    /// quick succession, with the position inside the widget.
    public final func onClick(
        button: Int = 1, count: Int = 1, _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(cast(gesture), guint(clamping: button))
        Signal.press(cast(gesture), "pressed") { pressed, x, y in
            guard pressed == count else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(x, y)
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handler when the pointer's button goes down for the count-th time in quick succession.
    public final func onClick(button: Int = 1, count: Int = 1, _ handler: @escaping @MainActor () -> Void) {
        onClick(button: button, count: count) { _, _ in handler() }
    }

    /// Calls the handler when the left button goes down with neither Control nor Shift pressed; true means that the
    /// click is used up.
    final func onPress(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(cast(gesture), 1)
        Signal.press(cast(gesture), "pressed") { _, x, y in
            let held = gtk_event_controller_get_current_event_state(gesture).rawValue
            guard held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0, handler(x, y) else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handler when the left button went down and up once on the widget with neither Control nor Shift
    /// pressed, and lets the widgets around it handle the click too.
    public final func onTap(_ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(cast(gesture), 1)
        Signal.press(cast(gesture), "released") { pressed, _, _ in
            let held = gtk_event_controller_get_current_event_state(gesture).rawValue
            if pressed == 1, held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0 { handler() }
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handlers when the pointer enters the widget and when it leaves.
    public final func onHover(enter: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_motion_new() else { return }
        Signal.point(cast(controller), "enter") { _, _ in enter() }
        Signal.plain(cast(controller), "leave", leave)
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Runs the handler when the focus enters the widget or anything in it (true), and when it leaves (false).
    public final func onFocusChange(_ handler: @escaping @MainActor (_ contains: Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        Signal.plain(cast(controller), "enter") { handler(true) }
        Signal.plain(cast(controller), "leave") { handler(false) }
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Runs the handler once: for a window that was shown, when it is destroyed; for any other widget when neither
    /// its parent nor a handle holds it any more.
    /// - Returns: the connection, for removing the handler. It holds the widget.
    @discardableResult
    public final func onDestroy(_ handler: @escaping @MainActor () -> Void) -> Connection {
        let once = Once(handler)
        var handlers = [Signal.plain(pointer, "destroy") { once.run() }]
        // A destroyed window gets "destroy" only when the last handle on it is released, but is unrealized at once.
        if gtkkit_is_a(pointer.raw, "GtkWindow").isTrue {
            handlers.append(Signal.plain(pointer, "unrealize") { once.run() })
        }
        return Connection(reference, handlers)
    }

    /// Calls an action as found from this widget, such as `win.find`; returns whether the action exists.
    @discardableResult
    public final func activateAction(_ name: String, _ target: String? = nil) -> Bool {
        gtk_widget_activate_action_variant(widget, name, target.map { g_variant_new_string($0) }).isTrue
    }

    /// Makes the actions callable as `prefix.name` from this widget and everything in it.
    public final func insert(_ actions: ActionGroup, prefix: String) {
        gtk_widget_insert_action_group(widget, prefix, actions.pointer)
    }
}

/// A closure that runs once and is then released.
@MainActor
final class Once {
    private var body: (@MainActor () -> Void)?

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    func run() {
        let body = body
        self.body = nil
        body?()
    }
}
