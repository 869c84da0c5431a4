internal import CGtk

/// A picture, scaled to its space.
public final class Picture: Widget, BuiltWidget {
    /// How a picture of another shape fills its space: whole, or cut off.
    public enum Fit: UInt32 {
        /// The whole picture, with space left over.
        case contain = 1
        /// No space left over, and parts of the picture cut off.
        case cover = 2
    }

    public convenience init(texture: Texture? = nil) {
        self.init(handle: WidgetHandle(gtk_picture_new()))
        self.texture = texture
    }

    public var texture: Texture? {
        get { gtk_picture_get_paintable(pointer).map { Texture(.retaining($0)) } }
        set { gtk_picture_set_paintable(pointer, newValue?.pointer) }
    }

    /// How the picture fills its space.
    @GObjectProperty("content-fit") public var fit = Fit.contain
}

extension Picture.Fit: GValueConvertible {}

/// An icon that only repeats the words around it: assistive programs ignore it.
public final class Image: Widget, BuiltWidget {
    /// An icon of the theme, at its usual size or at one in pixels.
    public convenience init(iconName: String, pixelSize: Int = -1) {
        self.init(handle: WidgetHandle(gtk_image_get_type(), .presentation, otherwise: gtk_image_new()))
        self.iconName = iconName
        if pixelSize >= 0 { self.pixelSize = pixelSize }
    }

    @GObjectProperty("icon-name") public var iconName = ""
    /// The icon's size in pixels, -1 for the theme's.
    @GObjectProperty("pixel-size") public var pixelSize = -1
}

/// A decoded picture, ready to be drawn.
@MainActor
public final class Texture: GtkObject {
    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
}
