internal import CGtk
public import GtkKit
internal import Language

/// Shows a picture behind a square frame. Dragging and the arrow keys move the picture; scrolling, pinching, + and -
/// zoom; Home and 0 go back to the start. The frame is always full of picture.
public final class CropView: Widget {
    let canvas: CropCanvas

    /// A view of a picture, or of none yet.
    public init(picture: UprightPicture? = nil) {
        canvas = CropCanvas()
        super.init(handle: canvas.makeWidget())
        canvas.widget = widget
        keep(canvas, as: "crop")
        addClass("crop")
        focusable = true
        overflowHidden = true
        hexpand = true
        vexpand = true
        setSize(width: 200, height: 200)
        setAccessibleName(translated("Picture in a square frame"))
        setAccessibleDescription(
            translated("Arrow keys move the picture, plus and minus zoom, Home shows it as it was at first."))
        canvas.listen(to: self)
        self.picture = picture
    }

    /// The picture; a new one is shown as large as it goes in the frame.
    public var picture: UprightPicture? {
        get { canvas.picture }
        set { canvas.show(newValue) }
    }

    /// The part of the picture in the frame, in the picture's pixels.
    public var crop: CropRect {
        get { canvas.geometry.crop }
        set { canvas.change { $0.crop = newValue } }
    }

    /// How near the picture is: 0 shows as much as there is, 1 as little as makes sense.
    public var zoom: Double {
        get { canvas.geometry.zoom }
        set { canvas.change { $0.zoom = newValue } }
    }
    /// Whether the picture has enough pixels to zoom into.
    public var canZoom: Bool { canvas.geometry.canZoom }

    /// Shows the picture so many times larger.
    public func zoom(by factor: Double) { canvas.change { $0.zoom(by: factor) } }

    /// Shows the picture as it was at first.
    public func reset() { canvas.change { $0.reset() } }

    /// Runs the handler after each move and zoom, also the program's.
    public func onChanged(_ handler: @escaping @MainActor () -> Void) { canvas.handlers.append(handler) }
}

/// What the view shows and how it is drawn. The widget keeps it, not the handle.
@MainActor
final class CropCanvas {
    private static let margin = 24.0

    private(set) var geometry = CropGeometry(width: 1, height: 1)
    private(set) var picture: UprightPicture?
    var handlers: [@MainActor () -> Void] = []
    var isDragged = false
    var widget: WidgetPointer?
    private var texture: Texture?

    func makeWidget() -> WidgetHandle {
        DrawnBox.make(role: .image) { [weak self] _, snapshot in self?.draw(on: snapshot) }
    }

    func show(_ picture: UprightPicture?) {
        self.picture = picture
        texture = picture?.texture
        change { $0 = CropGeometry(width: picture?.width ?? 1, height: picture?.height ?? 1) }
    }

    func change(_ body: (inout CropGeometry) -> Void) {
        body(&geometry)
        if let widget { gtk_widget_queue_draw(widget) }
        for handler in handlers { handler() }
    }

    /// The frame in the widget's pixels.
    var frame: (x: Double, y: Double, side: Double) {
        guard let widget else { return (0, 0, 1) }
        let (width, height) = (Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
        let side = max(1, (min(width, height) - 2 * Self.margin).rounded(.down))
        return (((width - side) / 2).rounded(), ((height - side) / 2).rounded(), side)
    }
    /// The widget's pixels for one of the picture's.
    var scale: Double { frame.side / geometry.side }

    private func draw(on snapshot: OpaquePointer) {
        guard let widget, let picture, let texture else { return }
        let (frame, scale) = (frame, scale)
        let (width, height) = (Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
        let (left, top) = (frame.x - geometry.x * scale, frame.y - geometry.y * scale)
        var whole = rectangle(left, top, Double(picture.width) * scale, Double(picture.height) * scale)
        gtk_snapshot_append_texture(cast(snapshot), texture.pointer, &whole)
        let (right, bottom) = (frame.x + frame.side, frame.y + frame.side)
        for (x, y, width, height) in [
            (0, 0, width, frame.y), (0, bottom, width, height - bottom), (0, frame.y, frame.x, frame.side),
            (right, frame.y, width - right, frame.side),
        ] { fill(snapshot, x, y, width, height, white: 0, alpha: 0.6) }
        if isDragged {
            for third in [frame.side / 3, frame.side * 2 / 3] {
                fill(snapshot, frame.x + third, frame.y, 1, frame.side, white: 1, alpha: 0.4)
                fill(snapshot, frame.x, frame.y + third, frame.side, 1, white: 1, alpha: 0.4)
            }
        }
        // Lists show pictures round: the circle says what they will leave of it.
        border(snapshot, radius: frame.side / 2, alpha: 0.45, width: 1)
        border(snapshot, radius: 0, alpha: 1, width: 2)
    }

    private func border(_ snapshot: OpaquePointer, radius: Double, alpha: Double, width: Double) {
        var bounds = rectangle(frame.x, frame.y, frame.side, frame.side)
        var outline = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        let widths = [Float](repeating: Float(width), count: 4)
        let colors = [GdkRGBA](repeating: color(1, alpha), count: 4)
        gtk_snapshot_append_border(cast(snapshot), &outline, widths, colors)
    }

    private func fill(
        _ snapshot: OpaquePointer, _ x: Double, _ y: Double, _ width: Double, _ height: Double, white: Double,
        alpha: Double
    ) {
        var (color, bounds) = (color(white, alpha), rectangle(x, y, width, height))
        gtk_snapshot_append_color(cast(snapshot), &color, &bounds)
    }

    private func color(_ white: Double, _ alpha: Double) -> GdkRGBA {
        GdkRGBA(red: Float(white), green: Float(white), blue: Float(white), alpha: Float(alpha))
    }

    private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(max(0, width)), height: Float(max(0, height))))
    }
}
