internal import CGtk
internal import CGtkShim

/// Draws one frame of a widget with GSK. Lengths are in pixels.
@MainActor
public struct Snapshot {
    let widget: WidgetPointer
    let pointer: OpaquePointer

    public var width: Double { Double(gtk_widget_get_width(widget)) }
    public var height: Double { Double(gtk_widget_get_height(widget)) }

    /// Draws a picture in a rectangle.
    public func draw(_ texture: Texture, _ x: Double, _ y: Double, width: Double, height: Double) {
        var bounds = rectangle(x, y, width, height)
        gtk_snapshot_append_texture(pointer, texture.pointer, &bounds)
    }

    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(max(0, width)), height: Float(max(0, height))))
    }
}

extension Snapshot {
    /// Draws the children of the widget.
    public func drawChildren() { gtkkit_drawn_children(widget, pointer) }

    /// Fills a rectangle, optionally with rounded corners.
    public func fill(_ rect: PixelRect, radius: Double = 0, color: ThemeColor) {
        if radius > 0 { return clipped(to: rect, radius: radius) { fill(rect, color: color) } }
        var (color, bounds) = (color.gdk, graphene(rect))
        gtk_snapshot_append_color(pointer, &color, &bounds)
    }

    /// Strokes the inside of a rectangle's border.
    public func border(_ rect: PixelRect, radius: Double = 0, thickness: Double, color: ThemeColor) {
        var (bounds, outline) = (graphene(rect), GskRoundedRect())
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        let widths = [Float](repeating: Float(thickness), count: 4)
        gtk_snapshot_append_border(pointer, &outline, widths, [GdkRGBA](repeating: color.gdk, count: 4))
    }

    /// Clips drawing to a rectangle with rounded corners.
    public func clipped(to rect: PixelRect, radius: Double, _ draw: () -> Void) {
        var (bounds, outline) = (graphene(rect), GskRoundedRect())
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        gtk_snapshot_push_rounded_clip(pointer, &outline)
        draw()
        gtk_snapshot_pop(pointer)
    }

    /// Draws a picture centered over a rectangle that it covers, without clipping.
    public func draw(_ texture: Texture, filling rect: PixelRect) {
        let (width, height) = (Double(max(1, texture.width)), Double(max(1, texture.height)))
        let scale = max(Double(rect.width) / width, Double(rect.height) / height)
        draw(
            texture, Double(rect.x) + (Double(rect.width) - width * scale) / 2,
            Double(rect.y) + (Double(rect.height) - height * scale) / 2, width: width * scale, height: height * scale)
    }

    /// Draws a line of text, vertically centered; `align` is 0 for left and 1 for right.
    public func draw(_ line: TextLine, in rect: PixelRect, align: Double, color: ThemeColor) {
        let extents = line.extents(within: rect.width)
        let x = Double(rect.x) + (align * Double(rect.width - extents.width)).rounded(.down) - Double(extents.x)
        let y = Double(rect.y) + (Double(rect.height - extents.height) / 2).rounded(.down)
        moved(x, y) {
            var color = color.gdk
            gtk_snapshot_append_layout(pointer, line.layout.pointer, &color)
        }
    }

    /// Draws a symbolic icon of the icon theme.
    public func draw(iconName: String, in rect: PixelRect, color: ThemeColor) {
        guard let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)),
            let icon = gtk_icon_theme_lookup_icon(
                theme, iconName, nil, Int32(clamping: rect.width), gtk_widget_get_scale_factor(widget),
                gtk_widget_get_direction(widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
        moved(Double(rect.x), Double(rect.y)) {
            let colors = [GdkRGBA](repeating: color.gdk, count: 4)
            gtk_symbolic_paintable_snapshot_symbolic(
                cast(icon), pointer, Double(rect.width), Double(rect.height), colors, gsize(colors.count))
        }
    }

    private func moved(_ x: Double, _ y: Double, _ draw: () -> Void) {
        gtk_snapshot_save(pointer)
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_translate(pointer, &point)
        draw()
        gtk_snapshot_restore(pointer)
    }

    private func graphene(_ rect: PixelRect) -> graphene_rect_t {
        rectangle(Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    }
}

/// A rectangle in pixels.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The centered square of a size.
    public func middle(_ side: Int) -> PixelRect {
        PixelRect(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
    }

    /// Whether the point is inside.
    public func contains(_ x: Double, _ y: Double) -> Bool {
        x >= Double(self.x) && x < Double(self.x + width) && y >= Double(self.y) && y < Double(self.y + height)
    }
}

/// A color with components and an opacity from 0 to 1.
public struct ThemeColor: Hashable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double
    public let opacity: Double

    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// `0x2a6f97` is `#2a6f97`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    init(_ color: GdkRGBA) {
        self.init(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), opacity: Double(color.alpha))
    }

    public static let black = ThemeColor(hex: 0)
    public static let white = ThemeColor(hex: 0xFFFFFF)

    /// The color with its opacity multiplied.
    public func faded(by factor: Double) -> ThemeColor {
        ThemeColor(red: red, green: green, blue: blue, opacity: opacity * factor)
    }

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(opacity)) }
}

@MainActor
func textColor(of widget: WidgetPointer) -> ThemeColor {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return ThemeColor(color)
}

extension Widget {
    public final var textColor: ThemeColor { GtkKit.textColor(of: widget) }

    /// A color that a style sheet or the theme defines with `@define-color`.
    public final func themeColor(_ name: String) -> ThemeColor? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color).isTrue else {
            return nil
        }
        return ThemeColor(color)
    }
}
