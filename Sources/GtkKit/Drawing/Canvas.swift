internal import CGtk
internal import CGtkShim

/// A widget drawn in Swift, static or animated. Assistive programs ignore it, and so do clicks and the keyboard.
public final class Canvas: Widget {
    /// Draws the canvas as it looks at a time in its animation, in seconds.
    public typealias Drawing = @MainActor (_ pen: Pen, _ seconds: Double) -> Void

    /// An empty canvas with a natural size in pixels and a least width.
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

    /// The drawing, in the color of the canvas's style; nil leaves the canvas empty.
    public var drawing: Drawing? {
        get { ticker?.drawing }
        set {
            ticker?.drawing = newValue
            queueDraw()
        }
    }

    /// Whether the animation runs, at 30 frames a second. It pauses while the canvas is out of sight, its window is
    /// inactive or under a dialog, or the desktop has animations off, and then no code runs.
    public var isAnimated: Bool {
        get { ticker?.isWanted ?? false }
        set { ticker?.isWanted = newValue }
    }

    /// How long the animation has run, in seconds.
    public var seconds: Double { ticker?.seconds ?? 0 }

    /// Whether code runs for every frame now.
    public var isTicking: Bool { ticker?.isTicking ?? false }
}

private final class CanvasTicker: Ticker {
    var drawing: Canvas.Drawing?
    private(set) var seconds = 0.0
    private var undrawn = 0.0

    // A little less than a thirtieth, so that every second frame of a screen with 60 is drawn.
    private static let pause = 0.03
    /// After a longer pause than this, for example when the program was stopped, the picture does not jump.
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

/// A box drawn in Swift with what the graphics card can combine; `Canvas` is for lines and shapes.
public final class DrawnBox: Widget, BuiltWidget, Container {
    /// Draws the box as it looks now.
    public typealias Draw = @MainActor (Snapshot) -> Void

    /// A box that keeps the closure and calls it to draw itself.
    public convenience init(role: Role, _ draw: @escaping Draw) { self.init(handle: Self.make(role: role, draw)) }

    /// A box that is measured by a layout, which also places its children; the closure draws it, and its children with
    /// ``Snapshot/drawChildren()``.
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
