internal import CGtk

/// Displays a picture.
public final class Picture: Widget, BuiltWidget {
    /// How a picture is scaled to another aspect ratio.
    public enum Fit: UInt32 {
        /// The whole picture, with space around it.
        case contain = 1
        /// The whole space, with parts of the picture clipped.
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

    @GObjectProperty("content-fit") public var fit = Fit.contain
}

extension Picture.Fit: GValueConvertible {}

/// A decorative icon, hidden from assistive technologies.
public final class Image: Widget, BuiltWidget {
    /// An icon in a size in pixels, by default the theme's.
    public convenience init(iconName: String, pixelSize: Int = -1) {
        self.init(handle: WidgetHandle(gtk_image_get_type(), .presentation))
        self.iconName = iconName
        if pixelSize >= 0 { self.pixelSize = pixelSize }
    }

    @GObjectProperty("icon-name") public var iconName = ""
    /// In pixels, -1 for the theme's size.
    @GObjectProperty("pixel-size") public var pixelSize = -1
}

/// A decoded picture for drawing.
@MainActor
public final class Texture: GtkObject {
    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
}
