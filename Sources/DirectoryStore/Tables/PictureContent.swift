import ClassAPI
import Foundation
import GRDB

/// A picture as it rests: the bytes it decodes to, or the text as it came where that is no base64.
enum PictureContent: Equatable {
    case bytes(Data)
    case text(String)

    /// Nil for the empty text.
    init?(base64: String) {
        guard !base64.isEmpty else { return nil }
        if let data = Data(base64Encoded: base64), Self.isCanonical(base64, byteCount: data.count) {
            self = .bytes(data)
        } else {
            self = .text(base64)
        }
    }

    /// True where encoding the bytes again gives the same text.
    private static func isCanonical(_ base64: String, byteCount: Int) -> Bool {
        guard base64.utf8.count == (byteCount + 2) / 3 * 4 else { return false }
        let tail = base64.suffix(4)
        return Data(base64Encoded: String(tail))?.base64EncodedString() == String(tail)
    }

    init?(databaseValue: DatabaseValue) {
        switch databaseValue.storage {
        case .blob(let data): self = .bytes(data)
        case .string(let text): self = .text(text)
        case .null, .int64, .double: return nil
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .bytes(let data): data.databaseValue
        case .text(let text): text.databaseValue
        }
    }

    var base64: String {
        switch self {
        case .bytes(let data): data.base64EncodedString()
        case .text(let text): text
        }
    }

    /// The picture's bytes, or nil where it is no base64.
    var data: Data? {
        switch self {
        case .bytes(let data): data
        case .text(let text): Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        }
    }

    func add(to hash: inout ContentHash) {
        switch self {
        case .bytes(let data): hash.add(data)
        case .text(let text): hash.add(text)
        }
    }
}
