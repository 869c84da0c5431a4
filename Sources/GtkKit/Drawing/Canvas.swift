internal import CGtk
internal import CGtkShim

/// A drawing. It ignores the pointer and the focus and has no accessible role.
public final class Canvas: Widget {
    /// Draws with the pen, whose size is that of the widget.
    public typealias Drawing = @MainActor (_ pen: Pen) -> Void

    /// - Parameters:
    ///   - width: the natural width in pixels.
    ///   - height: the height in pixels.
    ///   - leastWidth: the minimum width in pixels.
    public init(width: Int, height: Int, leastWidth: Int = 1) {
        let layout = FixedLayout(width: width, height: height, leastWidth: leastWidth)
        let content = CanvasContent()
        self.content = content
        super.init(
            handle: layout.makeContainer(DrawnBox.make(role: .presentation) { Canvas.draw(content.drawing, on: $0) }))
        canTarget = false
        canFocus = false
    }

    private let content: CanvasContent

    /// The drawing. Its pen has the text color of the canvas.
    public var drawing: Drawing? {
        get { content.drawing }
        set {
            content.drawing = newValue
            queueDraw()
        }
    }

    private static func draw(_ drawing: Drawing?, on snapshot: Snapshot) {
        let (width, height) = (snapshot.width, snapshot.height)
        guard let drawing, width > 0, height > 0 else { return }
        var whole = snapshot.rectangle(0, 0, width, height)
        guard let cairo = gtk_snapshot_append_cairo(snapshot.pointer, &whole) else { return }
        defer { cairo_destroy(cairo) }
        drawing(Pen(cairo: cairo, color: GtkKit.textColor(of: snapshot.widget), width: width, height: height))
    }
}

/// What the GTK widget draws, which it retains.
@MainActor
private final class CanvasContent {
    var drawing: Canvas.Drawing?
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
