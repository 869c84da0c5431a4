public import GtkKit

/// A decoded picture, upright, without metadata, ready to be cropped. It never changes, and
/// can be passed between threads.
public struct UprightPicture: Sendable {
    let pixels: Pixbuf

    /// The width in pixels.
    public var width: Int { pixels.width }
    /// The height in pixels.
    public var height: Int { pixels.height }

    init(_ pixels: Pixbuf) { self.pixels = pixels }

    /// The picture as GTK draws it.
    @MainActor
    public var texture: Texture? { pixels.texture }
}
