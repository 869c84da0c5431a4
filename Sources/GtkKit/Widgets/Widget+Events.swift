internal import CGtk
internal import CGtkShim

extension Widget {
    /// When a handler is called: before the widget inside that has the focus, or after that did not use the event.
    public enum EventPhase {
        case capture
        case bubble
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
        Signal.answer(controller, "key-pressed") { (value: Int, _: Int, modifiers: Int) in
            let modifiers = guint(modifiers)
            return handler(
                Key(
                    borrowedText(gdk_keyval_name(guint(value))) ?? "",
                    control: modifiers & GDK_CONTROL_MASK.rawValue != 0,
                    shift: modifiers & GDK_SHIFT_MASK.rawValue != 0,
                    alt: modifiers & GDK_ALT_MASK.rawValue != 0))
        }
        add(controller, phase)
    }

    /// Adds a controller, which belongs to the widget from now on.
    final func add(_ controller: OpaquePointer, _ phase: EventPhase = .bubble) {
        if phase == .capture { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
        gtk_widget_add_controller(widget, controller)
    }

    /// Adds a gesture for clicks with one of the pointer's buttons, with a handler of its `pressed` or `released`.
    private func addClick(
        button: Int = 1, _ signal: String,
        _ handler: @escaping @MainActor (_ gesture: OpaquePointer, _ count: Int, _ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, guint(clamping: button))
        Signal.connect(gesture, signal) { (count: Int, x: Double, y: Double) in handler(gesture, count, x, y) }
        add(gesture)
    }

    /// Whether the keyboard is in a popover of the widget, which is a separate window.
    public final var isPopoverFocused: Bool {
        guard let focus = windowFocus(of: widget) else { return false }
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
        addShortcut(keys, scope: scope, phase: .bubble) {
            handler()
            return true
        }
    }

    /// - Parameter handler: returns whether the keys are used up.
    final func addShortcut(
        _ keys: String, scope: ShortcutScope, phase: EventPhase, _ handler: @escaping @MainActor () -> Bool
    ) {
        guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { return }
        let callback: GtkShortcutFunc = { _, _, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated { CallbackBox<@MainActor () -> Bool>.body(data)?() ?? false }.g
        }
        let action = gtk_callback_action_new(callback, CallbackBox(handler).retained(), freeBox)
        guard let controller = gtk_shortcut_controller_new() else { return }
        gtk_shortcut_controller_set_scope(cast(controller), GtkShortcutScope(rawValue: scope.rawValue))
        gtk_shortcut_controller_add_shortcut(cast(controller), gtk_shortcut_new(trigger, action))
        add(controller, phase)
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
            guard let focus = windowFocus(of: widget),
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
        addClick(button: button, "pressed") { gesture, pressed, x, y in
            guard pressed == count else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(x, y)
        }
    }

    /// Calls the handler when the left button goes down with neither Control nor Shift pressed; true means that the
    /// click is used up.
    final func onPress(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        addClick("pressed") { gesture, _, x, y in
            guard heldKeys(gesture) == (false, false), handler(x, y) else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }

    /// Runs the handler when the left button went down and up once on the widget with neither Control nor Shift
    /// pressed, and lets the widgets around it handle the click too.
    public final func onTap(_ handler: @escaping @MainActor () -> Void) {
        addClick("released") { gesture, pressed, _, _ in
            if pressed == 1, heldKeys(gesture) == (false, false) { handler() }
        }
    }

    /// Runs the handlers when the left button goes down on the widget, and when it goes up again on it.
    final func onClick(
        pressed: @escaping @MainActor () -> Void,
        released: @escaping @MainActor (_ control: Bool, _ shift: Bool) -> Void
    ) {
        addClick("pressed") { _, _, _, _ in pressed() }
        addClick("released") { gesture, _, _, _ in
            let held = heldKeys(gesture)
            released(held.control, held.shift)
        }
    }

    /// Runs the handlers when the pointer enters the widget and when it leaves.
    public final func onHover(enter: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_motion_new() else { return }
        Signal.connect(controller, "enter", enter)
        Signal.connect(controller, "leave", leave)
        add(controller)
    }

    /// Runs the handler when the focus enters the widget or anything in it (true), and when it leaves (false).
    public final func onFocusChange(_ handler: @escaping @MainActor (_ contains: Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        Signal.connect(controller, "enter") { handler(true) }
        Signal.connect(controller, "leave") { handler(false) }
        add(controller)
    }

    /// Runs the handler once: for a window that was shown, when it is destroyed; for any other widget when neither
    /// its parent nor a handle holds it any more.
    /// - Returns: the connection, for removing the handler. It holds the widget.
    @discardableResult
    public final func onDestroy(_ handler: @escaping @MainActor () -> Void) -> Connection {
        let once = Once(handler)
        var handlers = [Signal.connect(pointer, "destroy") { once.run() }]
        // A destroyed window gets "destroy" only when the last handle on it is released, but is unrealized at once.
        if gtkkit_is_a(pointer.raw, "GtkWindow").isTrue {
            handlers.append(Signal.connect(pointer, "unrealize") { once.run() })
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

extension Widget {
    /// Calls the handler with the speed in pixels a second when the widget was swiped; plain clicks are left out. True
    /// means the swipe is used up; after false a widget around this one may use it.
    public final func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        guard let gesture = gtk_gesture_swipe_new() else { return }
        Signal.connect(gesture, "swipe") { (x: Double, y: Double) in
            guard max(abs(x), abs(y)) > 200, handler(x, y) else { return }
            // The widget under the pointer is not clicked as well.
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        // A button inside would take the whole gesture.
        add(gesture, .capture)
    }

    /// Reports the movement of the pointer while its left button is down.
    /// - Parameters:
    ///   - phase: whether it is reported before the widgets inside, or after them.
    ///   - begin: returns whether to use a drag from this place, inside the widget; after false others may use it.
    ///   - update: gets the distance of the pointer from there; true takes the drag away from all others.
    ///   - end: gets the final distance.
    public final func onDrag(
        phase: EventPhase = .bubble, begin: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        update: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        end: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let drag = gtk_gesture_drag_new() else { return }
        Signal.connect(drag, "drag-begin") { (x: Double, y: Double) in
            if !begin(x, y) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED) }
        }
        Signal.connect(drag, "drag-update") { (x: Double, y: Double) in
            if update(x, y) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        Signal.connect(drag, "drag-end", end)
        add(drag, phase)
    }

    /// Runs the handler on a long press, which is then not a click too; where `isTouchOnly`, of a finger and not of the
    /// left button.
    public final func onLongPress(
        isTouchOnly: Bool = true, _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(gesture, isTouchOnly.g)
        Signal.connect(gesture, "pressed") { (x: Double, y: Double) in
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(x, y)
        }
        add(gesture)
    }

    /// Calls the handler when a wheel turns or two fingers scroll up or down over the widget; true means it is used up.
    /// - Parameter handler: gets the clicks of the wheel, more than 0 towards the user (40 pixels of a touchpad are
    ///   one click), and the position of the pointer in the widget.
    public final func onScroll(_ handler: @escaping @MainActor (_ clicks: Double, _ x: Double, _ y: Double) -> Bool) {
        guard let motion = gtk_event_controller_motion_new(),
            let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
        else { return }
        var pointer = (x: 0.0, y: 0.0)
        for signal in ["motion", "enter"] {
            Signal.connect(motion, signal) { (x: Double, y: Double) in pointer = (x, y) }
        }
        Signal.answer(controller, "scroll") { (_: Double, y: Double) in
            let isPixels = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE
            return handler(isPixels ? y / 40 : y, pointer.x, pointer.y)
        }
        add(motion)
        add(controller)
    }

    /// Reports a pinch of the widget with two fingers.
    /// - Parameters:
    ///   - begin: runs when two fingers touch it.
    ///   - update: gets the distance between them relative to the beginning, and the point in their middle.
    public final func onPinch(
        begin: @escaping @MainActor () -> Void,
        update: @escaping @MainActor (_ factor: Double, _ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_zoom_new() else { return }
        Signal.connect(gesture, "begin", begin)
        Signal.connect(gesture, "scale-changed") { (factor: Double) in
            var center = (x: 0.0, y: 0.0)
            gtk_gesture_get_bounding_box_center(gesture, &center.x, &center.y)
            update(factor, center.x, center.y)
        }
        add(gesture)
    }
}

/// Which keys are held during the gesture's current event.
@MainActor
private func heldKeys(_ gesture: OpaquePointer) -> (control: Bool, shift: Bool) {
    let held = gtk_event_controller_get_current_event_state(gesture).rawValue
    return (held & GDK_CONTROL_MASK.rawValue != 0, held & GDK_SHIFT_MASK.rawValue != 0)
}

/// A key that was pressed.
public struct Key: Equatable, Sendable {
    /// GDK's name of the key: `Escape`, `Return`, `a`, `A`, `Down`.
    public let name: String
    public let control: Bool
    public let shift: Bool
    public let alt: Bool

    public init(_ name: String, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        (self.name, self.control, self.shift, self.alt) = (name, control, shift, alt)
    }
}
