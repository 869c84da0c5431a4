internal import CGtk
internal import CGtkShim

extension Widget {
    /// When a handler is called: before the focused child, or after it ignored the event.
    public enum EventPhase {
        case capture
        case bubble
    }

    /// Where a shortcut works.
    public enum ShortcutScope: UInt32 {
        /// While the focus is in the widget.
        case local = 0
        /// Anywhere in the window, after the window's own shortcuts.
        case managed = 1
        /// Anywhere in the window.
        case global = 2
    }

    /// Calls the handler for each key pressed while the focus is in the widget. Return true to consume the key.
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

    /// Adds a controller and transfers its ownership.
    final func add(_ controller: OpaquePointer, _ phase: EventPhase = .bubble) {
        if phase == .capture { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
        gtk_widget_add_controller(widget, controller)
    }

    private func addClick(
        button: Int = 1, _ signal: String, released: (@MainActor () -> Void)? = nil,
        _ handler: @escaping @MainActor (_ gesture: OpaquePointer, _ count: Int, _ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, guint(clamping: button))
        Signal.connect(gesture, signal) { (count: Int, x: Double, y: Double) in handler(gesture, count, x, y) }
        if let released { Signal.connect(gesture, "released") { (_: Int, _: Double, _: Double) in released() } }
        add(gesture)
    }

    /// Whether the focus is in a popover of the widget.
    public final var isPopoverFocused: Bool {
        guard let focus = windowFocus(of: widget) else { return false }
        return gtk_widget_get_native(focus) != gtk_widget_get_native(widget)
    }

    /// Makes Tab and Shift-Tab leave a list or another container in one step; in GTK 4.8 they move by rows.
    public final func tabLeaves() {
        onKey(phase: .capture) { [widget] key in
            let isBack = key.name == "ISO_Left_Tab" || (key.name == "Tab" && key.shift)
            // Popovers are native surfaces.
            guard isBack || key.name == "Tab", !key.control, !key.alt, let focus = windowFocus(of: widget),
                gtk_widget_get_native(focus) == gtk_widget_get_native(widget)
            else { return false }
            return moveFocus(outOf: widget, isBack ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
        }
    }

    /// Runs the handler for a shortcut such as `<Control>f` or `Menu|<Shift>F10`.
    public final func addShortcut(
        _ keys: String, scope: ShortcutScope = .local, _ handler: @escaping @MainActor () -> Void
    ) {
        addShortcut(keys, scope: scope, phase: .bubble) {
            handler()
            return true
        }
    }

    /// - Parameter handler: returns true to consume the keys.
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

    /// Runs the handler if the shortcut is pressed in an entry that has nothing to undo. GTK's entries consume the keys
    /// either way.
    public final func onUndoUnavailable(_ keys: String, _ handler: @escaping @MainActor () -> Void) {
        onUnavailable("text.undo", keys, handler)
    }

    /// Runs the handler if the shortcut is pressed in an entry that has nothing to redo.
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

    /// Runs the handler when a pointer button (1 left, 2 middle, 3 right) is pressed for the `count`-th time in quick
    /// succession.
    public final func onClick(
        button: Int = 1, count: Int = 1, _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        addClick(button: button, "pressed") { gesture, pressed, x, y in
            guard pressed == count else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(x, y)
        }
    }

    /// Calls the handler when the left button is pressed without Control or Shift. Return true to consume the click.
    /// - Parameter released: called when the button is released and nothing was dragged.
    final func onPress(
        _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool, released: @escaping @MainActor () -> Void
    ) {
        addClick("pressed", released: released) { gesture, _, x, y in
            guard modifiers(gesture) == (false, false), handler(x, y) else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }

    /// Runs the handler after a single left click without Control or Shift, which ancestors get, too.
    public final func onTap(_ handler: @escaping @MainActor () -> Void) {
        addClick("released") { gesture, pressed, _, _ in
            if pressed == 1, modifiers(gesture) == (false, false) { handler() }
        }
    }

    /// Runs the handlers when the left button is pressed, and when it is released.
    final func onClick(
        pressed: @escaping @MainActor (PointerPress) -> Void,
        released: @escaping @MainActor (_ control: Bool, _ shift: Bool) -> Void
    ) {
        addClick("pressed") { gesture, _, _, _ in
            let event = gtk_event_controller_get_current_event(gesture)
            var (x, y) = (0.0, 0.0)
            gdk_event_get_position(event, &x, &y)
            pressed(PointerPress(time: Int(gdk_event_get_time(event)), x: x, y: y))
        }
        addClick("released") { gesture, _, _, _ in
            let held = modifiers(gesture)
            released(held.control, held.shift)
        }
    }

    /// Runs the handlers when the pointer enters and leaves the widget.
    public final func onHover(enter: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_motion_new() else { return }
        Signal.connect(controller, "enter", enter)
        Signal.connect(controller, "leave", leave)
        add(controller)
    }

    /// Runs the handler when the focus enters (true) or leaves (false) the widget and its descendants.
    public final func onFocusChange(_ handler: @escaping @MainActor (_ contains: Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        Signal.connect(controller, "enter") { handler(true) }
        Signal.connect(controller, "leave") { handler(false) }
        add(controller)
    }

    /// Runs the handler once: for a window when it is destroyed, for any other widget when its last reference is
    /// released.
    /// - Returns: the connection, which retains the widget.
    @discardableResult
    public final func onDestroy(_ handler: @escaping @MainActor () -> Void) -> Connection {
        var pending: (@MainActor () -> Void)? = handler
        let once: @MainActor () -> Void = {
            let handler = pending
            pending = nil
            handler?()
        }
        var handlers = [Signal.connect(pointer, "destroy", once)]
        // A window emits "destroy" only when its last reference is released, but is unrealized at once.
        if gtkkit_is_a(pointer.raw, "GtkWindow").isTrue {
            handlers.append(Signal.connect(pointer, "unrealize", once))
        }
        return Connection(reference, handlers)
    }

    /// Activates an action, such as `win.find`, and returns whether it exists.
    @discardableResult
    public final func activateAction(_ name: String, _ target: String? = nil) -> Bool {
        gtk_widget_activate_action_variant(widget, name, target.map { g_variant_new_string($0) }).isTrue
    }

    /// Makes the actions available as `prefix.name` to the widget and its descendants.
    public final func insert(_ actions: ActionGroup, prefix: String) {
        gtk_widget_insert_action_group(widget, prefix, actions.pointer)
    }
}

/// Moves the focus, if it is in the widget, to the next or previous widget outside of it.
/// - Returns: whether another widget has the focus now.
@MainActor @discardableResult
func moveFocus(outOf widget: WidgetPointer, _ direction: GtkDirectionType) -> Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
        focus == widget || gtk_widget_is_ancestor(focus, widget).isTrue
    else { return false }
    let canFocus = gtk_widget_get_can_focus(widget)
    gtk_widget_set_can_focus(widget, 0)
    defer { gtk_widget_set_can_focus(widget, canFocus) }
    return gtk_widget_child_focus(cast(root), direction).isTrue
}

extension Widget {
    /// Calls the handler with the velocity of a swipe in pixels per second. Return true to consume it.
    public final func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        guard let gesture = gtk_gesture_swipe_new() else { return }
        Signal.connect(gesture, "swipe") { (x: Double, y: Double) in
            guard max(abs(x), abs(y)) > 200, handler(x, y) else { return }
            // Cancels the click of the widget under the pointer.
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        // A button in the widget would claim the gesture.
        add(gesture, .capture)
    }

    /// Reports drags with the left button.
    /// - Parameters:
    ///   - phase: when the widget gets the events.
    ///   - begin: gets the start position; returns false to ignore the drag.
    ///   - update: gets the distance from there; returns true to claim the drag.
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

    /// Runs the handler on a long press, which is then not a click; with `isTouchOnly`, only on a touch screen.
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

    /// Calls the handler when the user scrolls vertically. Return true to consume the event.
    /// - Parameter handler: gets the clicks of the wheel, positive towards the user (40 pixels of a touchpad count as a
    ///   click), and the position of the pointer.
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

    /// Reports pinch gestures.
    /// - Parameters:
    ///   - begin: called when two fingers touch the widget.
    ///   - update: gets the scale since the beginning, and the center.
    public final func onPinch(
        begin: @escaping @MainActor () -> Void,
        update: @escaping @MainActor (_ factor: Double, _ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_zoom_new() else { return }
        Signal.connect(gesture, "begin") {
            // It is neither a drag nor a scroll.
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            begin()
        }
        Signal.connect(gesture, "scale-changed") { (factor: Double) in
            var center = (x: 0.0, y: 0.0)
            gtk_gesture_get_bounding_box_center(gesture, &center.x, &center.y)
            update(factor, center.x, center.y)
        }
        add(gesture, .capture)
    }
}

/// The modifiers of the gesture's current event.
@MainActor
private func modifiers(_ gesture: OpaquePointer) -> (control: Bool, shift: Bool) {
    let held = gtk_event_controller_get_current_event_state(gesture).rawValue
    return (held & GDK_CONTROL_MASK.rawValue != 0, held & GDK_SHIFT_MASK.rawValue != 0)
}

/// A press of a pointer button: when, in milliseconds, and where in the window.
struct PointerPress {
    let time: Int
    let x: Double
    let y: Double

    /// True if this is the second press of a double click.
    @MainActor
    func isSecond(after first: PointerPress) -> Bool {
        let settings = Desktop.settings
        let (limit, distance) = (
            settings?[property: "gtk-double-click-time"] ?? 400, settings?[property: "gtk-double-click-distance"] ?? 5
        )
        return 0...limit ~= time - first.time && max(abs(x - first.x), abs(y - first.y)) <= Double(distance)
    }
}

/// A key that was pressed.
public struct Key: Equatable, Sendable {
    /// The GDK name: `Escape`, `Return`, `a`, `A`, `Down`. Keys of the keypad have the names of the others.
    public let name: String
    public let control: Bool
    public let shift: Bool
    public let alt: Bool

    public init(_ name: String, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        let plain = name.hasPrefix("KP_") ? String(name.dropFirst(3)) : name
        self.name = Self.synonyms[plain] ?? plain
        self.control = control
        self.shift = shift
        self.alt = alt
    }

    private static let synonyms = [
        "Enter": "Return", "ISO_Enter": "Return", "Space": "space", "Prior": "Page_Up", "Next": "Page_Down",
        "Add": "plus", "Subtract": "minus",
    ]
}
