import DirectoryModel

/// The version of a record that the server is known to have.
public struct PublishedVersion: Equatable, Sendable {
    /// The hash of the content, as `DirectoryRecord.contentHash`.
    public let hash: Int64
    /// The server's tag of the version, where it is known.
    public let tag: String?
}
