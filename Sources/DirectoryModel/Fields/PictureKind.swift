public import Foundation
import PictureOutlines

/// The kind of a picture, recognized by its first bytes.
public enum PictureKind: String, Sendable {
    /// A JPEG.
    case jpeg = "image/jpeg"
    /// A PNG.
    case png = "image/png"

    /// A picture's base64 has fewer characters than this: 100 KB.
    public static let maxBase64 = 100_000

    /// The kind of a picture; nil where its first bytes are those of neither.
    public init?(_ data: Data) {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else {
            return nil
        }
    }
}
