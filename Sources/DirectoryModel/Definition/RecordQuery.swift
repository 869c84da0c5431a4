public import Language

/// A query for the store: a predicate, sort keys, and a limit.
public struct RecordQuery: Equatable, Sendable {
    /// A condition on a record.
    public enum Predicate: Equatable, Sendable {
        case equals(String, FieldValue)
        /// The value is another one, or missing.
        case differs(String, from: FieldValue)
        /// The text begins with one of these, ignoring case and accents.
        case begins(String, with: [String])
        /// The value is at least this one; texts are compared byte by byte.
        case atLeast(String, FieldValue)
    }

    /// A sort key.
    public enum Sort: Equatable, Sendable {
        /// One of the record's orders, by id.
        case order(String)
        /// A field: numbers by size, texts ignoring case and accents.
        case field(String, isDescending: Bool = false)
    }

    /// Nil for every record.
    public var predicate: Predicate?
    /// The most significant first; ties are in order of arrival.
    public var sort: [Sort]
    /// Nil for no limit.
    public var limit: Int?

    /// Without arguments, the query finds every record in order of arrival.
    public init(_ predicate: Predicate? = nil, sort: [Sort] = [], limit: Int? = nil) {
        self.predicate = predicate
        self.sort = sort
        self.limit = limit
    }
}

/// A named query offered above the list.
public struct SavedQuery: Sendable {
    /// The name in settings and on the command line: one lowercase word.
    public let id: String
    public let label: String
    /// Without sort keys, the list's sections and order are unchanged.
    public let request: RecordQuery

    /// Without a request, the query finds every record.
    public init(id: String, label: LocalizedString, _ request: RecordQuery = RecordQuery()) {
        self.id = id
        self.label = label.text
        self.request = request
    }
}
