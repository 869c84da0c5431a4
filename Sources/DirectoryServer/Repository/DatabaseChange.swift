/// What happened to the connection between a server and its database.
public enum DatabaseChange: Equatable, Sendable {
    /// The database cannot be reached; the reason is the rest of a sentence.
    case lost(reason: String)
    /// It can be reached again.
    case back
}
