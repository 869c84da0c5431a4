private import CPQ
private import Foundation
private import Glibc
internal import Synchronization

/// A connection to the database, for use by one thread at a time.
public final class PostgresConnection {
    private let handle: OpaquePointer
    private var prepared: [PostgresStatement.Prepared: String] = [:]
    /// The number of warnings received.
    private var warnings = 0
    /// True once an error showed that the connection is unusable.
    private var isLost = false
    /// True if the database did not answer in time.
    private var hasTimedOut = false
    private static let maxPrepared = 500
    /// How long the database may take to answer.
    private let limit: Duration
    private let now: () -> ContinuousClock.Instant
    /// Cancels the statements that follow, except for commits.
    var cancellation: CancellationFlag?

    /// Connects, blocking the thread.
    /// - Parameters:
    ///   - limit: how long the database may take to answer; after that, the connection is lost.
    ///   - now: the time.
    /// - Throws: `PostgresError.unavailable`.
    public init(
        _ address: PostgresAddress, limit: Duration = .seconds(86_400),
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) throws(PostgresError) {
        guard let handle = PQconnectdb(address.connectionString) else { throw .unavailable("out of memory") }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw .unavailable(PostgresError.trimmed(PQerrorMessage(handle)))
        }
        self.handle = handle
        self.limit = limit
        self.now = now
        // `nextResult` waits instead of libpq.
        PQsetnonblocking(handle, 1)
        PQsetNoticeReceiver(
            handle,
            { connection, _ in
                guard let connection else { return }
                Unmanaged<PostgresConnection>.fromOpaque(connection).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { PQfinish(handle) }

    /// True if another transaction can use the connection. One with many prepared statements takes too much memory.
    var isUsable: Bool {
        !isLost && !hasTimedOut && prepared.count < Self.maxPrepared && PQstatus(handle) == CONNECTION_OK
            && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Runs statements without parameters, separated by semicolons.
    public func execute(_ sql: String) throws(PostgresError) { _ = try lastRows(PQsendQuery(handle, sql)) }

    /// Runs a statement, which is prepared the first time.
    @discardableResult
    public func run(_ sql: String, _ parameters: PostgresValue...) throws(PostgresError) -> PostgresRows {
        try run(PostgresStatement(sql, parameters: parameters))
    }

    /// Runs a statement, which is prepared the first time.
    @discardableResult
    public func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        try lastRows(send(statement))
    }

    /// Streams the rows of a statement, in constant memory.
    /// - Throws: `PostgresError`, or the error of `body`.
    public func forEach(_ statement: PostgresStatement, _ body: (PostgresRow) throws -> Void) throws {
        guard try send(statement) == 1 else { throw failure(nil) }
        PQsetSingleRowMode(handle)
        defer { drain() }
        while let result = try nextResult() {
            for row in try rows(result) {
                do { try body(row) } catch {
                    cancel()
                    throw error
                }
            }
        }
    }

    // MARK: Sending and receiving

    private func send(_ statement: PostgresStatement) throws(PostgresError) -> Int32 {
        let name = try prepare(statement)
        return statement.withParameters { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) }
    }

    /// The name under which a statement is prepared on this connection.
    private func prepare(_ statement: PostgresStatement) throws(PostgresError) -> String {
        let key = statement.prepared
        if let name = prepared[key] { return name }
        let name = "s\(prepared.count)"
        _ = try lastRows(PQsendPrepare(handle, name, key.sql, Int32(key.types.count), key.types))
        prepared[key] = name
        return name
    }

    /// Takes ownership of `result`, which may be an error.
    private func rows(_ result: OpaquePointer) throws(PostgresError) -> PostgresRows {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return PostgresRows(result)
        default:
            defer { PQclear(result) }
            throw failure(result)
        }
    }

    /// The error of `result`, or of the connection if that is nil.
    private func failure(_ result: OpaquePointer?) -> PostgresError {
        if hasTimedOut { return .connectionLost("the database did not answer in time") }
        let error = PostgresError(result, on: handle)
        if case .connectionLost = error { isLost = true }
        return error
    }

    /// The rows of the last result of what was sent; `isSent` is libpq’s return value.
    private func lastRows(_ isSent: Int32) throws(PostgresError) -> PostgresRows {
        guard isSent == 1, let first = try nextResult() else { throw failure(nil) }
        defer { drain() }
        var last = try rows(first)
        while let next = try nextResult() { last = try rows(next) }
        return last
    }

