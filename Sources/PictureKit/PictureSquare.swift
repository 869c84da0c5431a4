internal import CGtk
public import Foundation
internal import GtkKit

/// A square of a picture, in its pixels.
public struct CropRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// Width and height.
    public var side: Int

    /// A square.
    public init(x: Int, y: Int, side: Int) { (self.x, self.y, self.side) = (x, y, side) }
}

/// Makes the small square JPEGs that records hold.
public enum PictureSquare {
    /// The most pixels across and down.
    public static let longestEdge = 200
    /// The length in characters that the result in base64 stays below.
    static let base64Limit = 100_000

    /// The part of the picture in the square as a JPEG of at most 200 × 200 pixels, white where it was transparent,
    /// without metadata, in the best quality whose base64 stays below 100,000 characters. A square that sticks out is
    /// moved into the picture, and made smaller if it must be. Throws `PictureError`.
    public static func jpeg(_ picture: UprightPicture, crop: CropRect) throws(PictureError) -> Data {
        let side = max(1, min(crop.side, picture.width, picture.height))
        let x = max(0, min(crop.x, picture.width - side))
        let y = max(0, min(crop.y, picture.height - side))
        let edge = min(longestEdge, side)
        let part = try picture.pixels.part(x: x, y: y, width: side, height: side).scaled(edge, edge)
        return try encode(try onWhite(part))
    }

    /// `jpeg(_:crop:)`, off the main thread.
    public static func jpeg(of picture: UprightPicture, crop: CropRect) async throws(PictureError) -> Data {
        let made = Task.detached { Result(catching: { () throws(PictureError) in try jpeg(picture, crop: crop) }) }
        return try await made.value.get()
    }

    private static func onWhite(_ pixels: Pixels) throws(PictureError) -> Pixels {
        guard gdk_pixbuf_get_has_alpha(pixels.pixbuf).isTrue else { return pixels }
        return try Pixels(
            owned: gdk_pixbuf_composite_color_simple(
                pixels.pixbuf, gdk_pixbuf_get_width(pixels.pixbuf), gdk_pixbuf_get_height(pixels.pixbuf),
                GDK_INTERP_NEAREST, 255, 8, 0xFF_FFFF, 0xFF_FFFF))
    }

    // Noise, the worst there is, takes 45 kB at 200 x 200 and the first quality: the others are for larger edges.
    private static func encode(_ pixels: Pixels) throws(PictureError) -> Data {
        for quality in [92, 85, 75, 60, 40] {
            guard let data = encode(pixels, quality: quality) else { throw .damaged }
            if (data.count + 2) / 3 * 4 < base64Limit { return data }
        }
        throw .damaged
    }

    private static func encode(_ pixels: Pixels, quality: Int) -> Data? {
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let saved = ["quality", "\(quality)"].withCStrings { options in
            var keys = [options[0], nil]
            var values = [options[1], nil]
            return gdk_pixbuf_save_to_bufferv(pixels.pixbuf, &buffer, &count, "jpeg", &keys, &values, nil).isTrue
        }
        guard let buffer else { return nil }
        defer { g_free(buffer) }
        return saved ? Data(bytes: buffer, count: Int(count)) : nil
    }
}

extension [String] {
    /// Lends the strings to C.
    fileprivate func withCStrings<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        return body(copies)
    }
}
