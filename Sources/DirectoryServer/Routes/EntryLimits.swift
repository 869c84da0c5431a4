/// Limits of what may be sent.
enum EntryLimits {
    /// The largest body that is read, in bytes.
    static let largestBody = 256 << 10
}
