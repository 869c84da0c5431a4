/// A connection that its holder alone uses, until it is released; then what it began is rolled back.
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

    /// Returns the result of `body`; it is called once.
    /// - Throws: `PostgresError`, or the error of `body`.
    public func run<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await worker.run { session in try body(try session.open()) }
    }
}
