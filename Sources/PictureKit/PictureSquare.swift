public import Foundation
internal import GtkKit

/// Makes the small square JPEGs that records contain.
public enum PictureSquare {
    /// The most pixels across and down.
    public static let longestEdge = 200
    /// The limit for the length of the result in base64, in characters.
    static let base64Limit = 100_000

    /// The part of the picture in the square as a JPEG of at most 200 × 200 pixels, white where it was transparent,
    /// without metadata, at the best quality whose base64 is shorter than 100,000 characters. A square that is partly
    /// outside is moved into the picture, and made smaller if it must be. Throws `PictureError`.
    public static func jpeg(_ picture: UprightPicture, crop: CropRect) throws(PictureError) -> Data {
        let side = max(1, min(crop.side, picture.width, picture.height))
        let x = max(0, min(crop.x, picture.width - side))
        let y = max(0, min(crop.y, picture.height - side))
        let edge = min(longestEdge, side)
        let part = picture.pixels.part(x: x, y: y, width: side, height: side)?.scaled(edge, edge)
        guard let part = part?.onWhite() else { throw .damaged }
        return try encode(part)
    }

    /// `jpeg(_:crop:)`, off the main thread.
    public static func jpeg(of picture: UprightPicture, crop: CropRect) async throws(PictureError) -> Data {
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
