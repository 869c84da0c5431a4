import ClassAPI
import DirectoryModel
import Foundation

/// The vCard of an entry.
struct ServedCard {
    /// The key of the entry.
    var key: Int { record.key }
    /// The hash of the JSON of the entry.
    let hash: Data
    private let record: Record

    /// - Throws: if `json` is not such a record; the server never stores one like that.
    init(_ json: Data, of definition: Definition) throws {
        record = try Record(definition, json: json)
        hash = Entry.hash(of: json)
    }

    /// The card, as it is sent.
    func text(_ writer: CardWriter) -> String { writer.card(record).allowedInXML }

    /// The values of its properties, except the picture, by their names.
    func values(_ writer: CardWriter) -> [String: [String]] {
        // Folded between bytes, so possibly before a combining mark.
        let folded = Array(writer.card(record, withPicture: false).allowedInXML.utf8)
        let lines = String(decoding: folded.replacing("\r\n ".utf8, with: []), as: UTF8.self)
            .split(separator: "\r\n")
        return lines.reduce(into: [:]) { values, line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return }
            let name = String(parts[0].prefix { $0 != ";" })
            values[name, default: []].append(parts[1].replacing(/\\(.)/) { $0.1 == "n" ? "\n" : $0.1 }.description)
        }
    }
}

/// Makes the ETags of cards, without the cards.
struct CardTags: Sendable {
    /// Differs if the same JSON may yield another card.
    private let format: String

    init(_ definition: Definition, _ writer: CardWriter) {
        var hash = ContentHash()
        for specimen in definition.specimens { hash.add(writer.card(specimen).allowedInXML) }
        format = String(UInt64(bitPattern: hash.number()), radix: 16)
    }

    /// A strong ETag: equal only for equal cards.
    /// - Parameter hash: that of the JSON of the entry.
    func etag(_ hash: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\"\(String(decoding: text, as: UTF8.self))-\(format)\""
    }
}

/// Writes the responses for cards without their text, which differ only in key and ETag.
struct CardResponses {
    /// The parts around keys, each divided at ETags.
    private let parts: [[Markup]]

    /// - Parameter response: returns the response for a key and an ETag.
    init(_ response: (_ key: String, _ etag: String) -> Markup) {
        // No XML name contains braces.
        let (key, etag) = ("{key}", "{etag}")
        parts = response(key, etag).split(at: key).map { $0.split(at: etag) }
    }

    func response(_ key: Int, _ etag: String) -> Markup {
        let etag: Markup = "\(etag)"
        return Markup(parts.map { Markup($0, separator: etag) }, separator: "\(key)")
    }
}
