internal import CGtk
public import Foundation
public import GtkKit

/// Why data could not be turned into a picture.
public enum TextureError: Error, Equatable {
    /// More than four million pixels; nothing of it was decoded.
    case tooLarge(width: Int, height: Int)
    /// No picture, a damaged one, or one of a kind that is not taken (PNG, JPEG, GIF, WebP and BMP are).
    case unreadable(String)
}

extension Texture {
    /// Decodes data that may come from anybody into a square of at most side x side pixels, cut from the middle. It
    /// decodes off the main thread and throws `TextureError`.
    public static func decode(_ data: Data, side: Int) async throws -> Texture {
        try Texture(await Task.detached { try PictureDecoder.decode(data, side: side) }.value)
    }

    convenience init(_ decoded: DecodedTexture) { self.init(.adopting(decoded.pointer)) }
}
