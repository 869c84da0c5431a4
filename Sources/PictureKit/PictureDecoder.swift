public import Foundation
public import GtkKit
import PictureOutlines

/// Decodes untrusted data whose outline is known, on any thread.
enum PictureDecoder {
    typealias Size = (width: Int, height: Int)

    /// The picture, upright, at the requested size; `size` gets its own size. Throws `PictureError`.
    static func decode(
        _ data: Data, _ outline: PictureOutline, size: (Size) -> Size
    ) throws(PictureError) -> Pixbuf {
        let wanted = size((outline.width, outline.height))
        let pieces = outline.pieces.map { data.dropFirst($0.lowerBound).prefix($0.count) }
        guard
            let decoded = try decoded(pieces + [Data(outline.tail)], outline, wanted)
                .scaled(wanted.width, wanted.height)?.upright(outline.orientation)
        else { throw .damaged }
        return decoded
    }

    private static func decoded(
        _ pieces: [Data], _ outline: PictureOutline, _ wanted: Size
    ) throws(PictureError) -> Pixbuf {
        // Only JPEGs are scaled while they are decoded; the others could not report which rows arrived. A loader that
        // scales does not report rows, but a JPEG's outline has its end; a GIF's frame may be smaller than the screen.
        do {
            return try Pixbuf.decode(
                pieces, kind: outline.kind.rawValue, width: outline.width, height: outline.height,
                scaled: outline.kind == .jpeg ? wanted : nil,
                reportsRows: [.png, .bmp, .webp].contains(outline.kind))
        } catch {
            switch error {
            case .noDecoder:
                throw .kindNotTaken(outline.kind == .webp ? "WebP" : outline.kind.rawValue.uppercased())
            case .damaged: throw .damaged
            }
        }
    }

    /// A square of at most side x side pixels, cut from the middle. Throws `PictureError`.
    static func square(_ data: Data, side: Int) throws(PictureError) -> Pixbuf {
        let outline = try PictureOutline.checked(data, atMost: PictureOutline.maxPixelsInLists)
        let side = max(1, side)
        let whole = try decode(data, outline) { covering($0, side: side) }
        let edge = min(whole.width, whole.height, side)
        let part = whole.part(x: (whole.width - edge) / 2, y: (whole.height - edge) / 2, width: edge, height: edge)
        // The copy releases the pixels around the square.
        guard let square = part?.copy() else { throw .damaged }
        return square
    }

    /// The size at which the shorter edge is the side, rounded up so that it is never smaller.
    private static func covering(_ size: Size, side: Int) -> Size {
        let shorter = min(size.width, size.height)
        guard shorter > side else { return size }
        let scaled = { (edge: Int) in (edge * side + shorter - 1) / shorter }
        return (scaled(size.width), scaled(size.height))
    }
}

/// Makes the small square JPEGs that records contain.
public enum PictureSquare {
    /// The most pixels across and down.
    public static let maxEdge = 200
    /// The limit for the length of the result in base64, in characters.
    static let base64Limit = 100_000

    /// The part of the picture in the square as a JPEG of at most 200 × 200 pixels, white where it was transparent,
    /// without metadata, at the best quality whose base64 is shorter than 100,000 characters. A square that is partly
    /// outside is moved into the picture, and made smaller if it must be. Throws `PictureError`.
    public static func jpeg(_ picture: Pixbuf, crop: CropRect) throws(PictureError) -> Data {
        let side = max(1, min(crop.side, picture.width, picture.height))
        let x = max(0, min(crop.x, picture.width - side))
        let y = max(0, min(crop.y, picture.height - side))
        let edge = min(maxEdge, side)
        let part = picture.part(x: x, y: y, width: side, height: side)?.scaled(edge, edge)
        guard let part = part?.onWhite() else { throw .damaged }
        return try encode(part)
    }

    /// `jpeg(_:crop:)`, off the main thread.
    public static func jpeg(of picture: Pixbuf, crop: CropRect) async throws(PictureError) -> Data {
        let made = Task.detached { Result(catching: { () throws(PictureError) in try jpeg(picture, crop: crop) }) }
        return try await made.value.get()
    }

    // Noise, the worst case, takes 45 kB at 200 x 200 and the first quality: the others are for larger edges.
    private static func encode(_ pixels: Pixbuf) throws(PictureError) -> Data {
        for quality in [92, 85, 75, 60, 40] {
            guard let data = pixels.jpeg(quality: quality) else { throw .damaged }
            if (data.count + 2) / 3 * 4 < base64Limit { return data }
        }
        throw .damaged
    }
}

/// A decoded picture for a page. It never changes, and can be passed between threads.
public struct PagePicture: Sendable {
    fileprivate let pixels: Pixbuf
    /// The bytes that a PDF contains in the place of pixels; nil where the pixels are used.
    fileprivate let jpeg: Data?

    /// Decodes untrusted data into a square of at most side x side pixels, cut from the middle. It may
    /// be called anywhere, and throws `PictureError`.
    public init(_ data: Data, side: Int) throws(PictureError) {
        pixels = try PictureDecoder.square(data, side: side)
        jpeg = try? PictureSquare.jpeg(pixels, crop: CropRect(x: 0, y: 0, side: pixels.width))
    }
}

extension Pen {
    /// Draws a picture in a circle; one that is not square is squeezed.
    public func draw(_ picture: PagePicture, x: Double, y: Double, diameter: Double) {
        draw(picture.pixels, jpeg: picture.jpeg, x: x, y: y, diameter: diameter)
    }
}
