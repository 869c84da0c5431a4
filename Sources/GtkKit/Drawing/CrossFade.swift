internal import CGtk
internal import CGtkShim

/// A widget that can dissolve from its earlier look to its current one.
public final class CrossFade: Widget {
    private let fading: Fading

    /// The widget around a child; changes announced by `begin` take this many milliseconds.
    public init(child: Widget, milliseconds: Int = 500) {
        let fading = Fading(seconds: Double(max(1, milliseconds)) / 1000)
        self.fading = fading
        super.init(handle: DrawnBox.make(role: .group, fading.draw))
        child.hexpand = true
        child.vexpand = true
        gtk_box_append(cast(pointer), child.widget)
        fading.attach(to: widget)
    }

    /// Call it before a change: the current content dissolves into the new one. A dissolve that is under way continues
    /// and includes the change. Where the widget is not on the screen or the desktop has animations off, this has no
    /// effect and returns false. The child works as always meanwhile, by pointer and keyboard.
    @discardableResult
    public func begin() -> Bool { fading.begin(widget) }

    package var isFading: Bool { fading.isFading }
}

/// The state of a dissolve, separate from the handle, which may be released before the widget.
@MainActor
private final class Fading {
    private let duration: Double
    private var elapsed = 0.0
    private var before: GObjectRef?
    private weak var ticker: Ticker?

    init(seconds: Double) { duration = seconds }

    var isFading: Bool { before != nil }

    func attach(to widget: WidgetPointer) {
        let ticker = Ticker(widget: widget)
        self.ticker = ticker
        ticker.ticked = { [weak self] seconds in
            guard let self else { return }
            elapsed += seconds
            if elapsed >= duration { end() }
            gtk_widget_queue_draw(widget)
        }
        ticker.interrupted = { [weak self] in
            self?.end()
            gtk_widget_queue_draw(widget)
        }
    }

    func begin(_ widget: WidgetPointer) -> Bool {
        guard let ticker, !isFading else { return isFading }
        ticker.isWanted = true
        guard ticker.isTicking, let picture = Self.picture(of: widget) else {
            ticker.isWanted = false
            return false
        }
        elapsed = 0
        before = picture
        return true
    }

    private func end() {
        before = nil
        ticker?.isWanted = false
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

    /// The widget as it was last drawn.
    private static func picture(of widget: WidgetPointer) -> GObjectRef? {
        guard let live = gtk_widget_paintable_new(widget) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(live)) }
        return gdk_paintable_get_current_image(cast(live)).map { .adopting($0) }
    }
}
