internal import CGtk

/// A colour, 0 to 1 each.
public struct PenColour: Hashable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double

    public init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// As in `#2a6f97`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    public static let black = PenColour(red: 0, green: 0, blue: 0)
    public static let white = PenColour(red: 1, green: 1, blue: 1)

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: 1) }
}

/// A text as it is drawn.
public struct PenText: Hashable, Sendable {
    public enum Across: Sendable { case start, centre, end }

    public let text: String
    /// How large its letters are, in the pen's lengths.
    public let size: Double
    public let isBold: Bool
    public let across: Across
    /// How many lines it may take; what does not fit ends in "…".
    public let lines: Int
    /// From one line to the next, whatever the script.
    public let leading: Double

    public init(_ text: String, size: Double, isBold: Bool, across: Across, lines: Int, leading: Double) {
        (self.text, self.size, self.isBold, self.across) = (text, size, isBold, across)
        (self.lines, self.leading) = (lines, leading)
    }
}

extension Pen {
    /// The same pen in another colour.
    public func dipped(in colour: PenColour) -> Pen { Pen(self, colour: colour.gdk) }

    /// Writes a text no wider than `width`, so opaque, from its upper corner.
    /// - Returns: how high it is.
    @discardableResult
    public func write(_ text: PenText, x: Double, y: Double, width: Double, opacity: Double = 1) -> Double {
        let layout = TextLayout(text, width: width, on: cairo)
        take(opacity)
        cairo_move_to(cairo, x, y)
        pango_cairo_show_layout(cairo, layout.pointer)
        cairo_new_path(cairo)
        return layout.height
    }

    /// Draws a picture in a round place; one that is not square is squeezed.
    public func draw(_ picture: PagePicture, x: Double, y: Double, diameter: Double) {
        cairo_save(cairo)
        circle(x + diameter / 2, y + diameter / 2, radius: diameter / 2)
        cairo_clip(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, diameter / Double(picture.width), diameter / Double(picture.height))
        picture.paint(on: cairo)
        cairo_restore(cairo)
    }
}

extension PenText {
    /// How high the text gets where it is no wider than `width`.
    @MainActor
    public func height(width: Double) -> Double {
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        return cairo.map { TextLayout(self, width: width, on: $0).height } ?? 0
    }
}

/// A text that Pango has divided into lines, the same on every surface: one of Pango's points is one of cairo's units.
@MainActor
private final class TextLayout {
    let pointer: OpaquePointer

    init(_ text: PenText, width: Double, on cairo: OpaquePointer) {
        pointer = pango_cairo_create_layout(cairo)
        let context = pango_layout_get_context(pointer)
        pango_cairo_context_set_resolution(context, 72)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        setFont(text)
        setLines(text, width: width)
    }

    isolated deinit { g_object_unref(pointer.raw) }

    var height: Double {
        var extents = PangoRectangle()
        pango_layout_get_extents(pointer, nil, &extents)
        return Double(extents.height) / Self.units
    }

    private static let units = Double(PANGO_SCALE)

    private static func units(_ length: Double) -> Int32 {
        Int32(clamping: Int(max(0, min(length, 100_000)) * units))
    }

    private func setFont(_ text: PenText) {
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, "Sans")
        pango_font_description_set_absolute_size(font, Double(Self.units(text.size)))
        if text.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        pango_layout_set_font_description(pointer, font)
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(Self.units(text.leading)))
        pango_layout_set_attributes(pointer, attributes)
    }

    private func setLines(_ text: PenText, width: Double) {
        pango_layout_set_text(pointer, text.text, -1)
        pango_layout_set_width(pointer, max(1, Self.units(width)))
        pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(pointer, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(pointer, -Int32(clamping: text.lines))
        // Pango's left is where a text begins, which in other scripts is the right.
        let isTurned = pango_layout_get_direction(pointer, 0) == PANGO_DIRECTION_RTL
        let alignment: PangoAlignment =
            switch text.across {
            case .centre: PANGO_ALIGN_CENTER
            case .start: isTurned ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
            case .end: isTurned ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(pointer, alignment)
    }
}
