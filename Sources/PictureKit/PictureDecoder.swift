public import Foundation
public import GtkKit
import PictureOutlines

/// Decodes untrusted data with a known outline. Can be used on any thread.
enum PictureDecoder {
    typealias Size = (width: Int, height: Int)

    /// Decodes an upright picture. `size` maps its size to the requested one. Throws `PictureError`.
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
        // Only JPEGs are scaled while decoding, because loaders that scale do not report rows; the outline checks a
        // JPEG's end. A GIF's frame may be smaller than its screen.
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

    /// The centered square, at most `side` pixels wide. Throws `PictureError`.
    static func square(_ data: Data, side: Int) throws(PictureError) -> Pixbuf {
        let outline = try PictureOutline.checked(data, atMost: PictureOutline.maxPixelsInLists)
        let side = max(1, side)
        let whole = try decode(data, outline) { covering($0, side: side) }
        let edge = min(whole.width, whole.height, side)
        let part = whole.part(x: (whole.width - edge) / 2, y: (whole.height - edge) / 2, width: edge, height: edge)
        // Releases the pixels around the square.
        guard let square = part?.copy() else { throw .damaged }
        return square
    }

    /// The size whose shorter edge is at least `side`.
    private static func covering(_ size: Size, side: Int) -> Size {
        let shorter = min(size.width, size.height)
        guard shorter > side else { return size }
        let scaled = { (edge: Int) in (edge * side + shorter - 1) / shorter }
        return (scaled(size.width), scaled(size.height))
    }
}

/// Encodes the square pictures of records.
public enum PictureSquare {
    /// In pixels.
    public static let maxEdge = 200
    /// In characters.
    static let base64Limit = 100_000

    /// Encodes the square as a JPEG of at most 200 × 200 pixels on white, without metadata, with the best quality that
    /// takes less than 100,000 characters in base64. The square is moved into the picture. Throws `PictureError`.
    public static func jpeg(_ picture: Pixbuf, crop: CropRect) throws(PictureError) -> Data {
        let side = max(1, min(crop.side, picture.width, picture.height))
        let x = max(0, min(crop.x, picture.width - side))
        let y = max(0, min(crop.y, picture.height - side))
        let edge = min(maxEdge, side)
        let part = picture.part(x: x, y: y, width: side, height: side)?.scaled(edge, edge)
        guard let part = part?.onWhite() else { throw .damaged }
        return try encode(part)
    }

    /// `jpeg(_:crop:)` off the main thread.
    public static func jpeg(of picture: Pixbuf, crop: CropRect) async throws(PictureError) -> Data {
        let made = Task.detached { Result(catching: { () throws(PictureError) in try jpeg(picture, crop: crop) }) }
        return try await made.value.get()
    }

    // At 200 × 200 pixels even noise fits with the first quality.
    private static func encode(_ pixels: Pixbuf) throws(PictureError) -> Data {
        for quality in [92, 85, 75, 60, 40] {
            guard let data = pixels.jpeg(quality: quality) else { throw .damaged }
            if (data.count + 2) / 3 * 4 < base64Limit { return data }
        }
        throw .damaged
    }
}

/// A decoded picture for printing. Immutable.
public struct PagePicture: Sendable {
    fileprivate let pixels: Pixbuf
    /// The file that a PDF contains in place of pixels.
    fileprivate let jpeg: Data?

    /// Decodes the centered square of untrusted data, at most `side` pixels wide. Throws `PictureError`.
    public init(_ data: Data, side: Int) throws(PictureError) {
        pixels = try PictureDecoder.square(data, side: side)
        jpeg = try? PictureSquare.jpeg(pixels, crop: CropRect(x: 0, y: 0, side: pixels.width))
    }
}

extension Pen {
    /// Draws a picture in a circle.
    public func draw(_ picture: PagePicture, x: Double, y: Double, diameter: Double) {
        draw(picture.pixels, jpeg: picture.jpeg, x: x, y: y, diameter: diameter)
    }
}
