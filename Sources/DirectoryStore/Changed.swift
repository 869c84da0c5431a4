public import DirectoryModel

/// The result of changing a record.
public enum Changed<R: DirectoryRecord>: Equatable, Sendable {
    /// The change was made; the record as it was kept.
    case kept(R)
    /// The record was deleted in the meantime, and was put back with the change; the record as it was kept.
    case putBack(R)
    /// The store is unchanged: no record has the key.
    case absent
    /// The store is unchanged: the new key belongs to another record, whose title is `by`.
    case keyTaken(by: String)
    /// The store is unchanged: others changed the same fields in the meantime.
    case conflict(ThreeWayMerge<R>)

    /// True where the record was put back.
    public var isPutBack: Bool { if case .putBack = self { true } else { false } }

    /// The record as it was kept, or nil.
    public var record: R? {
        switch self {
        case .kept(let record), .putBack(let record): record
        case .absent, .keyTaken, .conflict: nil
        }
    }
}
