private import CPQ

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
