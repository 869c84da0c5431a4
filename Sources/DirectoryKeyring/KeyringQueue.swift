import CSecret
import Dispatch

/// The queue that blocks on libsecret.
enum KeyringQueue {
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.keyring", qos: .userInitiated)

    /// Runs `work` in the order of the calls.
    ///
    /// Canceling the task ends the wait, and drops `work` unless it has started. Started work continues, because
    /// canceling libsecret closes the desktop's prompt in a way that crashes gnome-keyring-daemon 42.
    /// - Throws: the error of `work`, or `KeyringError.notAwaited`.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard !Task.isCancelled else { throw KeyringError.notAwaited }
        let (results, continuation) = AsyncThrowingStream<Value?, any Error>.makeStream()
        queue.async {
            // Fails if the task is canceled.
            guard case .enqueued = continuation.yield(nil) else { return }
            continuation.yield(with: Result { try inOwnContext(work) })
        }
        for try await result in results { if let result { return result } }
        throw KeyringError.notAwaited
    }

    /// Keeps libsecret's signals out of the window's main loop.
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
