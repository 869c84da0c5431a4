/// Whether a database can be reached.
struct PostgresHealth {
    /// How long a failure to connect is assumed to persist.
    private static let lifetime = Duration.milliseconds(250)
    /// The minimum time between two reports of the same failure.
    private static let pause = Duration.seconds(60)

    private var isLost = false
    private var reported: (reason: String, end: ContinuousClock.Instant)?
    /// The last failure to connect, and until when it is assumed to persist.
    private var failure: (error: PostgresError, end: ContinuousClock.Instant)?

    /// - Throws: the error of a recent failure to connect.
    func check(at now: ContinuousClock.Instant) throws(PostgresError) {
        if let failure, failure.end > now { throw failure.error }
    }

    /// - Returns: the change to report, if any.
    mutating func connected() -> PostgresPool.Change? {
        defer {
            isLost = false
            failure = nil
        }
        return isLost ? .back : nil
    }

    /// - Returns: the change to report, if any. The same failure is reported at most once a minute.
    mutating func failed(_ error: PostgresError, at now: ContinuousClock.Instant) -> PostgresPool.Change? {
        failure = (error, now + Self.lifetime)
        let reason = error.summary
        if isLost { return nil }
        if let reported, reported.reason == reason, reported.end > now { return nil }
        isLost = true
        reported = (reason, now + Self.pause)
        return .lost(reason)
    }
}
