import CSecret
import Dispatch
import Synchronization

/// Where libsecret is waited for, so that no actor and no window has to.
enum KeyringQueue {
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.keyring", qos: .userInitiated)

    /// Runs `work` away from the caller, in the order asked for.
    ///
    /// Cancelling the task ends the wait, and drops `work` if it was not begun. Begun work goes on: libsecret is not
    /// cancelled, because that closes the desktop's question in a way that aborts gnome-keyring-daemon 42.
    /// - Throws: what `work` throws, or `KeyringError.notAwaited`.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let waiter = Waiter<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                queue.async {
                    guard waiter.isWaiting else { return }
                    waiter.end(Result { try inOwnContext(work) })
                }
            }
        } onCancel: {
            waiter.end(.failure(KeyringError.notAwaited))
        }
    }

    /// Keeps the signals of the calls in `work` out of the window's main loop.
    private static func inOwnContext<Value>(_ work: () throws -> Value) rethrows -> Value {
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            while g_main_context_iteration(context, 0) != 0 {}
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        return try work()
    }
}

/// A task that waits until its wait is ended for the first time.
private final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// Begins the wait; one that was cancelled before ends at once.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let isCancelled = state.withLock { state in
            guard case .new = state else { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: KeyringError.notAwaited) }
    }

    var isWaiting: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }

    func end(_ result: Result<Value, any Error>) {
        let ended = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .waiting(let continuation) = ended { continuation.resume(with: result) }
    }
}
