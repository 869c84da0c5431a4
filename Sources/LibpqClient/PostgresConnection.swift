private import CPQ

/// A connection to the database, used by one thread at a time. Its parts: `+Pipeline`, `+Transaction`.
public final class PostgresConnection {
    let connection: OpaquePointer
    private var prepared: [PostgresStatement.Prepared: String] = [:]
    /// How many warnings the database has sent.
    var warnings: Int { counter.warnings }
    private let counter = WarningCounter()
    /// True once an error showed that the connection does not serve any more.
    private var isLost = false
    let deadline: AnswerDeadline

    private final class WarningCounter {
        var warnings = 0
    }

    /// Connects, and waits for that.
    /// - Parameter limit: how long the database may take to answer; then the connection is lost.
    /// - Throws: `PostgresError.unavailable`.
    public init(_ address: PostgresAddress, limit: Duration = .seconds(86_400)) throws(PostgresError) {
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
        deadline = AnswerDeadline(limit, socket: PQsocket(opened))
        PQsetNoticeReceiver(
            connection,
            { counter, _ in
                guard let counter else { return }
                Unmanaged<WarningCounter>.fromOpaque(counter).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(counter).toOpaque())
    }

    deinit { PQfinish(connection) }

    /// True where the connection serves another transaction.
    var isUsable: Bool {
        !isLost && !deadline.isCut && PQstatus(connection) == CONNECTION_OK
            && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// Runs statements without parameters, separated by semicolons.
    /// - Throws: `PostgresError`.
    public func execute(_ sql: String) throws(PostgresError) {
        _ = try rows(deadline.awaiting { PQexec(connection, sql) })
    }

    /// Runs a statement, which is prepared the first time.
    /// - Throws: `PostgresError`.
    @discardableResult
    public func run(_ sql: String, _ parameters: PostgresValue...) throws(PostgresError) -> PostgresRows {
        try run(PostgresStatement(sql, parameters: parameters))
    }

    /// Runs a statement, which is prepared the first time.
    /// - Throws: `PostgresError`.
    @discardableResult
    public func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        let name = try prepare(statement)
        let parameters = PostgresParameters(statement.parameters)
        return try rows(
            deadline.awaiting { parameters.withPointers { PQexecPrepared(connection, name, $0, $1, $2, $3, 1) } })
    }

    /// Runs a statement and calls `body` with each row as it comes, so that the memory stays flat.
    /// - Throws: `PostgresError`, or the error of `body`.
    public func forEach(_ statement: PostgresStatement, _ body: (PostgresRow) throws -> Void) throws {
        let name = try prepare(statement)
        let parameters = PostgresParameters(statement.parameters)
        let isSent = deadline.awaiting {
            parameters.withPointers { PQsendQueryPrepared(connection, name, $0, $1, $2, $3, 1) }
        }
        guard isSent == 1 else { throw failure(nil) }
        PQsetSingleRowMode(connection)
        defer { drain() }
        while let result = nextResult() {
            for row in try rows(result) {
                do { try body(row) } catch {
                    cancel()
                    throw error
                }
            }
        }
    }

    /// The name of a statement on this connection.
    func prepare(_ statement: PostgresStatement) throws(PostgresError) -> String {
        let key = statement.prepared
        if let name = prepared[key] { return name }
        let name = "s\(prepared.count)"
        _ = try rows(
            deadline.awaiting { PQprepare(connection, name, key.sql, Int32(key.types.count), key.types) })
        prepared[key] = name
        return name
    }

    /// Takes over `result`, which may be an error.
    func rows(_ result: OpaquePointer?) throws(PostgresError) -> PostgresRows {
        guard let result else { throw failure(nil) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return PostgresRows(result)
        default:
            defer { PQclear(result) }
            throw failure(result)
        }
    }

    /// The error of `result`, or of the connection where that is nil. Where the connection was lost, it is unusable.
    func failure(_ result: OpaquePointer?) -> PostgresError {
        let error =
            deadline.isCut
            ? PostgresError.connectionLost("the database did not answer in time")
            : PostgresError(result, on: connection)
        if case .connectionLost = error { isLost = true }
        return error
    }

    /// A way for another thread to end the statement that is running.
    func makeCancellation() -> PostgresCancellation {
        PostgresCancellation(PQgetCancel(connection), deadline: deadline)
    }

    private func cancel() { makeCancellation().cancel() }

    /// Reads what is left of a statement's results.
    private func drain() {
        while let result = nextResult() { PQclear(result) }
    }

    /// Waits for the next result of what was sent; nil at the end.
    func nextResult() -> OpaquePointer? { deadline.awaiting { PQgetResult(connection) } }

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
    /// How many statements are sent before their results are read: these must fit in the buffers of the socket.
    private static let batch = 256

    /// Runs statements one after another without waiting for each; they should return little. The first that fails ends
    /// its batch: call this within a transaction.
    /// - Throws: the error of the first statement that fails.
    @discardableResult
    public func pipeline(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        var results: [PostgresRows] = []
        var rest = statements[...]
        while !rest.isEmpty {
            results += try sendBatch(rest.prefix(Self.batch))
            rest = rest.dropFirst(Self.batch)
        }
        return results
    }

    private func sendBatch(_ statements: ArraySlice<PostgresStatement>) throws(PostgresError) -> [PostgresRows] {
        var names: [String] = []
        for statement in statements { names.append(try prepare(statement)) }
        guard PQenterPipelineMode(connection) == 1 else { throw failure(nil) }
        for (name, statement) in zip(names, statements) {
            let parameters = PostgresParameters(statement.parameters)
            let isSent = deadline.awaiting {
                parameters.withPointers { PQsendQueryPrepared(connection, name, $0, $1, $2, $3, 1) }
            }
            guard isSent == 1 else { throw failure(nil) }
        }
        guard deadline.awaiting({ PQpipelineSync(connection) }) == 1 else { throw failure(nil) }
        let results = try receive(statements.count)
        guard PQexitPipelineMode(connection) == 1 else { throw failure(nil) }
        return results
    }

    /// The results of `count` statements, each followed by NULL, and of the end of the batch.
    private func receive(_ count: Int) throws(PostgresError) -> [PostgresRows] {
        var results: [PostgresRows] = []
        var first: PostgresError?
        for _ in 0..<count {
            guard let result = nextResult() else { throw failure(nil) }
            if PQresultStatus(result) == PGRES_PIPELINE_ABORTED {
                PQclear(result)
            } else {
                do throws(PostgresError) { results.append(try rows(result)) } catch { first = first ?? error }
            }
            if let more = nextResult() { PQclear(more) }
        }
        if case .connectionLost = first, let first { throw first }
        PQclear(nextResult())
        guard let first else { return results }
        PQexitPipelineMode(connection)
        throw first
    }
}

extension PostgresConnection {
    /// How the statements of a transaction see others.
    public enum Isolation: String, Sendable {
        /// All statements read the database of one moment, and none changes it.
        case snapshot = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// Each statement reads what is committed when it begins.
        case committed = "ISOLATION LEVEL READ COMMITTED"
    }

    /// Runs `body` in a transaction, which is rolled back where `body` throws.
    /// - Throws: the error of `body`; `PostgresError.outcomeUnknown` where the connection was lost during the commit of a
    ///   change.
    public func transaction<T>(_ isolation: Isolation, _ body: () throws -> T) throws -> T {
        try transaction(isolation, beforeCommit: {}, body)
    }

    /// - Parameter beforeCommit: called when `body` has returned; where it throws, the transaction is rolled back.
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
            let command = try rows(deadline.awaiting { PQexec(connection, "COMMIT") }).command
            guard command == "COMMIT" else { throw PostgresError.conflict("the transaction was rolled back") }
        } catch {
            // What only read has the same result when it is done again.
            guard isolation == .committed, case .connectionLost(let message) = error else { throw error }
            throw .outcomeUnknown(message)
        }
        // Where a synchronous standby has not confirmed the commit, the database only warns.
        guard warnings == earlier else { throw .outcomeUnknown("the commit was not confirmed by a standby") }
    }
}
