public import Language

/// Which records, in which order, how many: one value that the store turns into a query.
public struct RecordQuery<R: DirectoryRecord>: Equatable, Sendable {
    /// A condition on a record.
    public indirect enum Predicate: Equatable, Sendable {
        /// Every record fulfills it.
        case everything
        /// The field has exactly this value.
        case equals(R.Key, FieldValue)
        /// The field's text begins with one of these, whatever the case and accents.
        case begins(R.Key, with: [String])
        /// The field has this value or a larger one; texts are compared as they are written.
        case atLeast(R.Key, FieldValue)
        /// The other condition is not fulfilled.
        case not(Predicate)
        /// All the conditions are fulfilled.
        case all([Predicate])
    }

    /// A sort key of records.
    public enum Sort: Equatable, Sendable {
        /// One of the record's orders, by its id.
        case order(String)
        /// A field: numbers by size, texts without case and accents.
        case field(R.Key, isDescending: Bool = false)
    }

    /// The condition that records fulfill.
    public var predicate: Predicate
    /// The first counts most; the order in which records arrived decides last.
    public var sort: [Sort]
    /// How many at most; nil for all.
    public var limit: Int?

    /// Makes a query; without arguments, it finds every record in the order they arrived.
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
    /// The name people choose it by.
    public let label: String
    /// Without a sort, the list keeps its sections and order.
    public let request: RecordQuery<R>

    /// Makes a saved query; without a request, it finds every record.
    public init(id: String, label: LocalizedString, _ request: RecordQuery<R> = RecordQuery()) {
        self.id = id
        self.label = label.text
        self.request = request
    }
}
