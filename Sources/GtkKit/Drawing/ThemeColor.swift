internal import CGtk

/// A color with an opacity, as a theme has them.
public struct ThemeColor: Hashable, Sendable {
    /// The color where it is opaque.
    public let color: PenColor
    /// From 0, invisible, to 1.
    public let opacity: Double

    /// A color that lets what is behind it through, unless its opacity is 1.
    public init(_ color: PenColor, opacity: Double = 1) { (self.color, self.opacity) = (color, opacity) }

    init(_ color: GdkRGBA) {
        self.init(
            PenColor(red: Double(color.red), green: Double(color.green), blue: Double(color.blue)),
            opacity: Double(color.alpha))
    }

    /// The color with its opacity multiplied by a factor.
    public func faded(by factor: Double) -> ThemeColor { ThemeColor(color, opacity: opacity * factor) }

    var gdk: GdkRGBA { color.gdk(opacity) }
}

extension Widget {
    /// The color of text on the widget.
    public final var textColor: ThemeColor {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
        return ThemeColor(color)
    }

    /// A color that a style sheet or the theme defines with `@define-color`, or nil.
    public final func themeColor(_ name: String) -> ThemeColor? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color).isTrue else {
            return nil
        }
        return ThemeColor(color)
    }
}
