internal import CGtk

/// A text layout that is the same on every surface: unhinted, with one point per cairo unit.
@MainActor
final class TextLayout {
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

    /// Draws the text from its upper left corner in cairo's color.
    func draw(on cairo: OpaquePointer, x: Double, y: Double) {
        guard let run = pango_layout_get_iter(pointer) else { return }
        defer { pango_layout_iter_free(run) }
        repeat {
            // The iterator returns nil at line ends.
            guard let glyphs = pango_layout_iter_get_run_readonly(run) else { continue }
            var extents = PangoRectangle()
            pango_layout_iter_get_run_extents(run, nil, &extents)
            let point = (
                x + Double(extents.x) / Self.units, y + Double(pango_layout_iter_get_run_baseline(run)) / Self.units
            )
            cairo_save(cairo)
            cairo_translate(cairo, point.0, point.1)
            if ColorGlyphs.isColor(glyphs) {
                ColorGlyphs.draw(glyphs, extents, on: cairo)
            } else {
                cairo_move_to(cairo, 0, 0)
                pango_cairo_show_glyph_item(cairo, pango_layout_get_text(pointer), glyphs)
            }
            cairo_new_path(cairo)
            cairo_restore(cairo)
        } while pango_layout_iter_next_run(run).isTrue
    }

    isolated deinit { g_object_unref(pointer.raw) }

    var height: Double {
        var extents = PangoRectangle()
        pango_layout_get_extents(pointer, nil, &extents)
        return Double(extents.height) / Self.units
    }

    var lacksLetters: Bool { pango_layout_get_unknown_glyphs_count(pointer) > 0 }

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
        pango_layout_set_text(pointer, IsolatedText(text.text).text, -1)
        pango_layout_set_width(pointer, max(1, Self.units(width)))
        pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(pointer, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(pointer, -Int32(clamping: text.lines))
        // PANGO_ALIGN_LEFT is the leading edge, also of right-to-left text.
        let isRightToLeft = pango_layout_get_direction(pointer, 0) == PANGO_DIRECTION_RTL
        let alignment: PangoAlignment =
            switch text.across {
            case .center: PANGO_ALIGN_CENTER
            case .start: isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
            case .end: isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(pointer, alignment)
    }
}

/// Draws color emojis in printing resolution; cairo's default is 72 dots per inch.
@MainActor
private enum ColorGlyphs {
    /// Dots per point.
    private static let dotsPerPoint = 6.0

    static func isColor(_ run: UnsafeMutablePointer<PangoGlyphItem>) -> Bool {
        guard let font = run.pointee.item?.pointee.analysis.font, let description = pango_font_describe(font) else {
            return false
        }
        defer { pango_font_description_free(description) }
        return borrowedText(pango_font_description_get_family(description))?.contains("Emoji") == true
    }

    /// Draws a run from the left end of its baseline.
    static func draw(_ run: UnsafeMutablePointer<PangoGlyphItem>, _ extents: PangoRectangle, on cairo: OpaquePointer) {
        let size = (width: dots(extents.width), height: dots(extents.height))
        // Leaves room for parts above and below the line.
        let above = Double(size.height)
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width + 2, size.height * 2)
        guard let image = cairo_create(surface) else { return }
        cairo_translate(image, 1, above * 1.2)
        cairo_scale(image, dotsPerPoint, dotsPerPoint)
        cairo_set_source(image, cairo_get_source(cairo))
        cairo_move_to(image, 0, 0)
        pango_cairo_show_glyph_string(image, run.pointee.item?.pointee.analysis.font, run.pointee.glyphs)
        cairo_destroy(image)
        cairo_scale(cairo, 1 / dotsPerPoint, 1 / dotsPerPoint)
        cairo_set_source_surface(cairo, surface, -1, -above * 1.2)
        cairo_paint(cairo)
        cairo_surface_destroy(surface)
    }

    private static func dots(_ length: Int32) -> Int32 {
        Int32(clamping: Int((Double(length) / Double(PANGO_SCALE) * dotsPerPoint).rounded(.up)) + 1)
    }
}
