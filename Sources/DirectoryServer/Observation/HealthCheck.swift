import Foundation
import NIOPosix
import Synchronization

/// Checks whether the database answers and the disk has room, with one check for all concurrent callers.
final class HealthCheck: Sendable {
    enum Problem: Equatable, Sendable {
        /// The database does not answer in time.
        case database
        /// The disk is full, or cannot be written.
        case disk
    }

    private let repository: SQLRepository
    private let folder: String
    private let clock: ServerClock
    private let current = Mutex<Task<Problem?, Never>?>(nil)

    /// How long the database may take to answer.
    private static let timeout = Duration.seconds(3)

    /// - Parameter folder: that of the database, or of the files of answers.
    init(repository: SQLRepository, folder: String, clock: ServerClock = .system) {
        self.repository = repository
        self.folder = folder
        self.clock = clock
    }

    /// The problem of the server, or nil if it is healthy.
    func problem() async -> Problem? {
        let (question, clock) = (question(), clock)
        let (answers, answer) = AsyncStream<Problem?>.makeStream()
        let asking = Task { answer.yield(await question.value) }
        let waiting = Task {
            try await clock.sleep(Self.timeout)
            answer.yield(.database)
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        for await problem in answers { return problem }
        return .database
    }

    /// The running check, which outlives its callers.
    private func question() -> Task<Problem?, Never> {
        current.withLock { current in
            if let current { return current }
            let task = Task { [self] in
                let problem = await check()
                self.current.withLock { $0 = nil }
                return problem
            }
            current = task
            return task
        }
    }

    private func check() async -> Problem? {
        do { _ = try await repository.account(netid: Accounts.demo) } catch { return .database }
        do {
            try await NIOThreadPool.singleton.runIfActive { [folder] in
                // As large as the largest entry.
                let budget = FileBudget(maxBytes: EntryLimits.maxBodySize)
                _ = try ResponseFile(tag: "", in: folder, budget: budget) {
                    try $0(Data(count: EntryLimits.maxBodySize))
                }
            }
        } catch { return .disk }
        return nil
    }
}
