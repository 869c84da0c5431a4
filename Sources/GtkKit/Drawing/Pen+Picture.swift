internal import CGtk
public import Foundation

extension Pen {
    /// Draws a picture in a circle; one that is not square is squeezed. A PDF contains `jpeg`, the same picture as a
    /// file, in the place of the pixels, at a tenth of their size.
    public func draw(_ picture: Pixbuf, jpeg: Data? = nil, x: Double, y: Double, diameter: Double) {
        cairo_save(cairo)
        circle(x + diameter / 2, y + diameter / 2, radius: diameter / 2)
        cairo_clip(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, diameter / Double(picture.width), diameter / Double(picture.height))
        gdk_cairo_set_source_pixbuf(cairo, picture.pixbuf, 0, 0)
        if let jpeg, let pattern = cairo_get_source(cairo) { Self.attach(jpeg, to: pattern) }
        cairo_paint(cairo)
        cairo_restore(cairo)
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
