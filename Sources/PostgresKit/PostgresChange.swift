private import Foundation

/// A change in one transaction, of which it is found out whether it was committed where the connection was lost during
/// the commit.
struct PostgresChange<T> {
    private let call: CancelableCall
    private let session: PostgresSession
    private let isCommitted: (PostgresConnection, String) throws -> Bool
    private let body: (PostgresConnection, String) throws -> T

    init(
        _ call: CancelableCall, on session: PostgresSession,
        isCommitted: @escaping (PostgresConnection, String) throws -> Bool,
        body: @escaping (PostgresConnection, String) throws -> T
    ) {
        (self.call, self.session, self.isCommitted, self.body) = (call, session, isCommitted, body)
    }

    /// Makes the change.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of the body.
    func run() throws -> T {
        var retries = PostgresRetries(call, on: session)
        return try retries.run { connection in
            let mark = UUID().uuidString
            var value: T?
            do {
                return try connection.transaction(.committed, beforeCommit: call.end) {
                    let made = try body(connection, mark)
                    value = made
                    return made
                }
            } catch PostgresError.outcomeUnknown(let message) {
                guard let value else { throw PostgresError.outcomeUnknown(message) }
                guard try isCommitted(mark, after: message) else { throw PostgresError.connectionLost(message) }
                return value
            }
        }
    }

    private func isCommitted(_ mark: String, after message: String) throws(PostgresError) -> Bool {
        session.drop()
        do {
            let connection = try session.open()
            return try connection.transaction(.committed) { try isCommitted(connection, mark) }
        } catch {
            throw .outcomeUnknown(message)
        }
    }
}
