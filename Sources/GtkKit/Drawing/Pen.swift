internal import CGtk

/// Draws on a canvas in one color, that of the canvas's style. Angles are in turns, clockwise; lengths in pixels.
///
/// Lines and shapes make a path; `fill` and `stroke` draw it and begin a new one.
@MainActor
public struct Pen {
    /// The canvas's width.
    public let width: Double
    /// The canvas's height.
    public let height: Double
    package let cairo: OpaquePointer
    private let color: GdkRGBA

    init(cairo: OpaquePointer, color: GdkRGBA, width: Double, height: Double) {
        (self.cairo, self.color, self.width, self.height) = (cairo, color, width, height)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    }

    init(_ other: Pen, color: GdkRGBA) {
        (cairo, width, height, self.color) = (other.cairo, other.width, other.height, color)
    }

    /// The same pen in another color.
    public func dipped(in color: PenColor) -> Pen { Pen(self, color: color.gdk()) }

    /// Draws with the given point as the origin, turned and scaled around it.
    public func at(
        _ x: Double, _ y: Double, turned turns: Double = 0, scaled scale: Double = 1, _ draw: @MainActor () -> Void
    ) {
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_rotate(cairo, turns * 2 * .pi)
        // With a scale of zero cairo could not draw any more.
        cairo_scale(cairo, max(scale, 0.001), max(scale, 0.001))
        draw()
        cairo_restore(cairo)
    }

    /// Begins a line.
    public func move(_ x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }

    /// Continues with a straight line.
    public func line(_ x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }

    /// Continues with a curve that leaves towards the first point and arrives from the second.
    public func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, to x: Double, _ y: Double) {
        cairo_curve_to(cairo, x1, y1, x2, y2, x, y)
    }

    /// Returns to where the line began.
    public func close() { cairo_close_path(cairo) }

    /// A line through these points, from the first to the last.
    public func lines(_ places: [(x: Double, y: Double)]) {
        guard let first = places.first else { return }
        move(first.x, first.y)
        for place in places.dropFirst() { line(place.x, place.y) }
    }

    /// A part of a circle; a turn begins at the right.
    public func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, to end: Double) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, start * 2 * .pi, end * 2 * .pi)
    }

    /// A circle.
    public func circle(_ x: Double, _ y: Double, radius: Double) {
        arc(x, y, radius: radius, from: 0, to: 1)
        close()
    }

    /// An ellipse.
    public func ellipse(_ x: Double, _ y: Double, width: Double, height: Double) {
        guard width > 0, height > 0 else { return }
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, width / 2, height / 2)
        circle(0, 0, radius: 1)
        cairo_restore(cairo)
    }

    /// A rectangle with round corners.
    public func rectangle(_ x: Double, _ y: Double, width: Double, height: Double, radius: Double = 0) {
        let (right, bottom) = (x + width - radius, y + height - radius)
        cairo_new_sub_path(cairo)
        for (index, corner) in [(right, bottom), (x + radius, bottom), (x + radius, y + radius), (right, y + radius)]
            .enumerated()
        {
            let start = Double(index) / 4
            cairo_arc(cairo, corner.0, corner.1, radius, start * 2 * .pi, (start + 0.25) * 2 * .pi)
        }
        close()
    }

    /// Fills the path with an opacity.
    public func fill(_ opacity: Double) {
        take(opacity)
        cairo_fill(cairo)
    }

    /// Draws the path as a line with an opacity and a width.
    public func stroke(_ opacity: Double, width: Double = 2) {
        take(opacity)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    /// Fills the path with a gray of its own, from 0, black, to 1, white.
    public func fill(white: Double) {
        cairo_set_source_rgb(cairo, white, white, white)
        cairo_fill(cairo)
    }

    func take(_ opacity: Double) {
        cairo_set_source_rgba(
            cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
    }
}
