internal import CGtk

/// The surface a widget is drawn on for one frame. Lengths are in pixels.
@MainActor
public struct Snapshot {
    let widget: WidgetPointer
    let pointer: OpaquePointer

    /// The widget's width.
    public var width: Double { Double(gtk_widget_get_width(widget)) }
    /// The widget's height.
    public var height: Double { Double(gtk_widget_get_height(widget)) }

    /// Draws a picture in a rectangle.
    public func draw(_ texture: Texture, _ x: Double, _ y: Double, width: Double, height: Double) {
        var bounds = rectangle(x, y, width, height)
        gtk_snapshot_append_texture(pointer, texture.pointer, &bounds)
    }

    /// Fills a rectangle with an opacity.
    public func fill(
        _ x: Double, _ y: Double, width: Double, height: Double, color: PenColor, opacity: Double = 1
    ) {
        var (color, bounds) = (color.gdk(opacity), rectangle(x, y, width, height))
        gtk_snapshot_append_color(pointer, &color, &bounds)
    }

    /// Draws the edge of a rectangle with a width, an opacity and a corner radius.
    public func border(
        _ x: Double, _ y: Double, width: Double, height: Double, radius: Double = 0, thickness: Double,
        color: PenColor, opacity: Double = 1
    ) {
        var (bounds, outline) = (rectangle(x, y, width, height), GskRoundedRect())
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        let widths = [Float](repeating: Float(thickness), count: 4)
        gtk_snapshot_append_border(pointer, &outline, widths, [GdkRGBA](repeating: color.gdk(opacity), count: 4))
    }

    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(max(0, width)), height: Float(max(0, height))))
    }
}
