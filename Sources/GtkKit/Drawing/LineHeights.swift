internal import CGtk

/// The heights of lines in widgets' fonts, each calculated once.
@MainActor
public final class LineHeights {
    private struct Key: Hashable {
        let font: guint
        let dots: Double
        let style: TextLine.Style
    }

    private var heights: [Key: Int] = [:]

    /// Heights of no font yet.
    public init() {}

    /// The height of a line in a widget's font, in pixels, whatever its text is.
    public func height(_ style: TextLine.Style, in widget: Widget) -> Int {
        guard let context = gtk_widget_get_pango_context(widget.widget) else { return 0 }
        let key = Key(
            font: pango_font_description_hash(pango_context_get_font_description(context)),
            dots: pango_cairo_context_get_resolution(context), style: style)
        if let height = heights[key] { return height }
        let height = widget.lineHeight(style)
        heights[key] = height
        return height
    }
}
