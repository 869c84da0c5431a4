import ClassAPI
import DirectoryModel
import Foundation

/// The tags of all cards of a collection, kept up to date by what changed since they were last asked for.
actor CardIndex<R: DirectoryRecord> {
    /// All cards at one moment.
    struct State: Sendable {
        /// The tag of the list.
        var tag = ""
        var tags: [Int: ServedCard.Tag] = [:]
    }

    private let repository: SQLRepository
    private let writer: CardWriter<R>
    private let turns = AsyncSemaphore(1)
    private var latest: State?

    init(repository: SQLRepository, writer: CardWriter<R>) {
        (self.repository, self.writer) = (repository, writer)
    }

    /// The cards as they are now.
    /// - Throws: an error of the database, or of an entry that cannot be read; never a part of the list.
    nonisolated func state() async throws -> State {
        try await turns.run {
            let new = try await updated(await latest)
            await keep(new)
            return new
        }
    }

    private func keep(_ state: State) { latest = state }

    private nonisolated func updated(_ old: State?) async throws -> State {
        let name = R.collection.name
        guard let old else { return try await whole() }
        guard try await repository.listTag(of: name) != old.tag else { return old }
        let writer = writer
        let new = try await repository.withDelta(of: name, since: DeltaRequest(tag: old.tag)) { delta in
            var new = State(tag: delta.tag, tags: old.tags)
            for key in delta.removed { new.tags[key] = nil }
            try delta.each { json in
                let card = try ServedCard(json, as: R.self, writer)
                new.tags[card.key] = card.tag
            }
            return new
        }
        guard let new else { return try await whole() }
        return new
    }

    /// Reads the whole list, one entry after another.
    private nonisolated func whole() async throws -> State {
        let snapshot = try await repository.snapshot(of: R.collection.name)
        var state = State(tag: snapshot.tag)
        var splitter = ElementSplitter()
        try await snapshot.forEachPart { part in
            try part.withUnsafeBytes { bytes in
                try splitter.push(bytes) { element in
                    guard case .whole(let json) = element else { throw ListError.damaged }
                    let card = try ServedCard(json, as: R.self, writer)
                    state.tags[card.key] = card.tag
                }
            }
        }
        try splitter.finish()
        return state
    }
}

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
