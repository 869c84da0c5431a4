import CSecret
import Dispatch
import Synchronization

/// The queue that blocks on libsecret, so that neither actors nor the window do.
enum KeyringQueue {
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.keyring", qos: .userInitiated)

    /// Runs `work` on the queue, in the order of the calls.
    ///
    /// Canceling the task ends the wait, and drops `work` if it has not started. Started work continues: libsecret is
    /// not canceled, because that closes the desktop's question in a way that aborts gnome-keyring-daemon 42.
    /// - Throws: the error of `work`, or `KeyringError.notAwaited`.
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

/// The wait of a task, which ends once.
private final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)

    /// Begins the wait; one that was canceled before ends at once.
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
