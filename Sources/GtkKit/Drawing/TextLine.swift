internal import CGtk

/// A line of text in a widget's font, scale, and direction, ellipsized to a width. It does not retain the widget.
@MainActor
public final class TextLine {
    /// Differences from the widget's font.
    public struct Style: Hashable, Sendable {
        public var isBold: Bool
        /// Relative to the widget's font size.
        public var scale: Double
        /// The font size in pixels, in place of the widget's.
        public var pixels: Int?
        public var isStruck: Bool
        public var maxLines: Int
        public var isCentered = false
        /// Whether all digits have the same width.
        public var isTabular = false

        public init(
            isBold: Bool = false, scale: Double = 1, pixels: Int? = nil, isStruck: Bool = false, maxLines: Int = 1
        ) {
            self.isBold = isBold
            self.scale = scale
            self.pixels = pixels
            self.isStruck = isStruck
            self.maxLines = maxLines
        }
    }

    /// A highlighted part of the text.
    public struct Mark: Hashable, Sendable {
        /// UTF-8 offsets.
        public let bytes: Range<Int>
        public let color: ThemeColor
        public let background: ThemeColor

        public init(bytes: Range<Int>, color: ThemeColor, background: ThemeColor) {
            self.bytes = bytes
            self.color = color
            self.background = background
        }
    }

    public let marks: [Mark]
    package let layout: GObjectRef

    /// A line for a widget; `bold` is a bold part as UTF-8 offsets.
    public init(
        _ text: String, style: Style = Style(), bold: Range<Int>? = nil, marks: [Mark] = [], in widget: Widget
    ) {
        let isolated = IsolatedText(text)
        self.marks = marks.map { mark in
            Mark(bytes: isolated.bytes(mark.bytes), color: mark.color, background: mark.background)
        }
        // A phone number without letters would be reversed in a right-to-left interface.
        let isIsolated = text.isDirectionNeutral && widget.isMirrored
        layout = .adopting(
            isIsolated ? Self.leftToRight(in: widget) : gtk_widget_create_pango_layout(widget.widget, nil))
        let pointer = layout.pointer
        pango_layout_set_text(pointer, isolated.text, -1)
        pango_layout_set_single_paragraph_mode(pointer, 1)
        pango_layout_set_ellipsize(pointer, PANGO_ELLIPSIZE_END)
        if style.maxLines > 1 {
            pango_layout_set_height(pointer, -Int32(clamping: style.maxLines))
            pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
            if style.isCentered { pango_layout_set_alignment(pointer, PANGO_ALIGN_CENTER) }
        }
        let attributes = style.attributes
        for mark in self.marks { mark.add(to: attributes) }
        if let bold { insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD), isolated.bytes(bold), into: attributes) }
        pango_layout_set_attributes(pointer, attributes)
        pango_attr_list_unref(attributes)
    }

    /// A layout with a context of its own, because GTK's follows the widget.
    private static func leftToRight(in widget: Widget) -> OpaquePointer {
        let context = gtk_widget_create_pango_context(widget.widget)
        defer { g_object_unref(context?.raw) }
        pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        return pango_layout_new(context)
    }

    public var text: String { borrowedText(pango_layout_get_text(layout.pointer)) ?? "" }

    /// Whether the text was ellipsized when it was last measured.
    public var isEllipsized: Bool { pango_layout_is_ellipsized(layout.pointer).isTrue }

    /// The size within a width, and the offset of text that is aligned to the right.
    func extents(within width: Int) -> (x: Int, width: Int, height: Int) {
        pango_layout_set_width(layout.pointer, Int32(clamping: max(0, width)) * PANGO_SCALE)
        var logical = PangoRectangle()
        pango_layout_get_pixel_extents(layout.pointer, nil, &logical)
        return (Int(logical.x), Int(logical.width), Int(logical.height))
    }

    /// The size within a width, in pixels.
    public func size(within width: Int) -> (width: Int, height: Int) {
        let extents = extents(within: width)
        return (extents.width, extents.height)
    }
}

extension String {
    /// Whether the direction depends on the interface, because the text has no letters.
    var isDirectionNeutral: Bool { !unicodeScalars.contains { $0.properties.isAlphabetic } }
}

private func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>, into list: OpaquePointer?
) {
    guard let attribute else { return }
    attribute.pointee.start_index = guint(clamping: bytes.lowerBound)
    attribute.pointee.end_index = guint(clamping: bytes.upperBound)
    pango_attr_list_insert(list, attribute)
}

extension TextLine.Style {
    /// The caller owns the list.
    fileprivate var attributes: OpaquePointer? {
        let list = pango_attr_list_new()
        if isBold { pango_attr_list_insert(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
        if scale != 1 { pango_attr_list_insert(list, pango_attr_scale_new(scale)) }
        if let pixels {
            pango_attr_list_insert(list, pango_attr_size_new_absolute(Int32(clamping: pixels) &* PANGO_SCALE))
        }
        if isTabular { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
        // Automatic hyphens would look like part of an address.
        if maxLines > 1 { pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0)) }
        if isStruck { pango_attr_list_insert(list, pango_attr_strikethrough_new(1)) }
        return list
    }
}

extension TextLine.Mark {
    fileprivate func add(to list: OpaquePointer?) {
        for (color, make) in [
            (color, pango_attr_foreground_new), (background, pango_attr_background_new),
        ] {
            insert(make(Self.part(color.red), Self.part(color.green), Self.part(color.blue)), bytes, into: list)
        }
        // Keeps marks opaque in a dim line.
        for make in [pango_attr_foreground_alpha_new, pango_attr_background_alpha_new] {
            insert(make(.max), bytes, into: list)
        }
    }

    private static func part(_ share: Double) -> guint16 { guint16(max(0, min(1, share)) * 65535) }
}

extension Widget {
    /// The height of a line in the widget's font, in pixels, independent of the text.
    public final func lineHeight(_ style: TextLine.Style = TextLine.Style()) -> Int {
        guard let context = gtk_widget_get_pango_context(widget),
            let font = pango_font_description_copy(pango_context_get_font_description(context))
        else { return 0 }
        defer { pango_font_description_free(font) }
        if style.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        let size = Double(pango_font_description_get_size(font)) * style.scale
        if let pixels = style.pixels {
            pango_font_description_set_absolute_size(font, Double(pixels) * Double(PANGO_SCALE))
        } else if pango_font_description_get_size_is_absolute(font).isTrue {
            pango_font_description_set_absolute_size(font, size)
        } else {
            pango_font_description_set_size(font, Int32(clamping: Int(size)))
        }
        guard let metrics = pango_context_get_metrics(context, font, pango_context_get_language(context)) else {
            return 0
        }
        defer { pango_font_metrics_unref(metrics) }
        let units = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)
        return (Int(units) + Int(PANGO_SCALE) - 1) / Int(PANGO_SCALE)
    }
}

/// Caches line heights by font.
@MainActor
public final class LineHeights {
    private struct Key: Hashable {
        let font: guint
        let dots: Double
        let style: TextLine.Style
    }

    private var heights: [Key: Int] = [:]

    public init() {}

    /// The height of a line in a widget's font, in pixels, independent of the text.
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
