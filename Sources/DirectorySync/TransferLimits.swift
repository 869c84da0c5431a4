import DirectoryStore

/// How much and how slowly a server may send.
public struct TransferLimits: Sendable {
    /// The largest list that is read, in bytes.
    public var largestList = 10_000_000_000
    /// How many bytes have to arrive in every `window` of waiting.
    public var fewestBytes = 30_000
    /// How long a server that sends slowly is waited for.
    public var window = Duration.seconds(60)

    public init() {}

    /// The largest list that `store` has room for: a tenth of the disk stays free.
    func largestList(for store: Store) -> Int { min(largestList, (store.freeBytes ?? .max) / 10 * 9) }
}

/// How fast an answer arrives. What is waited for counts, so that a slow disk here is not the server's fault.
struct Pace {
    private let limits: TransferLimits
    private var waited = Duration.zero
    private var arrived = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Counts what arrived after a wait.
    /// - Returns: false where too little arrived in the whole of a window.
    mutating func goesOn(with bytes: Int, after wait: Duration) -> Bool {
        waited += wait
        arrived += bytes
        guard waited >= limits.window else { return true }
        defer { (waited, arrived) = (.zero, 0) }
        return arrived >= limits.fewestBytes
    }
}
