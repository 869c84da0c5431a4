internal import CGtk
internal import CGtkShim

/// A widget that dissolves from its previous content to the current one.
public final class CrossFade: Widget {
    /// A dissolve takes this many milliseconds.
    public init(child: Widget, milliseconds: Int = 500) {
        super.init(handle: DrawnBox.make(role: .group) { FadeTicker.of($0.widget)?.draw(on: $0) })
        child.hexpand = true
        child.vexpand = true
        gtk_box_append(cast(pointer), child.widget)
        FadeTicker(widget: widget).duration = Double(max(1, milliseconds)) / 1000
    }

    /// Starts a dissolve; call it before a change. A running dissolve includes the change. Returns false, without
    /// effect, if the widget is not on the screen or animations are disabled.
    @discardableResult
    public func begin() -> Bool { FadeTicker.of(widget)?.begin() ?? false }

    package var isFading: Bool { FadeTicker.of(widget)?.isFading ?? false }
}

private final class FadeTicker: Ticker {
    var duration = 0.0
    private var elapsed = 0.0
    private var before: GObjectRef?

    var isFading: Bool { before != nil }

    func begin() -> Bool {
        guard !isFading else { return true }
        isWanted = true
        guard isTicking, let picture = Self.picture(of: widget) else {
            isWanted = false
            return false
        }
        elapsed = 0
        before = picture
        return true
    }

    override func ticked(_ seconds: Double) {
        elapsed += seconds
        if elapsed >= duration { end() }
        gtk_widget_queue_draw(widget)
    }

    override func interrupted() {
        end()
        gtk_widget_queue_draw(widget)
    }

    private func end() {
        before = nil
        isWanted = false
    }

    func draw(on snapshot: Snapshot) {
        let (widget, snapshot) = (snapshot.widget, snapshot.pointer)
        guard let before else { return gtkkit_drawn_children(widget, snapshot) }
        let picture: OpaquePointer = before.pointer
        let progress = min(1, elapsed / duration)
        gtk_snapshot_push_cross_fade(snapshot, progress * progress * (3 - 2 * progress))
        gdk_paintable_snapshot(
            picture, snapshot, Double(gdk_paintable_get_intrinsic_width(picture)),
            Double(gdk_paintable_get_intrinsic_height(picture)))
        gtk_snapshot_pop(snapshot)
        gtkkit_drawn_children(widget, snapshot)
        gtk_snapshot_pop(snapshot)
    }

    /// The last frame of the widget.
    private static func picture(of widget: WidgetPointer) -> GObjectRef? {
        guard let live = gtk_widget_paintable_new(widget) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(live)) }
        return gdk_paintable_get_current_image(cast(live)).map { .adopting($0) }
    }
}
