internal import CGtk
internal import CGtkShim

/// A drawing, static or animated. It ignores the pointer and the focus and has no accessible role.
public final class Canvas: Widget {
    /// Draws the canvas at a time of the animation, in seconds.
    public typealias Drawing = @MainActor (_ pen: Pen, _ seconds: Double) -> Void

    /// - Parameters:
    ///   - width: the natural width in pixels.
    ///   - height: the height in pixels.
    ///   - leastWidth: the minimum width in pixels.
    public init(width: Int, height: Int, leastWidth: Int = 1) {
        let layout = FixedLayout(width: width, height: height, leastWidth: leastWidth)
        super.init(
            handle: layout.makeContainer(
                DrawnBox.make(role: .presentation) { CanvasTicker.of($0.widget)?.draw(on: $0) }))
        canTarget = false
        canFocus = false
        _ = CanvasTicker(widget: widget)
    }

    private var ticker: CanvasTicker? { .of(widget) }

    /// The drawing. Its pen has the text color of the canvas.
    public var drawing: Drawing? {
        get { ticker?.drawing }
        set {
            ticker?.drawing = newValue
            queueDraw()
        }
    }

    /// Whether the animation runs, at 30 frames per second. It pauses while the canvas is not visible, its window is
    /// inactive or blocked by a dialog, or animations are disabled.
    public var isAnimated: Bool {
        get { ticker?.isWanted ?? false }
        set { ticker?.isWanted = newValue }
    }

    /// The time of the animation in seconds.
    public var seconds: Double { ticker?.seconds ?? 0 }

    /// Whether a frame callback is active.
    public var isTicking: Bool { ticker?.isTicking ?? false }
}

private final class CanvasTicker: Ticker {
    var drawing: Canvas.Drawing?
    private(set) var seconds = 0.0
    private var undrawn = 0.0

    // Slightly less than 1/30 second, to draw every second frame at 60 Hz.
    private static let pause = 0.03
    /// Limits the step after the process was suspended.
    private static let maxStep = 0.1

    override var needsAttention: Bool { true }

    override func ticked(_ seconds: Double) {
        undrawn += min(seconds, Self.maxStep)
        guard undrawn >= Self.pause else { return }
        self.seconds += undrawn
        undrawn = 0
        gtk_widget_queue_draw(widget)
    }

    func draw(on snapshot: Snapshot) {
        let (width, height) = (snapshot.width, snapshot.height)
        guard let drawing, width > 0, height > 0 else { return }
        var whole = snapshot.rectangle(0, 0, width, height)
        guard let cairo = gtk_snapshot_append_cairo(snapshot.pointer, &whole) else { return }
        defer { cairo_destroy(cairo) }
        let color = textColor(of: snapshot.widget)
        drawing(Pen(cairo: cairo, color: color, width: width, height: height), seconds)
    }
}

/// A box drawn with GSK nodes; use ``Canvas`` for paths.
public final class DrawnBox: Widget, BuiltWidget, Container {
    /// Draws the current state of the box.
    public typealias Draw = @MainActor (Snapshot) -> Void

    /// A box that retains its draw function.
    public convenience init(role: Role, _ draw: @escaping Draw) { self.init(handle: Self.make(role: role, draw)) }

    /// A box with a layout for its children, which the closure draws with ``Snapshot/drawChildren()``.
    public convenience init(role: Role, layout: ChildLayout, _ draw: @escaping Draw) {
        self.init(handle: layout.makeContainer(Self.make(role: role, draw)))
    }

    static func make(role: Role, _ draw: @escaping Draw) -> WidgetHandle {
        let caller: GtkKitDraw = { widget, snapshot, data in
            nonisolated(unsafe) let (widget, snapshot, data) = (widget, snapshot, data)
            MainActor.assumeIsolated {
                guard let widget, let snapshot else { return }
                CallbackBox<Draw>.body(data)?(Snapshot(widget: widget, pointer: cast(snapshot)))
            }
        }
        return WidgetHandle(gtkkit_drawn_new(role.gtk, caller, CallbackBox(draw).retained(), freeBox))
    }
}
