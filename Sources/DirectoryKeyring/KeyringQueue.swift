import CSecret
import Dispatch

/// The queue that blocks on libsecret, so that neither actors nor the window do.
enum KeyringQueue {
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.keyring", qos: .userInitiated)

    /// Runs `work` on the queue, in the order of the calls.
    ///
    /// Canceling the task ends the wait, and drops `work` if it has not started. Started work continues: libsecret is
    /// not canceled, because that closes the desktop's question in a way that aborts gnome-keyring-daemon 42.
    /// - Throws: the error of `work`, or `KeyringError.notAwaited`.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard !Task.isCancelled else { throw KeyringError.notAwaited }
        let (results, continuation) = AsyncThrowingStream<Value?, any Error>.makeStream()
        queue.async {
            // The stream is terminated once the task is canceled.
            guard case .enqueued = continuation.yield(nil) else { return }
            continuation.yield(with: Result { try inOwnContext(work) })
        }
        for try await result in results { if let result { return result } }
        throw KeyringError.notAwaited
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
