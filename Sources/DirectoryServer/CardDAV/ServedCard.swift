import ClassAPI
import DirectoryModel
import Foundation

/// The vCard of one entry, as it is sent.
struct ServedCard: Sendable {
    /// The number of the entry, by which it is addressed.
    let key: Int
    let text: String

    /// The card of the entry that is stored as `json`.
    /// - Throws: where that is not a record; the server never stores one like that.
    init<R: DirectoryRecord>(_ json: Data, as type: R.Type, _ writer: CardWriter<R>) throws {
        let record = try JSONDecoder().decode(R.self, from: json)
        key = record.key
        text = writer.card(record).allowedInXML
    }

    /// The tag: equal for the same bytes and for no others.
    var tag: Tag { Tag(of: text) }

    /// A hash of a card; a list of them takes little memory.
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

        /// The ETag, with its quotation marks.
        var etag: String { "\"\(String(high, radix: 16))-\(String(low, radix: 16))\"" }
    }
}
