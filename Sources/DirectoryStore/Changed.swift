public import DirectoryModel

/// What became of a change of a record.
public enum Changed<R: DirectoryRecord>: Equatable, Sendable {
    /// It was made; the record as it was kept.
    case kept(R)
    /// It was deleted meanwhile, and was put back with the change; the record as it was kept.
    case putBack(R)
    /// Nothing was changed: no record has the key.
    case absent
    /// Nothing was changed: the new key belongs to another.
    case keyTaken
    /// Nothing was changed: others changed the same fields meanwhile.
    case conflict(ThreeWayMerge<R>)

    /// True where it was put back.
    public var isPutBack: Bool { if case .putBack = self { true } else { false } }

    /// The record as it was kept, or nil.
    public var record: R? {
        switch self {
        case .kept(let record), .putBack(let record): record
        case .absent, .keyTaken, .conflict: nil
        }
    }
}
