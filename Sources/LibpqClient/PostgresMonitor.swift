internal import Synchronization

/// Whether a database can be reached, as the pools that share this find out.
public final class PostgresMonitor: Sendable {
    public enum Change: Equatable, Sendable {
        /// A connection could not be made, with the words of libpq.
        case lost(String)
        /// A connection was made after that.
        case back
    }

    private struct State {
        var isLost = false
        var told: (reason: String, end: ContinuousClock.Instant)?
        /// The last failure to connect, and until when others need not try.
        var failure: (error: PostgresError, end: ContinuousClock.Instant)?
    }

    /// For how long the same failure is not told again.
    private static let pause = Duration.seconds(60)
    /// For how long others do not try after a failure to connect.
    private static let lifetime = Duration.milliseconds(250)

    /// What happened, for one listener: once each, and the same failure at most once a minute.
    public let changes: AsyncStream<Change>
    private let continuation: AsyncStream<Change>.Continuation
    private let state = Mutex(State())

    public init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }

    deinit { continuation.finish() }

    /// - Throws: the error of a connection that failed in the last quarter of a second.
    func check() throws(PostgresError) {
        let failure = state.withLock { $0.failure }
        if let failure, failure.end > .now { throw failure.error }
    }

    func connected() {
        let isNew = state.withLock { state in
            defer { state.isLost = false }
            return state.isLost
        }
        if isNew { continuation.yield(.back) }
    }

    func failed(_ error: PostgresError) {
        let reason = error.summary
        let isNew = state.withLock { state in
            state.failure = (error, .now + Self.lifetime)
            guard !state.isLost else { return false }
            if let told = state.told, told.reason == reason, told.end > .now { return false }
            (state.isLost, state.told) = (true, (reason, .now + Self.pause))
            return true
        }
        if isNew { continuation.yield(.lost(reason)) }
    }
}
