import ClassAPI
import DirectoryModel
import Foundation

/// An address book: the entries of a list as cards.
struct CardBook: Sendable {
    /// Its name in addresses.
    let name = "book"
    let definition: Definition
    private let repository: SQLRepository
    private let writer: CardWriter
    /// Differs if the same JSON may yield another card.
    private let format: String

    /// Which cards are read: with `keys` also those that do not exist, with `changes` those removed.
    enum Selection: Sendable {
        /// Nil for all.
        case keys(Set<Int>?)
        /// With the tag of the list.
        case changes(since: String)
    }

    /// An entry as a card.
    struct Card: Sendable {
        let key: Int
        /// The hash of the JSON of the entry, or nil if there is no such entry.
        var hash: Data?
        /// Nil if only the hash was read, or if the entry cannot be read.
        fileprivate var record: Record?
        /// True if the JSON of the entry cannot be read, though the server never stores such an entry.
        var isUnreadable = false
    }

    /// Passes cards to its argument, one by one.
    typealias Each = (_ take: @escaping (Card) throws -> Void) throws -> Void

    /// - Returns: nil if the records have no cards.
    init?(_ definition: Definition, repository: SQLRepository) {
        guard let writer = CardWriter(definition) else { return nil }
        self.definition = definition
        self.repository = repository
        self.writer = writer
        var hash = ContentHash()
        for specimen in definition.specimens { hash.add(writer.card(specimen).allowedInXML) }
        format = String(UInt64(bitPattern: hash.number()), radix: 16)
    }

    /// Calls `body`, possibly several times, with the tag of the list, and a function that reads the cards in list order,
    /// in one transaction.
    /// - Parameter withText: true if the text of the cards is needed.
    /// - Returns: nil if the tag of the changes is unknown.
    func read<T: Sendable>(
        _ selection: Selection, of list: ListKey, withText: Bool,
        _ body: @escaping @Sendable (_ tag: String, _ each: Each) throws -> T
    ) async throws -> T? {
        switch selection {
        case .keys(let keys):
            return try await repository.withEntries(of: list, keys: keys, withJSON: withText) { tag, each in
                try body(tag) { take in
                    var missing = keys ?? []
                    try each {
                        missing.remove($0.key)
                        try take(card($0))
                    }
                    for key in missing.sorted() { try take(Card(key: key)) }
                }
            }
        case .changes(let tag):
            return try await repository.withDelta(of: list, since: DeltaRequest(tag: tag)) { delta in
                try body(delta.tag) { take in
                    try delta.each { try take(card($0)) }
                    for key in delta.removed { try take(Card(key: key)) }
                }
            }
        }
    }

    /// The card of an entry, or nil if there is no such entry.
    func card(of key: Int, in list: ListKey) async throws -> Card? {
        let card = try await read(.keys([key]), of: list, withText: true) { _, each in
            var found: Card?
            try each { found = $0 }
            return found
        }
        return card?.flatMap { $0.hash == nil ? nil : $0 }
    }

    private func card(_ entry: SQLRepository.StoredEntry) -> Card {
        guard !entry.json.isEmpty else { return Card(key: entry.key, hash: entry.hash) }
        let record = try? Record(definition, json: entry.json)
        return Card(key: entry.key, hash: entry.hash, record: record, isUnreadable: record == nil)
    }

    // MARK: What a card says

    /// A strong ETag: equal only for equal cards.
    func etag(_ card: Card) -> String {
        "\"\(ContentHash.hexadecimal(card.hash ?? Data()))-\(format)\""
    }

    /// The card, as it is sent.
    func text(_ card: Card) -> String { card.record.map { writer.card($0).allowedInXML } ?? "" }

    func resource(of list: ListKey) async throws -> DAVResource {
        resource(try await repository.version(of: list).tag)
    }

    /// - Parameter tag: that of the list, "" if it never had entries.
    func resource(_ tag: String) -> DAVResource { DAVResource(address: .book(name), tag: self.tag(tag)) }

    /// The tag of the cards: differs if the list or the format of its cards does.
    func tag(_ tag: String) -> String { tag.isEmpty ? "" : "\(tag)-\(format)" }

    /// The cards to send to a client with a sync token, or nil if it is of no list, or of cards in another format.
    func selection(since token: String) -> Selection? {
        if token.isEmpty || token == SyncToken.text("") { return .keys(nil) }
        let (start, end) = (SyncToken.start, "-\(format)")
        guard token.hasPrefix(start), token.hasSuffix(end) else { return nil }
        return .changes(since: String(token.dropFirst(start.count).dropLast(end.count)))
    }

    func resource(_ card: Card, withText: Bool) -> DAVResource {
        DAVResource(address: .card(card.key, book: name), tag: etag(card), card: withText ? text(card) : nil)
    }

    /// The element of a card in an answer, whether there is such an entry or not.
    func response(_ card: Card, withText: Bool, _ writer: MultistatusWriter) -> Markup {
        let resource = resource(card, withText: withText)
        if card.hash == nil { return MultistatusWriter.absent(resource.address.path) }
        return card.isUnreadable ? MultistatusWriter.failed(resource.address.path) : writer.response(resource)
    }

    /// The values of the properties of a card, except its picture, by their names.
    func values(_ card: Card) -> [String: [String]] {
        // Folded between bytes, so possibly before a combining mark.
        let folded = Array((card.record.map { writer.card($0, withPicture: false).allowedInXML } ?? "").utf8)
        let lines = String(decoding: folded.replacing("\r\n ".utf8, with: []), as: UTF8.self).split(separator: "\r\n")
        return lines.reduce(into: [:]) { values, line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return }
            let name = String(parts[0].prefix { $0 != ";" })
            values[name, default: []].append(parts[1].replacing(/\\(.)/) { $0.1 == "n" ? "\n" : $0.1 }.description)
        }
    }
}
