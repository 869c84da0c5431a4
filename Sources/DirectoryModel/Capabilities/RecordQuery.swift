public import Language

/// Which records, in which order, how many: one value that the store turns into a query.
public struct RecordQuery<R: DirectoryRecord>: Equatable, Sendable {
    /// What a record has to fulfil.
    public indirect enum Predicate: Equatable, Sendable {
        case everything
        /// The field says exactly this.
        case equals(String, FieldValue)
        /// The field's text begins with one of these, whatever the case and accents.
        case begins(String, with: [String])
        /// The field says this or more; texts are compared as they are written.
        case atLeast(String, FieldValue)
        case not(Predicate)
        case all([Predicate])
    }

    /// What records are sorted by.
    public enum Sort: Equatable, Sendable {
        /// One of the record's orders, by its id.
        case order(String)
        /// A field: numbers by size, texts without case and accents.
        case field(String, isDescending: Bool = false)
    }

    public var predicate: Predicate
    /// The first counts most; the order records came in decides last.
    public var sort: [Sort]
    /// How many at most; nil for all.
    public var limit: Int?

    public init(_ predicate: Predicate = .everything, sort: [Sort] = [], limit: Int? = nil) {
        self.predicate = predicate
        self.sort = sort
        self.limit = limit
    }
}

/// A fetch request with a name, offered over the list.
public struct SavedQuery<R: DirectoryRecord>: Sendable {
    /// The name settings and the command line know it by: lower case, one word.
    public let id: String
    public let label: String
    /// Without a sort of its own, the list's sections and order stay.
    public let request: RecordQuery<R>

    public init(id: String, label: LocalizedString, _ request: RecordQuery<R> = RecordQuery()) {
        self.id = id
        self.label = label.text
        self.request = request
    }
}
