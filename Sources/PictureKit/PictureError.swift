import Foundation
internal import Language
import PictureOutlines

/// Why a picture cannot be used, with a message for the user.
public enum PictureError: Error, Equatable, CustomStringConvertible {
    case empty
    /// An unknown format.
    case notAPicture
    /// An unsupported format, such as TIFF.
    case kindNotTaken(String)
    /// More pixels than the limit; it was not decoded.
    case tooLarge(width: Int, height: Int)
    /// Truncated or inconsistent.
    case damaged
    /// Longer than `PictureFile.limit`; it was not read.
    case fileTooLarge(name: String)
    /// A folder, pipe, or device.
    case notAFile(name: String)
    /// Missing or not readable.
    case notRead(name: String)

    public var description: String {
        switch self {
        case .empty: translated("This file is empty.")
        case .notAPicture: translated("This is not a picture. Choose a JPEG, PNG, GIF, WebP, or BMP file.")
        case .kindNotTaken(let kind): translated("\(kind) pictures are not supported. Save it as JPEG or PNG first.")
        case .tooLarge(let width, let height):
            translated("This picture is too large (\(width) × \(height)). Choose a smaller one.")
        case .damaged: translated("This picture is incomplete or damaged. Choose another one.")
        case .fileTooLarge(let name): translated("“\(name)” is larger than 60 MB. Choose a smaller picture.")
        case .notAFile(let name): translated("“\(name)” is not a file. Choose a picture file.")
        case .notRead(let name):
            translated("“\(name)” could not be read. Check that it exists and that you can open it.")
        }
    }
}

extension PictureOutline {
    /// The outline of the data. Throws `PictureError`.
    static func checked(_ data: Data, atMost pixels: Int = .max) throws(PictureError) -> PictureOutline {
        do { return try of(data, atMost: pixels) } catch {
            switch error {
            case .empty: throw .empty
            case .notAPicture: throw .notAPicture
            case .kindNotTaken(let kind): throw .kindNotTaken(kind)
            case .tooLarge(let width, let height): throw .tooLarge(width: width, height: height)
            case .damaged: throw .damaged
            }
        }
    }
}
