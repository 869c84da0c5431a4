public import Foundation
public import GtkKit

/// A decoded picture for a page. It never changes, and can be passed between threads.
public struct PagePicture: Sendable {
    fileprivate let pixels: Pixbuf
    /// The bytes that a PDF contains in the place of pixels; nil where the pixels are used.
    fileprivate let jpeg: Data?

    /// Decodes untrusted data into a square of at most side x side pixels, cut from the middle. It may
    /// be called anywhere, and throws `PictureError`.
    public init(_ data: Data, side: Int) throws(PictureError) {
        pixels = try PictureDecoder.square(data, side: side)
        jpeg = try? PictureSquare.jpeg(UprightPicture(pixels), crop: CropRect(x: 0, y: 0, side: pixels.width))
    }
}

extension Pen {
    /// Draws a picture in a circle; one that is not square is squeezed.
    public func draw(_ picture: PagePicture, x: Double, y: Double, diameter: Double) {
        draw(picture.pixels, jpeg: picture.jpeg, x: x, y: y, diameter: diameter)
    }
}
