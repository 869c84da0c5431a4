public import Foundation
import PictureOutlines

/// The format of a picture, detected from its first bytes.
public enum PictureKind: String, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"

    /// The limit for a picture's base64, in characters.
    public static let maxBase64 = 100_000

    /// Nil for other formats.
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
