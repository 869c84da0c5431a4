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

    /// A picture, or none yet.
    public convenience init(texture: Texture? = nil) {
        self.init(handle: WidgetHandle(gtk_picture_new()))
        self.texture = texture
    }

    /// The texture shown, or nil.
    public var texture: Texture? {
        get { gtk_picture_get_paintable(pointer).map { Texture(.retaining($0)) } }
        set { gtk_picture_set_paintable(pointer, newValue?.pointer) }
    }

    /// How the picture fills its space.
    public var fit: Fit {
        get { Fit(rawValue: gtk_picture_get_content_fit(pointer).rawValue) ?? .contain }
        set { gtk_picture_set_content_fit(pointer, GtkContentFit(rawValue: newValue.rawValue)) }
    }
}
