/// Measures time for limits and deadlines. Tests use one that they move.
struct ServerClock: Sendable {
    typealias Instant = ContinuousClock.Instant

    let now: @Sendable () -> Instant
    /// Returns after the duration, or throws if the task is canceled.
    let sleep: @Sendable (Duration) async throws -> Void

    static let system = ServerClock(now: { .now }, sleep: { try await Task.sleep(for: $0) })
}
