internal import CGtk

extension Widget {
    /// Calls the handler with the speed in pixels a second when the widget was swiped; plain clicks are left out. True
    /// means the swipe is used up; after false a widget around this one may use it.
    public final func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        guard let gesture = gtk_gesture_swipe_new() else { return }
        // A button inside would take the whole gesture.
        gtk_event_controller_set_propagation_phase(cast(gesture), GTK_PHASE_CAPTURE)
        Signal.point(cast(gesture), "swipe") { x, y in
            guard max(abs(x), abs(y)) > 200, handler(x, y) else { return }
            // The widget under the pointer is not clicked as well.
            gtk_gesture_set_state(cast(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget, cast(gesture))
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

    /// Runs the handler on a long press, which is then not a click too; where `isTouchOnly`, of a finger and not of the
    /// left button.
    public final func onLongPress(
        isTouchOnly: Bool = true, _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(cast(gesture), isTouchOnly.g)
        Signal.point(cast(gesture), "pressed") { x, y in
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            handler(x, y)
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }

    /// Calls the handler when a wheel turns or two fingers scroll up or down over the widget; true means it is used up.
    /// - Parameter handler: gets the clicks of the wheel, more than 0 towards the user (40 pixels of a touchpad are
    ///   one click), and the position of the pointer in the widget.
    public final func onScroll(_ handler: @escaping @MainActor (_ clicks: Double, _ x: Double, _ y: Double) -> Bool) {
        guard let motion = gtk_event_controller_motion_new(),
            let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
        else { return }
        var pointer = (x: 0.0, y: 0.0)
        for signal in ["motion", "enter"] { Signal.point(cast(motion), signal) { pointer = ($0, $1) } }
        Signal.scroll(cast(controller), "scroll") { _, y in
            let isPixels = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE
            return handler(isPixels ? y / 40 : y, pointer.x, pointer.y)
        }
        gtk_widget_add_controller(widget, cast(motion))
        gtk_widget_add_controller(widget, cast(controller))
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
        Signal.pointer(cast(gesture), "begin") { _ in begin() }
        Signal.number(cast(gesture), "scale-changed") { factor in
            var center = (x: 0.0, y: 0.0)
            gtk_gesture_get_bounding_box_center(gesture, &center.x, &center.y)
            update(factor, center.x, center.y)
        }
        gtk_widget_add_controller(widget, cast(gesture))
    }
}
