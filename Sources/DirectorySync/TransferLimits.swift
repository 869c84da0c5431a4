import DirectoryStore

/// How much a server may send, and how slowly.
public struct TransferLimits: Sendable {
    /// The largest list that is read, in bytes.
    public var largestList = 10_000_000_000
    /// How many bytes must arrive in every `window` of waiting.
    public var fewestBytes = 30_000
    /// How long the client waits for a server that sends slowly.
    public var window = Duration.seconds(60)

    /// Makes the usual limits.
    public init() {}

    /// The largest list that `store` has space for: a tenth of the disk stays free.
    func largestList(for store: Store) -> Int { min(largestList, (store.freeBytes ?? .max) / 10 * 9) }
}

/// The speed at which an answer arrives. Only waiting counts, so that a slow disk here is not attributed to the server.
struct Pace {
    private let limits: TransferLimits
    private var waited = Duration.zero
    private var arrived = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Adds the bytes that arrived after a wait.
    /// - Returns: false where too few bytes arrived in a whole window.
    mutating func goesOn(with bytes: Int, after wait: Duration) -> Bool {
        waited += wait
        arrived += bytes
        guard waited >= limits.window else { return true }
        defer { (waited, arrived) = (.zero, 0) }
        return arrived >= limits.fewestBytes
    }
}