    /// Discards the remaining results.
    private func drain() {
        while let result = (try? nextResult()) ?? nil { PQclear(result) }
    }

    /// Waits for the next result; nil at the end.
    /// - Throws: `PostgresError.connectionLost` if the database does not answer in time.
    private func nextResult() throws(PostgresError) -> OpaquePointer? {
        let end = now() + limit
        while !hasTimedOut {
            let isUnsent = PQflush(handle) == 1
            guard isUnsent || PQisBusy(handle) == 1 else { return PQgetResult(handle) }
            var polled = pollfd(fd: PQsocket(handle), events: Int16(isUnsent ? POLLIN | POLLOUT : POLLIN), revents: 0)
            // A short wait, because the task may be canceled.
            let isReady = poll(&polled, 1, 100) > 0
            guard !isReady || PQconsumeInput(handle) == 1 else { return PQgetResult(handle) }
            // Again, because a database that did not yet begin the statement ignores it.
            if !isReady, cancellation?.isSet == true { cancel() }
            if !isReady, now() > end { hasTimedOut = true }
        }
        throw failure(nil)
    }

    /// Cancels the running statement. If the database does not accept that in time, the connection is lost, because the
    /// cancellation might hit a later statement.
    private func cancel() {
        nonisolated(unsafe) let request = PQgetCancel(handle)
        let isAccepted = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(request, &message, Int32(message.count))
            PQfreeCancel(request)
            isAccepted.signal()
        }
        let wait = min(limit / 15, .seconds(60)) / .seconds(1)
        if isAccepted.wait(timeout: .now() + wait) == .timedOut { hasTimedOut = true }
    }
}

/// Set by one thread to cancel the work of another.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }

    /// - Throws: `CancellationError` if the flag is set.
    func check() throws { if isSet { throw CancellationError() } }
}

extension PostgresConnection {
    /// Runs statements in a transaction without waiting for each. After one fails, the rest is skipped.
    /// - Throws: the error of the first statement that fails.
    @discardableResult
    public func pipeline(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        for statement in statements { _ = try prepare(statement) }
        guard PQenterPipelineMode(handle) == 1 else { throw failure(nil) }
        for statement in statements { guard try send(statement) == 1 else { throw failure(nil) } }
        guard PQpipelineSync(handle) == 1 else { throw failure(nil) }
        var results: [PostgresRows] = []
        var first: PostgresError?
        for _ in statements {
            guard let result = try nextResult() else { throw failure(nil) }
            if first == nil {
                do throws(PostgresError) { results.append(try rows(result)) } catch { first = error }
            } else {
                PQclear(result)
            }
            // The end of this statement’s results.
            if let more = try nextResult() { PQclear(more) }
        }
        // The end of the pipeline.
        PQclear(try nextResult())
        guard PQexitPipelineMode(handle) == 1 else { throw failure(nil) }
        if let first { throw first }
        return results
    }
}

extension PostgresConnection {
    public enum Isolation: String, Sendable {
        /// Reads a snapshot of the database, and changes nothing.
        case snapshot = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// Each statement sees what is committed when it starts.
        case committed = "ISOLATION LEVEL READ COMMITTED"
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws.
    /// - Throws: the error of `body`; `CancellationError` if the task was canceled before the commit;
    ///   `PostgresError.outcomeUnknown` if the connection was lost during the commit of a change.
    public func transaction<T>(_ isolation: Isolation, _ body: () throws -> T) throws -> T {
        try execute("BEGIN \(isolation.rawValue)")
        let result = Result {
            let value = try body()
            try cancellation?.check()
            return value
        }
        // Neither the commit nor the rollback is canceled.
        cancellation = nil
        if case .success = result { try commit(isolation) } else { try? execute("ROLLBACK") }
        return try result.get()
    }

    private func commit(_ isolation: Isolation) throws(PostgresError) {
        let earlier = warnings
        do throws(PostgresError) {
            let command = try lastRows(PQsendQuery(handle, "COMMIT")).command
            guard command == "COMMIT" else { throw PostgresError.conflict("the transaction was rolled back") }
        } catch {
            // A transaction that only read can be retried.
            guard isolation == .committed, case .connectionLost(let message) = error else { throw error }
            throw .outcomeUnknown(message)
        }
        // If a synchronous standby did not confirm the commit, the database only warns.
        guard warnings == earlier else { throw .outcomeUnknown("the commit was not confirmed by a standby") }
    }
}
