private import Synchronization

/// Checks whether the database answers, with one query for all concurrent callers.
final class HealthCheck: Sendable {
    private let repository: SQLRepository
    private let clock: ServerClock
    private let current = Mutex<Task<Bool, Never>?>(nil)

    /// How long the database may take to answer.
    private static let timeout = Duration.seconds(3)

    init(repository: SQLRepository, clock: ServerClock = .system) {
        (self.repository, self.clock) = (repository, clock)
    }

    /// True if the database answers in time.
    func isHealthy() async -> Bool {
        let (question, clock) = (question(), clock)
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        let asking = Task { answer.yield(await question.value) }
        let waiting = Task {
            try await clock.sleep(Self.timeout)
            answer.yield(false)
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        for await isHealthy in answers { return isHealthy }
        return false
    }

    /// The running query, which outlives its callers.
    private func question() -> Task<Bool, Never> {
        current.withLock { current in
            if let current { return current }
            let task = Task { [self] in
                let isHealthy: Bool
                do {
                    _ = try await repository.account(netid: Accounts.demo)
                    isHealthy = true
                } catch {
                    isHealthy = false
                }
                self.current.withLock { $0 = nil }
                return isHealthy
            }
            current = task
            return task
        }
    }
}
