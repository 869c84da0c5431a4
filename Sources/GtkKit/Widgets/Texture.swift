internal import CGtk

/// A decoded picture, ready to be drawn.
@MainActor
public final class Texture: GtkObject {
    /// The width in pixels.
    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    /// The height in pixels.
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
}
