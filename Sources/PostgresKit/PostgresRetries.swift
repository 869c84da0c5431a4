private import Foundation

/// Runs a transaction again where its connection was lost before the commit, or where another one was in the way.
struct PostgresRetries {
    private static let mostLosses = 2

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
            return losses <= Self.mostLosses
        case .conflict:
            conflicts += 1
            Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(min(conflicts, 20)))
            return ContinuousClock.now - start < call.patience
        case .unavailable, .outcomeUnknown, .refused, .mismatch: return false
        }
    }
}
