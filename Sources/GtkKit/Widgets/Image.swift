internal import CGtk

/// An icon that only repeats the words around it: assistive programs ignore it.
public final class Image: Widget, BuiltWidget {
    /// An icon of the theme, at its usual size or at one in pixels.
    public convenience init(iconName: String, pixelSize: Int = -1) {
        self.init(handle: WidgetHandle(gtk_image_get_type(), .presentation, otherwise: gtk_image_new()))
        self.iconName = iconName
        if pixelSize >= 0 { self.pixelSize = pixelSize }
    }

    /// The icon's name.
    public var iconName: String {
        get { borrowedText(gtk_image_get_icon_name(pointer)) ?? "" }
        set { gtk_image_set_from_icon_name(pointer, newValue) }
    }
    /// The icon's size in pixels, -1 for the theme's.
    public var pixelSize: Int {
        get { Int(gtk_image_get_pixel_size(pointer)) }
        set { gtk_image_set_pixel_size(pointer, Int32(clamping: newValue)) }
    }
}
