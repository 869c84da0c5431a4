private import Dispatch
private import Foundation
private import Synchronization

/// A thread with a connection of its own, which runs jobs one after another until it ends.
final class PostgresWorker: Sendable {
    typealias Job = @Sendable (PostgresSession) -> Void

    private let jobs = Mutex<[Job?]>([])
    private let signal = DispatchSemaphore(value: 0)
    private let connected = Atomic(false)

    /// - Parameter idleLimit: after how many seconds the database ends a transaction that does nothing.
    init(_ address: PostgresAddress, idleLimit: Int, failures: RecentFailure) {
        let thread = Thread { [self] in
            let session = PostgresSession(address, idleLimit: idleLimit, failures: failures)
            while let job = next() { job(session) }
        }
        thread.name = "PostgreSQL"
        thread.start()
    }

    /// True where it had a connection when its last work ended.
    var isConnected: Bool { connected.load(ordering: .acquiring) }

    /// Runs `job` after those that were submitted before.
    func submit(_ job: @escaping Job) { add(job) }

    /// Ends the thread and the connection after all jobs.
    func end() { add(nil) }

    /// The result of `work`.
    func run<T: Sendable>(_ work: @escaping @Sendable (PostgresSession) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            submit { [self] session in
                let result = Result { try work(session) }
                connected.store(session.isConnected, ordering: .releasing)
                continuation.resume(with: result)
            }
        }
    }

    private func add(_ job: Job?) {
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    private func next() -> Job? {
        signal.wait()
        return jobs.withLock { $0.removeFirst() }
    }
}
