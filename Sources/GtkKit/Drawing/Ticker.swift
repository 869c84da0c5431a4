internal import CGtk

/// Calls back before each frame while `isWanted`, the widget is visible, and animations are enabled; otherwise no code
/// runs.
///
/// The widget retains it; it does not retain the widget.
@MainActor
class Ticker {
    /// Called before a frame with the seconds since the previous one, 0 for the first.
    func ticked(_ seconds: Double) {}
    /// Called when ticks stop while they are wanted.
    func interrupted() {}
    final var isWanted = false {
        didSet { if isWanted != oldValue { update() } }
    }

    final let widget: WidgetPointer
    private var callback: guint = 0
    private var lastTime: gint64?
    /// Connections while the widget is mapped.
    private var connections: [Connection] = []

    init(widget: WidgetPointer) {
        self.widget = widget
        GtkObject.attach(self, on: cast(widget), as: "ticker")
        Signal.connect(cast(widget), "map") { [weak self] in self?.mapped() }
        Signal.connect(cast(widget), "unmap") { [weak self] in self?.unmapped() }
    }

    static func of(_ widget: WidgetPointer) -> Self? { GtkObject.attached(on: cast(widget), as: "ticker", Self.self) }

    final var isTicking: Bool { callback != 0 }

    private var isAllowed: Bool {
        gtk_widget_get_mapped(widget).isTrue && Desktop.animationsEnabled
    }

    private func update() {
        guard isWanted, isAllowed else { return stop() }
        guard callback == 0 else { return }
        lastTime = nil
        let tick: @MainActor () -> Void = { [weak self] in self?.tick() }
        let caller: GtkTickCallback = { _, _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 1
        }
        callback = gtk_widget_add_tick_callback(widget, caller, CallbackBox(tick).retained(), freeBox)
    }

    private func stop() {
        guard callback != 0 else { return }
        gtk_widget_remove_tick_callback(widget, callback)
        callback = 0
        if isWanted { interrupted() }
    }

    private func tick() {
        // The first tick may precede the layout that scrolls the widget into view.
        guard lastTime == nil || isInView else { return stop() }
        let time = gtk_widget_get_frame_clock(widget).map { gdk_frame_clock_get_frame_time($0) } ?? 0
        let seconds = Double(time - (lastTime ?? time)) / 1_000_000
        lastTime = time
        ticked(seconds)
    }

    private func mapped() {
        if let settings = Desktop.settings {
            listen(to: settings, "notify::gtk-enable-animations")
        }
        // Scrolling restarts the ticks; the second tick of a widget that is not in view stops them.
        if let scroll = view, let adjustment = gtk_scrolled_window_get_vadjustment(cast(scroll)) {
            for signal in ["value-changed", "changed"] { listen(to: cast(adjustment), signal) }
        }
        update()
    }

    private func unmapped() {
        for connection in connections { connection.disconnect() }
        connections = []
        update()
    }

    private func listen(to object: OpaquePointer, _ signal: String) {
        let handler = Signal.connect(object, signal) { [weak self] in self?.update() }
        connections.append(Connection(.retaining(object), [handler]))
    }

    private var view: WidgetPointer? { gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()) }

    private var isInView: Bool {
        guard let view else { return true }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, view, &bounds).isTrue else { return true }
        let bottom = Double(bounds.origin.y + bounds.size.height)
        return bottom > 0 && Double(bounds.origin.y) < Double(gtk_widget_get_height(view))
    }
}
