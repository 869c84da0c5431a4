public import Foundation

/// The current time, and waiting for a time: the computer's clock, or another one in tests.
public struct WallClock: Sendable {
    let now: @Sendable () -> Date
    /// Returns at the time or after it; throws where the task was canceled.
    let sleep: @Sendable (_ until: Date) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The computer's clock.
    public static let system = WallClock(now: { Date() }) { time in
        try await Task.sleep(for: .seconds(max(0, time.timeIntervalSinceNow)))
    }
}
