/// Where a record's number comes from.
public enum Numbering: Sendable {
    /// People know the number and type it.
    case typed
    /// The store assigns the next number.
    case counted
    /// The server assigns the number.
    case byServer
}
