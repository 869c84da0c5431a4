internal import CGtk
internal import CGtkShim

/// What the pointer takes hold of to make the list of a FoldBox wider or narrower: a strip over the line between list
/// and detail. It is dragged; a double click brings back the usual width.
@MainActor
final class FoldHandle {
    static let width = 9

    let widget: Widget
    private let layout: FoldLayout
    private var widthBefore: Int?

    init(layout: FoldLayout) {
        self.layout = layout
        let made = gtkkit_new_with_role(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION)
        widget = Widget(
            handle: WidgetHandle(made?.assumingMemoryBound(to: GtkWidget.self) ?? gtk_box_new(Self.across, 0)))
        gtk_widget_set_cursor_from_name(widget.widget, "col-resize")
    }

    private static var across: GtkOrientation { GTK_ORIENTATION_HORIZONTAL }

    /// The gesture belongs to the container: the handle moves with the pointer, and would not see it move.
    func connect(to container: Widget) {
        let layout = layout
        nonisolated(unsafe) let unowned = container.widget
        widget.onClick(count: 2) { Self.set(FoldLayout.usualListWidth, layout, unowned, isOver: true) }
        guard let gesture = gtk_gesture_drag_new() else { return }
        gtk_event_controller_set_propagation_phase(cast(gesture), GTK_PHASE_CAPTURE)
        nonisolated(unsafe) let drag: OpaquePointer = cast(gesture)
        Signal.point(drag, "drag-begin") { [weak self] x, _ in
            self?.widthBefore = layout.isHandle(at: x) ? layout.shownListWidth : nil
            if self?.widthBefore == nil { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED) }
        }
        Signal.point(drag, "drag-update") { [weak self] x, _ in
            guard let width = self?.widthBefore, abs(x) >= 1 else { return }
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            Self.set(width + Int(x), layout, unowned, isOver: false)
        }
        Signal.point(drag, "drag-end") { [weak self] x, _ in
            if let width = self?.widthBefore, abs(x) >= 1 { Self.set(width + Int(x), layout, unowned, isOver: true) }
            self?.widthBefore = nil
        }
        gtk_widget_add_controller(container.widget, cast(gesture))
    }

    /// Gives the list a width as far as it may have it; `isOver` tells of it.
    static func set(_ width: Int, _ layout: FoldLayout, _ container: WidgetPointer, isOver: Bool) {
        layout.listWidth = layout.allowed(width)
        gtk_widget_queue_resize(container)
        guard isOver else { return }
        for handler in layout.widthHandlers { handler(layout.listWidth) }
    }
}
