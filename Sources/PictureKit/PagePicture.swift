internal import CGtk
public import Foundation
public import GtkKit

/// A decoded picture for a page. It never changes, and may go from thread to thread.
public final class PagePicture: Sendable {
    private let pixels: Pixels
    /// What a PDF holds in the place of pixels, a tenth of their size; nil where there is none.
    private let jpeg: Data?

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Decodes data that may come from anybody into a square of at most side x side pixels, cut from the middle. It may
    /// be called anywhere, and throws `TextureError`.
    public init(_ data: Data, side: Int) throws {
        pixels = try PictureDecoder.square(data, side: side)
        (width, height) = (pixels.width, pixels.height)
        jpeg = try? PictureSquare.jpeg(UprightPicture(pixels), crop: CropRect(x: 0, y: 0, side: pixels.width))
    }

    /// Paints the pixels, one to a unit.
    func paint(on cairo: OpaquePointer) {
        gdk_cairo_set_source_pixbuf(cairo, pixels.pixbuf, 0, 0)
        if let jpeg, let pattern = cairo_get_source(cairo) { Self.attach(jpeg, to: pattern) }
        cairo_paint(cairo)
    }

    private static func attach(_ jpeg: Data, to pattern: OpaquePointer) {
        var surface: OpaquePointer?
        guard cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface else { return }
        jpeg.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let copy = g_memdup2(start, gsize(bytes.count))?.assumingMemoryBound(to: UInt8.self)
            else { return }
            cairo_surface_set_mime_data(
                surface, "image/jpeg", copy, UInt(bytes.count), { g_free($0) }, copy)
        }
    }
}

extension Pen {
    /// Draws a picture in a round place; one that is not square is squeezed.
    public func draw(_ picture: PagePicture, x: Double, y: Double, diameter: Double) {
        cairo_save(cairo)
        circle(x + diameter / 2, y + diameter / 2, radius: diameter / 2)
        cairo_clip(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, diameter / Double(picture.width), diameter / Double(picture.height))
        picture.paint(on: cairo)
        cairo_restore(cairo)
    }
}
