import ClassAPI
import DirectoryModel
import Foundation

/// The vCard of an entry, as it is sent.
struct ServedCard: Sendable {
    /// The key of the entry.
    let key: Int
    let text: String

    /// - Throws: `DecodingError` if `json` is not such a record; the server never stores one like that.
    init<R: DirectoryRecord>(_ json: Data, as type: R.Type, _ writer: CardWriter<R>) throws {
        let record = try JSONDecoder().decode(R.self, from: json)
        key = record.key
        text = writer.card(record).allowedInXML
    }

    var tag: Tag { Tag(of: text) }

    /// A hash of a card that takes little memory.
    struct Tag: Hashable, Sendable {
        private let high: UInt64
        private let low: UInt64

        init(of text: String) {
            var hash = ContentHash()
            hash.add(text)
            let bytes = hash.bytes()
            (high, low) = (Self.number(bytes.prefix(8)), Self.number(bytes.suffix(8)))
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

        var etag: String { "\"\(String(high, radix: 16))-\(String(low, radix: 16))\"" }
    }
}
