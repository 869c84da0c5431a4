private import Synchronization

/// Tells when a database cannot be reached, and when it can again; once each, and the same failure at most once a
/// minute.
public final class PostgresMonitor: Sendable {
    /// What happened.
    public enum Change: Equatable, Sendable {
        /// A connection could not be made, with the words of libpq.
        case lost(String)
        /// A connection was made after that.
        case back
    }

    private struct State {
        var isLost = false
        var told: (reason: String, end: ContinuousClock.Instant)?
    }

    private static let pause = Duration.seconds(60)

    /// What happened, for one listener.
    public let changes: AsyncStream<Change>
    private let continuation: AsyncStream<Change>.Continuation
    private let state = Mutex(State())

    public init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }

    deinit { continuation.finish() }

    func connected() {
        let isNew = state.withLock { state in
            defer { state.isLost = false }
            return state.isLost
        }
        if isNew { continuation.yield(.back) }
    }

    func failed(_ reason: String) {
        let isNew = state.withLock { state in
            guard !state.isLost else { return false }
            if let told = state.told, told.reason == reason, told.end > .now { return false }
            (state.isLost, state.told) = (true, (reason, .now + Self.pause))
            return true
        }
        if isNew { continuation.yield(.lost(reason)) }
    }
}
