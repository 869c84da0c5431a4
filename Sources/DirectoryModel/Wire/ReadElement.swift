/// The result of reading one element.
public enum ReadElement<R: DirectoryRecord>: Sendable {
    /// A record.
    case record(R)
    /// An element that is not a record.
    case rejected(RejectedElement)
    /// A record some of whose fields are broken: the fields with the keys in `unread` stay as they are here.
    case partly(R, unread: Set<String>, RejectedElement)
}

extension ReadElement {
    /// The record of a file, corrected by its rules as far as possible; one odd field is not a reason to lose the other
    /// fields.
    package var normalized: ReadElement<R> {
        switch self {
        case .record(let record): .record(record.normalizedWherePossible)
        case .partly(let record, let unread, let rejected):
            .partly(record.normalizedWherePossible, unread: unread, rejected)
        case .rejected: self
        }
    }
}
