public import DirectoryModel
import DirectoryStore

public struct RecordReference: Codable, Hashable, Sendable {
    public let collection: String
    public let key: Int

    public init(collection: String, key: Int) {
        self.collection = collection
        self.key = key
    }

    /// Nil if `word` does not name a record.
    public init?(_ word: String) {
        let parts = word.split(separator: "/")
        guard parts.count == 2, let key = Int(parts[1]) else { return nil }
        self.init(collection: String(parts[0]), key: key)
    }

    /// "people/12", the id in menus and on the bus.
    public var word: String { "\(collection)/\(key)" }
}

public struct RecordLink: Equatable, Sendable {
    public let reference: RecordReference
    public let collection: CollectionInfo
    public let title: String
}

typealias StoreWrite = @Sendable () throws(StoreError) -> Void

/// The favorites or the records opened last, the newest first. Deleted records are skipped.
@MainActor
struct RecordLinks {
    private let store: Store
    private let kind: MarkKind
    let most: Int
    private var references: [RecordReference]

    /// - Parameters:
    ///   - kind: the kind of the marks.
    ///   - most: the maximum; the oldest go first.
    init(_ kind: MarkKind, most: Int, in store: Store) {
        self.store = store
        self.kind = kind
        self.most = most
        let marked = (try? kind.records(in: store)) ?? []
        references = marked.map { RecordReference(collection: $0.collection, key: $0.key) }
    }

    static func favorites(in store: Store) -> RecordLinks { RecordLinks(.favorite, most: 50, in: store) }

    func contains(_ reference: RecordReference) -> Bool { references.contains(reference) }

    /// True if `added` fit with the present ones.
    func hasRoom(for added: [RecordReference]) -> Bool {
        added.count <= most && Set(references).union(added).count <= most
    }

    /// Adds links at once.
    /// - Returns: stores them, which may wait for another program.
    mutating func add(_ added: [RecordReference]) -> StoreWrite {
        references = adding(added)
        return { [store, kind, most] () throws(StoreError) in
            try kind.mark(added.map { ($0.collection, $0.key) }, in: store, most: most)
        }
    }

    private func adding(_ added: [RecordReference]) -> [RecordReference] {
        Array((added + references.filter { !added.contains($0) }).prefix(most))
    }

    mutating func remove(_ removed: [RecordReference]) -> StoreWrite {
        references.removeAll { removed.contains($0) }
        return { [store, kind] () throws(StoreError) in
            try kind.unmark(removed.map { ($0.collection, $0.key) }, in: store)
        }
    }

    /// The first links of records that exist, without those in `others`.
    func links(besides others: RecordLinks? = nil, limit: Int = .max) -> [RecordLink] {
        var links: [RecordLink] = []
        for reference in references where links.count < limit && others?.contains(reference) != true {
            if let link = link(to: reference) { links.append(link) }
        }
        return links
    }

    private func link(to reference: RecordReference) -> RecordLink? {
        guard let definition = store.collections.first(where: { $0.collection.name == reference.collection }),
            let title = store[definition].title(of: reference.key)
        else { return nil }
        return RecordLink(reference: reference, collection: definition.collection, title: title.line(cutAt: 200))
    }
}

/// A record as a vCard.
public struct RecordCard: Equatable, Sendable {
    public let title: String
    public let text: String
    /// The card without its picture, small enough for a QR code.
    public let small: String

    /// Nil if the collection has no vCards.
    public init?(_ record: Record) {
        guard let writer = CardWriter(record.definition) else { return nil }
        title = record.displayName.line(cutAt: 200)
        text = writer.card(record)
        small = writer.card(record, withPicture: false)
    }

    /// The record's name without characters that file systems forbid.
    public var fileName: String { "\(title.asFileName ?? "card").vcf" }
}

extension String {
    /// The text without characters that file systems forbid, or nil if none is left.
    var asFileName: String? {
        let name = plain.filter { !"/\\:*?\"<>|".contains($0) }.drop { $0 == "." }.prefix(60)
        return name.isEmpty ? nil : String(name)
    }
}
