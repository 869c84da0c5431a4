import Synchronization

@testable import DirectoryServer

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    /// Sleeping ends only by cancellation.
    var clock: ServerClock {
        ServerClock(now: { self.time.withLock { $0 } }) { _ in
            for await _ in AsyncStream<Void>.makeStream().stream {}
            throw CancellationError()
        }
    }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

extension ConnectionLimits {
    /// Limits of connections without deadlines.
    static var endless: ConnectionLimits {
        var limits = ConnectionLimits()
        for deadline in [\.head, \.body, \.pause, \.answer, \.idle, \.end] as [WritableKeyPath<Self, Duration>] {
            limits[keyPath: deadline] = .seconds(86_400)
        }
        return limits
    }
}
