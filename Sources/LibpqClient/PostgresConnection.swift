private import CPQ
private import Glibc

/// A connection to the database, for use by one thread at a time.
public final class PostgresConnection {
    let connection: OpaquePointer
    private var prepared: [PostgresStatement.Prepared: String] = [:]
    /// The number of warnings received.
    var warnings: Int { counter.warnings }
    private let counter = WarningCounter()
    /// True once an error showed that the connection is unusable.
    private var isLost = false
    /// How long the database may take to answer.
    private let limit: Duration
    private let now: () -> ContinuousClock.Instant
    /// True if the database did not answer in time.
    private var isBlankWithoutBase = false
    let cancellation: PostgresCancellation

    private final class WarningCounter {
        var warnings = 0
    }

    /// Connects, blocking the thread.
    /// - Parameters:
    ///   - limit: how long the database may take to answer; after that, the connection is lost.
    ///   - now: the time.
    /// - Throws: `PostgresError.unavailable`.
    public init(
        _ address: PostgresAddress, limit: Duration = .seconds(86_400),
        now: @escaping () -> ContinuousClock.Instant = { .now }
    ) throws(PostgresError) {
        let options = address.connectionOptions
        let opened = Self.withCStrings(options.map(\.name)) { names in
            Self.withCStrings(options.map(\.value)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw .unavailable("out of memory") }
        guard PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw .unavailable(PostgresError.trimmed(PQerrorMessage(opened)))
        }
        connection = opened
        self.limit = limit
        self.now = now
        cancellation = PostgresCancellation(PQgetCancel(opened), limit: min(limit / 15, .seconds(60)))
        // `nextResult` waits instead of libpq.
        PQsetnonblocking(opened, 1)
        PQsetNoticeReceiver(
            connection,
            { counter, _ in
                guard let counter else { return }
                Unmanaged<WarningCounter>.fromOpaque(counter).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(counter).toOpaque())
    }

    deinit { PQfinish(connection) }

    /// True if another transaction can use the connection.
    var isUsable: Bool {
        !isLost && !isCut && PQstatus(connection) == CONNECTION_OK
            && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// True if a timeout made the connection unusable.
    private var isCut: Bool { isBlankWithoutBase || cancellation.isLate }

    /// Runs statements without parameters, separated by semicolons.
    public func execute(_ sql: String) throws(PostgresError) { _ = try lastRows(PQsendQuery(connection, sql)) }

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

    private func send(_ statement: PostgresStatement) throws(PostgresError) -> Int32 {
        let name = try prepare(statement)
        return statement.withParameters {
            PQsendQueryPrepared(connection, name, $0, $1, $2, $3, 1)
        }
    }

    /// Streams the rows of a statement, in constant memory.
    /// - Throws: `PostgresError`, or the error of `body`.
    public func forEach(_ statement: PostgresStatement, _ body: (PostgresRow) throws -> Void) throws {
        guard try send(statement) == 1 else { throw failure(nil) }
        PQsetSingleRowMode(connection)
        defer { drain() }
        while let result = try nextResult() {
            for row in try rows(result) {
                do { try body(row) } catch {
                    cancellation.cancel()
                    throw error
                }
            }
        }
    }

    /// The name under which a statement is prepared on this connection.
    func prepare(_ statement: PostgresStatement) throws(PostgresError) -> String {
        let key = statement.prepared
        if let name = prepared[key] { return name }
        let name = "s\(prepared.count)"
        _ = try lastRows(PQsendPrepare(connection, name, key.sql, Int32(key.types.count), key.types))
        prepared[key] = name
        return name
    }

    /// Takes ownership of `result`, which may be an error.
    func rows(_ result: OpaquePointer?) throws(PostgresError) -> PostgresRows {
        guard let result else { throw failure(nil) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return PostgresRows(result)
        default:
            defer { PQclear(result) }
            throw failure(result)
        }
    }

    /// The error of `result`, or of the connection if that is nil.
    func failure(_ result: OpaquePointer?) -> PostgresError {
        let error =
            isCut
            ? PostgresError.connectionLost("the database did not answer in time")
            : PostgresError(result, on: connection)
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
    func nextResult() throws(PostgresError) -> OpaquePointer? {
        let end = now() + limit
        while !isCut {
            let isUnsent = PQflush(connection) == 1
            guard isUnsent || PQisBusy(connection) == 1 else { return PQgetResult(connection) }
            var polled = pollfd(
                fd: PQsocket(connection), events: Int16(isUnsent ? POLLIN | POLLOUT : POLLIN), revents: 0)
            // A short wait, because a cancellation on another thread may time out.
            let isReady = poll(&polled, 1, 100) > 0
            guard !isReady || PQconsumeInput(connection) == 1 else { return PQgetResult(connection) }
            if !isReady, now() > end { isBlankWithoutBase = true }
        }
        throw failure(nil)
    }

    private static func withCStrings<T>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> T
    ) -> T {
        let copies = texts.map { $0.utf8CString }
        let starts = copies.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        return copies.flatMap { $0 }.withUnsafeBufferPointer { buffer in
            body(starts.dropLast().map { start in buffer.baseAddress.map { $0 + start } } + [nil])
        }
    }
}

extension PostgresConnection {
    /// Runs statements in a transaction without waiting for each. After one fails, the rest is skipped.
    /// - Throws: the error of the first statement that fails.
    @discardableResult
    public func pipeline(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        for statement in statements { _ = try prepare(statement) }
        guard PQenterPipelineMode(connection) == 1 else { throw failure(nil) }
        for statement in statements { guard try send(statement) == 1 else { throw failure(nil) } }
        guard PQpipelineSync(connection) == 1 else { throw failure(nil) }
        let results = try receive(statements.count)
        guard PQexitPipelineMode(connection) == 1 else { throw failure(nil) }
        return results
    }

    /// The results of `count` statements, each followed by NULL, and the end of the pipeline.
    private func receive(_ count: Int) throws(PostgresError) -> [PostgresRows] {
        var results: [PostgresRows] = []
        var first: PostgresError?
        for _ in 0..<count {
            guard let result = try nextResult() else { throw failure(nil) }
            if PQresultStatus(result) == PGRES_PIPELINE_ABORTED {
                PQclear(result)
            } else {
                do throws(PostgresError) { results.append(try rows(result)) } catch { first = first ?? error }
            }
            if let more = try nextResult() { PQclear(more) }
        }
        if case .connectionLost = first, let first { throw first }
        PQclear(try nextResult())
        guard let first else { return results }
        PQexitPipelineMode(connection)
        throw first
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
    /// - Throws: the error of `body`; `PostgresError.outcomeUnknown` if the connection was lost during the commit of a
    ///   change.
    public func transaction<T>(_ isolation: Isolation, _ body: () throws -> T) throws -> T {
        try transaction(isolation, beforeCommit: {}, body)
    }

    /// - Parameter beforeCommit: called after `body`; if it throws, the transaction is rolled back.
    func transaction<T>(
        _ isolation: Isolation, beforeCommit: () throws -> Void, _ body: () throws -> T
    ) throws -> T {
        try execute("BEGIN \(isolation.rawValue)")
        let value: T
        do {
            value = try body()
            try beforeCommit()
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
        try commit(isolation)
        return value
    }

    private func commit(_ isolation: Isolation) throws(PostgresError) {
        let earlier = warnings
        do throws(PostgresError) {
            let command = try lastRows(PQsendQuery(connection, "COMMIT")).command
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
