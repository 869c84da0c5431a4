/// The result of reading one element.
public enum ReadElement<R: DirectoryRecord>: Sendable {
    /// A record.
    case record(R)
    /// An element that is not a record.
    case rejected(RejectedElement)
    /// A record some of whose fields are broken: the fields with the keys in `unread` stay as they are here.
    case partly(R, unread: Set<String>, RejectedElement)
}
