private import CPQ

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
