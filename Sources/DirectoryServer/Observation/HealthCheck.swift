private import Synchronization

/// Checks whether the database answers, with one query for all concurrent callers.
final class HealthCheck: Sendable {
    private let repository: SQLRepository
    private let timeout: Duration
    private let current = Mutex<Task<Bool, Never>?>(nil)

    init(repository: SQLRepository, timeout: Duration = .seconds(3)) {
        (self.repository, self.timeout) = (repository, timeout)
    }

    /// True if the database answers in time.
    func isHealthy() async -> Bool {
        let (question, timeout) = (question(), timeout)
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        let asking = Task { answer.yield(await question.value) }
        let waiting = Task {
            try await Task.sleep(for: timeout)
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
