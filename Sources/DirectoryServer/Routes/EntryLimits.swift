/// Limits of what may be sent.
enum EntryLimits {
    /// The largest body that is read, in bytes.
    static let largestBody = 256 << 10
    /// The most pieces of a body that is sent in chunks, after `bytes` of it: reading a piece takes longer than its bytes.
    static func mostChunks(after bytes: Int) -> Int { 256 + bytes / 64 }
    /// The largest number of an entry: browsers round larger ones.
    static let largestKey = 1 << 53 - 1
}
