private import CPQ
private import Dispatch
private import Foundation

/// A way for another thread to end the statement that a connection is running.
final class PostgresCancellation: @unchecked Sendable {
    // libpq lets any thread use it at any time.
    private let handle: OpaquePointer?
    private let deadline: AnswerDeadline
    /// How many seconds the database may take to hear of it.
    private static let patience = 2.0

    /// Takes over `handle`.
    init(_ handle: OpaquePointer?, deadline: AnswerDeadline) { (self.handle, self.deadline) = (handle, deadline) }

    deinit { PQfreeCancel(handle) }

    /// Asks the database to end the statement, and waits until it has heard that; where that takes long, the connection
    /// ends, so that a later statement is not canceled instead.
    func cancel() {
        let isHeard = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle, &message, Int32(message.count))
            isHeard.signal()
        }
        if isHeard.wait(timeout: .now() + Self.patience) == .timedOut { deadline.cut() }
    }
}
