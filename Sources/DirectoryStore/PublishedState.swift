import DirectoryModel

/// How a record here compares with what the server is known to have of it.
public enum PublishedState: Equatable, Sendable {
    /// The server is not known to have it.
    case never
    /// The server has it as it is here.
    case same
    /// It was edited or removed here since it was published.
    case edited
}
