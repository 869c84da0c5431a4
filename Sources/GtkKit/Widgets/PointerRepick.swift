internal import CGtk

/// Finds the widget under a pointer that does not move. GTK takes it off a widget that becomes insensitive and does
/// not put it back when the widget can be used again: the next click without a move would go to what is behind.
@MainActor
enum PointerRepick {
    /// Lets GTK look for the widget under the pointer again, which it does after it has placed the window's widgets.
    static func find(over widget: UnsafeMutablePointer<GtkWidget>) {
        guard gtk_widget_get_mapped(widget).isTrue, let root = gtk_widget_get_root(widget),
            let clock = gtk_widget_get_frame_clock(widget)
        else { return }
        gtk_widget_queue_allocate(cast(root))
        // The frame after that one looks for it, and only where it is requested to deliver events.
        FrameClock(clock).afterPaint { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_FLUSH_EVENTS) }
    }
}
