internal import Synchronization

/// Tracks whether a database can be reached; shared by its pools.
public final class PostgresMonitor: Sendable {
    public enum Change: Equatable, Sendable {
        /// A connection failed, with libpq’s message.
        case lost(String)
        /// A connection was made after a failure.
        case back
    }

    private struct State {
        var isLost = false
        var reported: (reason: String, end: ContinuousClock.Instant)?
        /// The last failure to connect, and until when it is assumed to persist.
        var failure: (error: PostgresError, end: ContinuousClock.Instant)?
    }

    /// The minimum time between two reports of the same failure.
    private static let pause = Duration.seconds(60)
    /// How long a failure to connect is assumed to persist.
    private static let lifetime = Duration.milliseconds(250)

    /// The changes, for one listener. The same failure is reported at most once a minute.
    public let changes: AsyncStream<Change>
    private let continuation: AsyncStream<Change>.Continuation
    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: the time.
    public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
        self.now = now
    }

    deinit { continuation.finish() }

    /// - Throws: the error of a recent failure to connect.
    func check() throws(PostgresError) {
        let failure = state.withLock { $0.failure }
        if let failure, failure.end > now() { throw failure.error }
    }

    func connected() {
        let isNew = state.withLock { state in
            defer { (state.isLost, state.failure) = (false, nil) }
            return state.isLost
        }
        if isNew { continuation.yield(.back) }
    }

    func failed(_ error: PostgresError) {
        let (reason, now) = (error.summary, now())
        let isNew = state.withLock { state in
            state.failure = (error, now + Self.lifetime)
            guard !state.isLost else { return false }
            if let reported = state.reported, reported.reason == reason, reported.end > now { return false }
            (state.isLost, state.reported) = (true, (reason, now + Self.pause))
            return true
        }
        if isNew { continuation.yield(.lost(reason)) }
    }
}
