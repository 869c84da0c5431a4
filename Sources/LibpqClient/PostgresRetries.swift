private import Foundation

/// Runs a transaction again where its connection was lost before the commit, or where another one was in the way.
struct PostgresRetries {
    private static let maxLosses = 2

    private let call: CancelableCall
    private let session: PostgresSession
    private let start = ContinuousClock.now
    private var losses = 0
    private var conflicts = 0

    init(_ call: CancelableCall, on session: PostgresSession) { (self.call, self.session) = (call, session) }

    /// Returns the result of `body`, called again after an error where that may help.
    mutating func run<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        while true {
            do { return try once(body) } catch let error as PostgresError {
                guard mayRepeat(after: error) else { throw error }
            }
        }
    }

    private func once<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        let connection = try session.open()
        defer { session.reset() }
        do {
            try call.begin(connection)
            let value = try body(connection)
            try? call.end()
            return value
        } catch PostgresError.outcomeUnknown(let message) {
            // Whoever canceled it must know that there may be a change.
            try? call.end()
            throw PostgresError.outcomeUnknown(message)
        } catch {
            // What was canceled ends with an error of its own.
            try call.end()
            throw error
        }
    }

    private mutating func mayRepeat(after error: PostgresError) -> Bool {
        switch error {
        case .connectionLost:
            losses += 1
            return losses <= Self.maxLosses
        case .conflict:
            conflicts += 1
            Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(min(conflicts, 20)))
            return ContinuousClock.now - start < call.timeout
        case .unavailable, .outcomeUnknown, .refused, .mismatch: return false
        }
    }
}

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
