private import Synchronization

/// The names that were mentioned within the last minute.
final class RecentNames: Sendable {
    private static let window = Duration.seconds(60)
    /// More than so many are not remembered.
    private static let most = 1000
    private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Remembers `name` for a minute.
    /// - Returns: false where it is remembered already, or where there are too many.
    func insert(_ name: String, now: ContinuousClock.Instant = .now) -> Bool {
        ends.withLock { ends in
            if let end = ends[name], end > now { return false }
            if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
            guard ends.count < Self.most else { return false }
            ends[name] = now + Self.window
            return true
        }
    }
}
