import Synchronization

/// Lets one piece of work for each name run at a time.
final class OneAtATime: Sendable {
    private let names = Mutex<Set<String>>([])

    /// The result of `work`, or nil where other work for `name` is under way; then it does not run.
    func run<T: Sendable>(_ name: String, _ work: () async throws -> T) async rethrows -> T? {
        guard names.withLock({ $0.insert(name).inserted }) else { return nil }
        defer { names.withLock { _ = $0.remove(name) } }
        return try await work()
    }
}
