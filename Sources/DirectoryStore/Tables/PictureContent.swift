import ClassAPI
import Foundation
import GRDB

/// A picture as it is stored: decoded bytes, or the original text if that is not valid base64.
struct PictureContent: Equatable, Sendable {
    fileprivate let isText: Bool
    /// The picture's bytes, or those of the text.
    fileprivate let bytes: Data
}

extension PictureContent {
    /// Nil for an empty text. NUL, which would end a text in SQLite, is removed.
    init?(base64: String) {
        guard !base64.isEmpty else { return nil }
        if let data = Data(base64Encoded: base64), Self.isCanonical(base64, byteCount: data.count) {
            self.init(isText: false, bytes: data)
        } else if base64.utf8.contains(0) {
            self.init(base64: base64.filter { $0 != "\0" })
        } else {
            self.init(isText: true, bytes: Data(base64.utf8))
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
        case .blob(let data): self.init(isText: false, bytes: data)
        case .string(let text): self.init(isText: true, bytes: Data(text.utf8))
        case .null, .int64, .double: return nil
        }
    }

    var byteCount: Int { bytes.count }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    var base64: String { isText ? text : bytes.base64EncodedString() }

    /// The picture's bytes, or nil if it is not base64.
    var data: Data? { isText ? Data(base64Encoded: bytes, options: .ignoreUnknownCharacters) : bytes }

    var databaseValue: DatabaseValue { isText ? text.databaseValue : bytes.databaseValue }

    /// Different for bytes and the same bytes as text.
    var hash: Int64 {
        var hash = ContentHash(capacity: byteCount + 16)
        if isText { hash.add("text \(text)") } else { hash.add(bytes) }
        return hash.number()
    }

    func add(to hash: inout ContentHash) { hash.add(bytes) }
}
