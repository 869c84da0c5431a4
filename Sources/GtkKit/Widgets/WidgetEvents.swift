internal import CGtk
internal import CGtkShim

/// A key that was pressed.
public struct Key: Equatable, Sendable {
    /// GDK's name of the key: `Escape`, `Return`, `a`, `A`, `Down`.
    public let name: String
    /// Whether Control was down.
    public let control: Bool
    /// Whether Shift was down.
    public let shift: Bool
    /// Whether Alt was down.
    public let alt: Bool

    /// A key by its GDK name.
    public init(_ name: String, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        (self.name, self.control, self.shift, self.alt) = (name, control, shift, alt)
    }
}

extension Widget {
    /// When a handler is asked: before the widget inside that has the focus, or after it did not want it.
    public enum EventPhase {
        /// Before the widgets inside.
        case capture
        /// After them.
        case bubble

        var gtk: GtkPropagationPhase { self == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
    }

    /// From where a shortcut is reached.
    public enum ShortcutScope: UInt32 {
        /// While the focus is in the widget.
        case local = 0
        /// Wherever the focus is, after the window's own shortcuts.
        case managed = 1
        /// Wherever in the window the focus is.
        case global = 2
    }

    /// Asks the handler about each key pressed while the focus is in the widget; true means the key is used up.
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

    /// Whether the keyboard is in something that has popped up from the widget, which is a window of its own.
    public final var isPopoverFocused: Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
        return gtk_widget_get_native(focus) != gtk_widget_get_native(widget)
    }

    /// Lets Tab and Shift-Tab leave a list in one step; GTK 4.8 goes from row to row.
    final func tabLeaves() {
        onKey(phase: .capture) { [widget] key in
            let isBack = key.name == "ISO_Left_Tab" || (key.name == "Tab" && key.shift)
            // A menu that is open is a window of its own.
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
    ///   - phase: when the handler is asked, or nil for GTK's own choice.
    ///   - handler: says whether the keys are used up.
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

    /// Runs the handler where the keys are pressed in an entry that has nothing to undo: GTK's entries use the keys up
    /// even then. An entry that has something undoes it, and the handler does not run.
    public final func onNothingToUndo(_ keys: String, _ handler: @escaping @MainActor () -> Void) {
        addShortcut(keys, scope: .local, phase: .capture) { [widget] in
            guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
                gtkkit_is_a(UnsafeMutableRawPointer(focus), "GtkText").isTrue
            else { return false }
            let before = borrowedText(gtk_editable_get_text(cast(focus)))
            gtk_widget_activate_action_variant(focus, "text.undo", nil)
            if borrowedText(gtk_editable_get_text(cast(focus))) == before { handler() }
            return true
        }
    }

    /// Runs the handler when the pointer's button (1 left, 2 middle, 3 right) goes down for the count-th time in
    /// quick succession, with the place inside the widget.
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

    /// Runs the handler when the left button went down and up once on the widget with neither Control nor Shift held,
    /// and lets those around it have the click too.
    public final func onTap(_ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(cast(gesture), 1)
        Signal.press(cast(gesture), "released") { pressed, _, _ in
            let held = gtk_event_controller_get_current_event_state(gesture).rawValue
            if pressed == 1, held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0 { handler() }
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handler when the pointer or the keyboard focus came to the widget's parent or left it. The pointer stays
    /// in the parent while it goes from one child to the next; GTK's state for it is off and on again then.
    public final func onParentTouched(_ handler: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        guard let parent = gtk_widget_get_parent(widget), let motion = gtk_event_controller_motion_new() else { return }
        let tell: @MainActor () -> Void = {
            let isFocused = gtk_widget_get_state_flags(parent).rawValue & GTK_STATE_FLAG_FOCUSED.rawValue != 0
            handler(isFocused || gtk_event_controller_motion_contains_pointer(cast(motion)).isTrue)
        }
        Signal.notify(cast(motion), "contains-pointer", tell)
        Signal.position(cast(parent), "state-flags-changed") { _ in tell() }
        gtk_widget_add_controller(parent, cast(motion))
    }

    /// Runs the handlers when the pointer comes into the widget and when it leaves.
    public final func onHover(enter: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_motion_new() else { return }
        Signal.point(cast(controller), "enter") { _, _ in enter() }
        Signal.plain(cast(controller), "leave", leave)
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Runs the handler when the focus comes into the widget or anything in it (true), and when it leaves (false).
    public final func onFocusChange(_ handler: @escaping @MainActor (_ contains: Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        Signal.plain(cast(controller), "enter") { handler(true) }
        Signal.plain(cast(controller), "leave") { handler(false) }
        gtk_widget_add_controller(widget, cast(controller))
    }

    /// Asks the handler with the speed in pixels a second when the widget was swiped; plain clicks are left out. True
    /// means the swipe is used up; on false what is around the widget may have it.
    public final func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        guard let gesture = gtk_gesture_swipe_new() else { return }
        // A button inside would have the whole gesture to itself.
        gtk_event_controller_set_propagation_phase(cast(gesture), GTK_PHASE_CAPTURE)
        Signal.point(cast(gesture), "swipe") { x, y in
            guard max(abs(x), abs(y)) > 200, handler(x, y) else { return }
            // What is under the pointer is not clicked as well.
            gtk_gesture_set_state(cast(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Tells of the pointer's way while its left button is held.
    /// - Parameters:
    ///   - phase: whether it is told before the widgets inside, or after them.
    ///   - begin: says whether a drag from this place, inside the widget, is wanted; on false others may have it.
    ///   - update: gets how far the pointer is from there; true takes the drag away from all others.
    ///   - end: gets how far it went.
    public final func onDrag(
        phase: EventPhase = .bubble, begin: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        update: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        end: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_drag_new() else { return }
        gtk_event_controller_set_propagation_phase(cast(gesture), phase.gtk)
        let drag: OpaquePointer = cast(gesture)
        Signal.point(drag, "drag-begin") { x, y in
            if !begin(x, y) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED) }
        }
        Signal.point(drag, "drag-update") { x, y in
            if update(x, y) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        Signal.point(drag, "drag-end") { x, y in end(x, y) }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handler when a finger stays on the widget.
    public final func onLongPress(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(cast(gesture), 1)
        Signal.point(cast(gesture), "pressed", handler)
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Runs the handler once: for a window that was shown, when it is destroyed; for any other widget when nobody holds
    /// it any more, neither its parent nor a handle.
    /// - Returns: what ends that. It holds the widget.
    @discardableResult
    public final func onDestroy(_ handler: @escaping @MainActor () -> Void) -> Connection {
        let once = Once(handler)
        var handlers = [Signal.plain(pointer, "destroy") { once.run() }]
        // A destroyed window is told "destroy" only when the last handle on it goes, but is unrealized at once.
        if gtkkit_is_a(pointer.raw, "GtkWindow").isTrue {
            handlers.append(Signal.plain(pointer, "unrealize") { once.run() })
        }
        return Connection(reference, handlers)
    }

    /// Calls an action as found from this widget, such as `win.find`; returns whether there is one.
    @discardableResult
    public final func activateAction(_ name: String, _ target: String? = nil) -> Bool {
        gtk_widget_activate_action_variant(widget, name, target.map { g_variant_new_string($0) }).isTrue
    }

    /// Makes the actions callable as `prefix.name` from this widget and everything in it.
    public final func insert(_ actions: ActionGroup, prefix: String) {
        gtk_widget_insert_action_group(widget, prefix, actions.pointer)
    }
}

/// A closure that runs once and is then let go.
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
