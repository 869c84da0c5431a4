internal import CGtk
public import Foundation

/// The pixels of a picture in memory. They never change, and can be passed between threads.
///
/// Methods that make a new picture return nil where there is not enough memory for it.
// Reference counts are atomic, and the pixels are never written again: hence unchecked.
public final class Pixbuf: @unchecked Sendable {
    let pixbuf: OpaquePointer

    /// Takes over the caller's reference, if there is one.
    init?(owned pixbuf: OpaquePointer?) {
        guard let pixbuf else { return nil }
        self.pixbuf = pixbuf
    }

    deinit { g_object_unref(pixbuf.raw) }

    /// The width in pixels.
    public var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
    /// The height in pixels.
    public var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }

    /// The picture as GTK draws it.
    @MainActor
    public var texture: Texture? { gdk_texture_new_for_pixbuf(pixbuf).map { Texture(.adopting($0)) } }

    /// Red, green and blue of a pixel, 0 to 255 each; nil outside the picture.
    public func color(x: Int, y: Int) -> [Int]? {
        guard 0..<width ~= x, 0..<height ~= y, let bytes = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
        let start = y * Int(gdk_pixbuf_get_rowstride(pixbuf)) + x * Int(gdk_pixbuf_get_n_channels(pixbuf))
        return (0..<3).map { Int(bytes[start + $0]) }
    }

    /// The picture in another size, in pixels.
    public func scaled(_ width: Int, _ height: Int) -> Pixbuf? {
        if width == self.width, height == self.height { return self }
        return Pixbuf(
            owned: gdk_pixbuf_scale_simple(
                pixbuf, Int32(clamping: width), Int32(clamping: height), GDK_INTERP_BILINEAR))
    }

    /// A part of the picture, which keeps all of its pixels in memory; nil also where the part is not inside it.
    public func part(x: Int, y: Int, width: Int, height: Int) -> Pixbuf? {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height else {
            return nil
        }
        return Pixbuf(
            owned: gdk_pixbuf_new_subpixbuf(
                pixbuf, Int32(clamping: x), Int32(clamping: y), Int32(clamping: width), Int32(clamping: height)))
    }

    /// The same pixels in memory of their own.
    public func copy() -> Pixbuf? { Pixbuf(owned: gdk_pixbuf_copy(pixbuf)) }

    /// The picture on white, where it is transparent.
    public func onWhite() -> Pixbuf? {
        guard gdk_pixbuf_get_has_alpha(pixbuf).isTrue else { return self }
        return Pixbuf(
            owned: gdk_pixbuf_composite_color_simple(
                pixbuf, gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf), GDK_INTERP_NEAREST, 255, 8,
                0xFF_FFFF, 0xFF_FFFF))
    }

    /// The picture turned by its EXIF orientation, 1 to 8.
    public func upright(_ orientation: Int) -> Pixbuf? {
        let turns: (turn: GdkPixbufRotation, mirrored: Bool) =
            switch orientation {
            case 2: (GDK_PIXBUF_ROTATE_NONE, true)
            case 3: (GDK_PIXBUF_ROTATE_UPSIDEDOWN, false)
            case 4: (GDK_PIXBUF_ROTATE_UPSIDEDOWN, true)
            case 5: (GDK_PIXBUF_ROTATE_CLOCKWISE, true)
            case 6: (GDK_PIXBUF_ROTATE_CLOCKWISE, false)
            case 7: (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, true)
            case 8: (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, false)
            default: (GDK_PIXBUF_ROTATE_NONE, false)
            }
        let turned =
            turns.turn == GDK_PIXBUF_ROTATE_NONE ? self : Pixbuf(owned: gdk_pixbuf_rotate_simple(pixbuf, turns.turn))
        return turns.mirrored ? turned.flatMap { Pixbuf(owned: gdk_pixbuf_flip($0.pixbuf, 1)) } : turned
    }

    /// The picture as a JPEG file without metadata, with a quality of 0 to 100.
    public func jpeg(quality: Int) -> Data? {
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let (key, value) = (g_strdup("quality"), g_strdup("\(quality)"))
        defer { for text in [key, value] { g_free(text) } }
        var (keys, values) = ([key, nil], [value, nil])
        let saved = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "jpeg", &keys, &values, nil).isTrue
        guard let buffer else { return nil }
        defer { g_free(buffer) }
        return saved ? Data(bytes: buffer, count: Int(count)) : nil
    }
}
