/// Limits of what may be sent.
enum EntryLimits {
    /// The largest body that is read, in bytes.
    static let largestBody = 256 << 10
    /// The most pieces of a body that is sent in chunks: reading each takes longer than reading its bytes.
    static let mostChunks = 4096
    /// The largest number of an entry: browsers round larger ones.
    static let largestKey = 1 << 53 - 1
}
