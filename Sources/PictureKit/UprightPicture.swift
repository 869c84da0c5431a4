internal import CGtk
public import Foundation
public import GtkKit
import PictureOutlines

/// A decoded picture, turned as it was meant to be seen, without metadata, ready to be cropped. It never changes, and
/// may go from thread to thread.
public final class UprightPicture: Sendable {
    let pixels: Pixels

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    init(_ pixels: Pixels) {
        self.pixels = pixels
        (width, height) = (pixels.width, pixels.height)
    }

    /// The picture as GTK draws it.
    @MainActor
    public var texture: Texture? { gdk_texture_new_for_pixbuf(pixels.pixbuf).map { Texture(.adopting($0)) } }

    /// Red, green and blue of a pixel, 0 to 255 each; nil outside the picture.
    func color(x: Int, y: Int) -> [Int]? {
        guard 0..<width ~= x, 0..<height ~= y, let bytes = gdk_pixbuf_read_pixels(pixels.pixbuf) else { return nil }
        let channels = Int(gdk_pixbuf_get_n_channels(pixels.pixbuf))
        let start = y * Int(gdk_pixbuf_get_rowstride(pixels.pixbuf)) + x * channels
        return (0..<3).map { Int(bytes[start + $0]) }
    }
}

/// Takes pictures from anybody.
public enum PictureImporter {
    /// The longest edge of a picture that is kept for cropping, in pixels.
    public static let longestEdge = 1024

    /// The picture in the bytes: a JPEG of up to 64 million pixels, a PNG of 12, a BMP of 12, a GIF or WebP of 5, whose
    /// first frame counts. Whatever the bytes are, decoding happens off the main thread and takes less than 60 MB, and
    /// nothing is decoded before its size is known. Throws `PictureError`.
    public static func picture(from data: Data) async throws(PictureError) -> UprightPicture {
        let taken = Task.detached { Result { () throws(PictureError) in try read(data) } }
        return try await taken.value.get()
    }

    static func read(_ data: Data) throws(PictureError) -> UprightPicture {
        let outline = try PictureOutline.checked(data)
        return UprightPicture(try PixbufReader.read(data, outline) { fitting($0) })
    }

    private static func fitting(_ size: PixbufReader.Size) -> PixbufReader.Size {
        let longer = max(size.width, size.height)
        guard longer > longestEdge else { return size }
        let scaled = { (edge: Int) in max(1, (edge * longestEdge + longer / 2) / longer) }
        return (scaled(size.width), scaled(size.height))
    }
}
