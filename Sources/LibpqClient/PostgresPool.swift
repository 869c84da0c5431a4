private import Dispatch
private import Foundation
private import Synchronization

/// A pool of connections, each on a thread of its own, so that waiting for the database blocks none of Swift’s threads.
/// Connections are made on demand, and again after they are lost.
public final class PostgresPool: Sendable {
    private typealias Waiter = (number: Int, continuation: CheckedContinuation<PostgresWorker, any Error>)

    private struct State {
        var idle: [PostgresWorker] = []
        /// The number of workers, idle or in use.
        var count = 0
        var waiters: [Waiter] = []
        var lastWaiter = 0
        /// The earliest time to add a worker after one failed to connect while others were connected.
        var growth = ContinuousClock.now
    }

    private let address: PostgresAddress
    private let size: Int
    private let timeout: Double
    private let idleLimit: Double
    private let monitor: PostgresMonitor
    private let state = Mutex(State())

    /// How long no workers are added after such a failure.
    private static let growthPause = Duration.seconds(1)

    /// - Parameters:
    ///   - size: the maximum number of connections.
    ///   - timeout: how many seconds a task waits for a connection and for locks, and how long conflicts are retried.
    ///   - idleLimit: after how many seconds the database ends an idle transaction; nil for twice `timeout`.
    ///   - monitor: shared by the pools of a database.
    public init(
        _ address: PostgresAddress, size: Int = 8, timeout: Double = 5, idleLimit: Double? = nil,
        monitor: PostgresMonitor = PostgresMonitor()
    ) {
        (self.address, self.size, self.timeout) = (address, size, timeout)
        self.idleLimit = idleLimit ?? timeout * 2
        self.monitor = monitor
    }

    /// Runs `body` in a read transaction; it may be called several times.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await run { connection in try connection.transaction(.snapshot) { try body(connection) } }
    }

    /// Runs `body` outside a transaction; it may be called several times, so it must be idempotent.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`.
    public func run<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        let call = CancelableCall(timeout: .seconds(timeout))
        return try await withWorker { worker in
            try await call.run { try await worker.run { session in try session.retrying(call, body) } }
        }
    }

    /// Makes a change in one transaction; `body` may be called several times but takes effect once.
    /// - Parameters:
    ///   - isCommitted: called on a new connection if the first was lost during the commit; returns true if the
    ///     transaction with this mark was committed. It must wait for that transaction to end, for example by taking
    ///     one of its locks, and must write something itself.
    ///   - body: the change; gets a unique mark.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`; except after
    ///   `PostgresError.outcomeUnknown`, nothing changed.
    public func change<T: Sendable>(
        isCommitted: @escaping @Sendable (PostgresConnection, String) throws -> Bool,
        _ body: @escaping @Sendable (PostgresConnection, String) throws -> T
    ) async throws -> T {
        let call = CancelableCall(timeout: .seconds(timeout))
        return try await withWorker { worker in
            try await call.run {
                try await worker.run { session in try session.change(call, isCommitted: isCommitted, body) }
            }
        }
    }

    /// Leases a connection for exclusive use. `body` prepares it and may be called several times.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`.
    public func lease<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> (PostgresLease, T) {
        let (worker, result) = try await trying { worker in
            try await worker.run { session in try session.keepingOpen(body) }
        }
        // The end of the lease rolls back, even after an error.
        let lease = PostgresLease(worker) { [weak self] in self?.release(worker) }
        return (lease, try result.get())
    }

    // MARK: Workers

    private func withWorker<T: Sendable>(_ body: (PostgresWorker) async throws -> T) async throws -> T {
        let (worker, result) = try await trying(body)
        release(worker)
        return try result.get()
    }

    /// The result of `body`, and its worker, which must be released. If that one cannot connect but others might,
    /// `body` is called again.
    /// - Throws: `PostgresError.unavailable` if no worker is free in time, or `CancellationError`.
    private func trying<T: Sendable>(
        _ body: (PostgresWorker) async throws -> T
    ) async throws -> (PostgresWorker, Result<T, any Error>) {
        let deadline = DispatchTime.now() + timeout
        while true {
            let worker = try await acquire(until: deadline)
            do { return (worker, .success(try await body(worker))) } catch PostgresError.unavailable(let message) {
                guard retire() else { return (worker, .failure(PostgresError.unavailable(message))) }
            } catch { return (worker, .failure(error)) }
        }
    }

    /// Forgets a worker that cannot connect, for example because the database limits connections.
    /// - Returns: false if it is the last one; then it must be released.
    private func retire() -> Bool {
        state.withLock { state in
            // A worker in use is connected or will find out.
            let failed = state.idle.count { !$0.isConnected }
            guard state.count - failed > 1 else { return false }
            state.count -= 1
            state.growth = .now + Self.growthPause
            return true
        }
    }

    private func acquire(until deadline: DispatchTime) async throws -> PostgresWorker {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(Waiter(number, $0), until: deadline) }
        } onCancel: {
            end(number, with: CancellationError())
        }
    }

    /// Resumes `waiter` with a worker, now or when one is released.
    private func wait(_ waiter: Waiter, until deadline: DispatchTime) {
        let isCanceled = Task.isCancelled
        let worker = state.withLock { state -> PostgresWorker? in
            if let worker = takeIdle(&state) ?? addWorker(&state) { return worker }
            if !isCanceled { state.waiters.append(waiter) }
            return nil
        }
        if let worker { return waiter.continuation.resume(returning: worker) }
        if isCanceled { return waiter.continuation.resume(throwing: CancellationError()) }
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            self?.end(waiter.number, with: PostgresError.unavailable("all connections are in use"))
        }
    }

    private func takeIdle(_ state: inout State) -> PostgresWorker? {
        if let index = state.idle.lastIndex(where: \.isConnected) { return state.idle.remove(at: index) }
        return state.idle.popLast()
    }

    private func addWorker(_ state: inout State) -> PostgresWorker? {
        guard state.count < size, state.count == 0 || state.growth <= .now else { return nil }
        state.count += 1
        return PostgresWorker(PostgresSession(address, timeout: timeout, idleLimit: idleLimit, monitor: monitor))
    }

    private func end(_ number: Int, with error: any Error) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }

    private func release(_ worker: PostgresWorker) {
        let waiter = state.withLock { state -> Waiter? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.idle.append(worker)
            return nil
        }
        waiter?.continuation.resume(returning: worker)
    }
}

/// Exclusive use of a connection. Ending the lease rolls back.
public final class PostgresLease: Sendable {
    private let worker: PostgresWorker
    private let release: @Sendable () -> Void

    init(_ worker: PostgresWorker, release: @escaping @Sendable () -> Void) {
        (self.worker, self.release) = (worker, release)
    }

    deinit {
        worker.submit { [release] session in
            session.reset()
            release()
        }
    }

    /// Calls `body` once.
    public func run<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await worker.run { session in try body(try session.open()) }
    }
}
