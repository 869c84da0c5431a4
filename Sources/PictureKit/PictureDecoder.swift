internal import Foundation
internal import GtkKit
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
        let decoder = PixbufDecoder(
            kind: outline.kind.rawValue, width: outline.width, height: outline.height,
            scaled: outline.kind == .jpeg ? wanted : nil,
            isEveryRowTold: [.png, .bmp, .webp].contains(outline.kind))
        do { return try decoder.decode(pieces) } catch {
            switch error {
            case .noDecoder:
                throw .kindNotTaken(outline.kind == .webp ? "WebP" : outline.kind.rawValue.uppercased())
            case .damaged: throw .damaged
            }
        }
    }

    /// A square of at most side x side pixels, cut from the middle. Throws `PictureError`.
    static func square(_ data: Data, side: Int) throws(PictureError) -> Pixbuf {
        let outline = try PictureOutline.checked(data, atMost: PictureOutline.mostPixelsInLists)
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
