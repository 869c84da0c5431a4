import ClassAPI
import Foundation
import GRDB

/// A picture as it is stored: decoded bytes, or the original text if that is not valid base64.
enum PictureContent: Equatable, Sendable {
    case bytes(Data)
    case text(String)

    /// Nil for an empty text. NUL, which would end a text in SQLite, is removed.
    init?(base64: String) {
        guard !base64.isEmpty else { return nil }
        if let data = Data(base64Encoded: base64), Self.isCanonical(base64, byteCount: data.count) {
            self = .bytes(data)
        } else {
            guard base64.utf8.contains(0) else {
                self = .text(base64)
                return
            }
            self.init(base64: String(decoding: base64.utf8.filter { $0 != 0 }, as: UTF8.self))
        }
    }

    /// True if encoding the bytes again gives the same text.
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

    var byteCount: Int {
        switch self {
        case .bytes(let data): data.count
        case .text(let text): text.utf8.count
        }
    }

    var base64: String {
        switch self {
        case .bytes(let data): data.base64EncodedString()
        case .text(let text): text
        }
    }

    /// The picture's bytes, or nil if it is not base64.
    var data: Data? {
        switch self {
        case .bytes(let data): data
        case .text(let text): Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .bytes(let data): data.databaseValue
        case .text(let text): text.databaseValue
        }
    }

    /// Different for bytes and the same bytes as text.
    var hash: Int64 {
        var hash = ContentHash(capacity: byteCount + 16)
        switch self {
        case .bytes(let data): hash.add(data)
        case .text(let text): hash.add("text \(text)")
        }
        return hash.number()
    }

    func add(to hash: inout ContentHash) {
        switch self {
        case .bytes(let data): hash.add(data)
        case .text(let text): hash.add(text)
        }
    }
}

/// A picture and its hash.
struct HashedPicture: Equatable, Sendable {
    let content: PictureContent
    let hash: Int64

    init(_ content: PictureContent) {
        self.content = content
        hash = content.hash
    }
}
