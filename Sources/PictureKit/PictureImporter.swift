public import Foundation
import PictureOutlines

/// Imports untrusted pictures.
public enum PictureImporter {
    /// The longest edge of a picture that is kept for cropping, in pixels.
    public static let longestEdge = 1024

    /// The picture in the bytes: a JPEG of up to 200 million pixels, a PNG of 12, a BMP of 12, a GIF or WebP of 5, of
    /// which the first frame is used. Decoding happens off the main thread, always takes less than 60 MB,
    /// and starts only after the size is known. Throws `PictureError`.
    public static func picture(from data: Data) async throws(PictureError) -> UprightPicture {
        let taken = Task.detached { Result { () throws(PictureError) in try read(data) } }
        return try await taken.value.get()
    }

    static func read(_ data: Data) throws(PictureError) -> UprightPicture {
        let outline = try PictureOutline.checked(data)
        return UprightPicture(try PictureDecoder.decode(data, outline) { fitting($0) })
    }

    private static func fitting(_ size: PictureDecoder.Size) -> PictureDecoder.Size {
        let longer = max(size.width, size.height)
        guard longer > longestEdge else { return size }
        let scaled = { (edge: Int) in max(1, (edge * longestEdge + longer / 2) / longer) }
        return (scaled(size.width), scaled(size.height))
    }
}
