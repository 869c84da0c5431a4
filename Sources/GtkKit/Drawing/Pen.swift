internal import CGtk
public import Foundation

/// Draws paths with cairo in one color. Angles are in clockwise turns. `fill` and `stroke` draw the current path and
/// begin a new one.
@MainActor
public struct Pen {
    public let width: Double
    public let height: Double
    package let cairo: OpaquePointer
    private let color: ThemeColor

    init(cairo: OpaquePointer, color: ThemeColor, width: Double, height: Double) {
        self.cairo = cairo
        self.color = color
        self.width = width
        self.height = height
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    }

    /// The same pen in another color.
    public func withColor(_ color: ThemeColor) -> Pen { Pen(cairo: cairo, color: color, width: width, height: height) }

    /// Draws relative to a point, rotated and scaled around it.
    public func at(
        _ x: Double, _ y: Double, turned turns: Double = 0, scaled scale: Double = 1, _ draw: @MainActor () -> Void
    ) {
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_rotate(cairo, turns * 2 * .pi)
        // cairo stops drawing at a scale of zero.
        cairo_scale(cairo, max(scale, 0.001), max(scale, 0.001))
        draw()
        cairo_restore(cairo)
    }

    /// Begins a line at a point.
    public func move(_ x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }

    /// Adds a straight line to a point.
    public func line(_ x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }

    /// Adds a line to the start.
    public func close() { cairo_close_path(cairo) }

    /// Adds lines between the points.
    public func lines(_ points: [(x: Double, y: Double)]) {
        guard let first = points.first else { return }
        move(first.x, first.y)
        for point in points.dropFirst() { line(point.x, point.y) }
    }

    /// Adds an arc. Angle 0 is at the right.
    public func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, to end: Double) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, start * 2 * .pi, end * 2 * .pi)
    }

    /// Adds a circle.
    public func circle(_ x: Double, _ y: Double, radius: Double) {
        arc(x, y, radius: radius, from: 0, to: 1)
        close()
    }

    /// Adds a rectangle with rounded corners.
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

    /// Fills the path.
    public func fill(_ opacity: Double) {
        setSource(opacity)
        cairo_fill(cairo)
    }

    /// Strokes the path.
    public func stroke(_ opacity: Double, width: Double = 2) {
        setSource(opacity)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    /// Fills the path with a gray level from 0, black, to 1, white.
    public func fill(white: Double) {
        cairo_set_source_rgb(cairo, white, white, white)
        cairo_fill(cairo)
    }

    func setSource(_ opacity: Double) {
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity * opacity)
    }
}

extension Pen {
    /// Draws a picture in a circle, distorted if it is not square. A PDF contains the `jpeg` file in place of pixels,
    /// at a tenth of their size.
    public func draw(_ picture: Pixbuf, jpeg: Data? = nil, x: Double, y: Double, diameter: Double) {
        cairo_save(cairo)
        circle(x + diameter / 2, y + diameter / 2, radius: diameter / 2)
        cairo_clip(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, diameter / Double(picture.width), diameter / Double(picture.height))
        gdk_cairo_set_source_pixbuf(cairo, picture.pixbuf, 0, 0)
        if let jpeg, let pattern = cairo_get_source(cairo) { Self.attach(jpeg, to: pattern) }
        cairo_paint(cairo)
        cairo_restore(cairo)
    }

    private static func attach(_ jpeg: Data, to pattern: OpaquePointer) {
        var surface: OpaquePointer?
        guard cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface else { return }
        jpeg.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let copy = g_memdup2(start, gsize(bytes.count))?.assumingMemoryBound(to: UInt8.self)
            else { return }
            cairo_surface_set_mime_data(
                surface, "image/jpeg", copy, UInt(bytes.count), { g_free($0) }, copy)
        }
    }
}

/// A text with its style.
public struct PenText: Hashable, Sendable {
    /// The horizontal alignment.
    public enum Across: Sendable {
        case start
        case center
        case end
    }

    public let text: String
    /// The font size in the pen's units.
    public let size: Double
    public let isBold: Bool
    public let across: Across
    /// The maximum number of lines; a longer text ends with an ellipsis.
    public let lines: Int
    /// The distance between baselines.
    public let leading: Double

    public init(_ text: String, size: Double, isBold: Bool, across: Across, lines: Int, leading: Double) {
        self.text = text
        self.size = size
        self.isBold = isBold
        self.across = across
        self.lines = lines
        self.leading = leading
    }
}

extension Pen {
    /// Draws a text within a width, from its upper left corner, and returns its height.
    @discardableResult
    public func write(_ text: PenText, x: Double, y: Double, width: Double, opacity: Double = 1) -> Double {
        let layout = TextLayout(text, width: width, on: cairo)
        setSource(opacity)
        layout.draw(on: cairo, x: x, y: y)
        return layout.height
    }
}

extension PenText {
    /// The height of the text within a width.
    @MainActor
    public func height(width: Double) -> Double { measured(width: width, \.height) ?? 0 }

    /// Whether the installed fonts lack some of its characters.
    @MainActor
    public var lacksLetters: Bool {
        // All fonts have Latin-1.
        text.unicodeScalars.contains { $0.value > 0xFF } && measured(width: 100_000, \.lacksLetters) ?? false
    }

    @MainActor
    private func measured<Value>(width: Double, _ value: (TextLayout) -> Value) -> Value? {
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        return cairo.map { value(TextLayout(self, width: width, on: $0)) }
    }
}
