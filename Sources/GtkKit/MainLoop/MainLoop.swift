internal import CGtk
internal import CGtkShim
internal import Dispatch

/// GLib's main loop, which also runs the main actor and `DispatchQueue.main`.
@MainActor
public enum MainLoop {
    /// Runs the main dispatch queue in GLib's main loop during the call.
    package static func withDispatch<Value>(_ body: () throws -> Value) rethrows -> Value {
        _ = DispatchQueue.main
        let callback: GUnixFDSourceFunc = { descriptor, _, _ in
            gtkkit_main_queue_drain(descriptor)
            return 1
        }
        let descriptor = gtkkit_main_queue_descriptor()
        let source = g_unix_fd_add_full(G_PRIORITY_DEFAULT, descriptor, G_IO_IN, callback, nil, nil)
        defer { g_source_remove(source) }
        return try body()
    }

    /// Runs the closure once, after pending events and before the next frame. Use it to change the layout from a
    /// handler that runs during layout or drawing. It does not wait for an idle main loop.
    public static func soon(_ body: @escaping @MainActor () -> Void) {
        let once: @MainActor () -> Bool = {
            body()
            return false
        }
        // GTK defers some updates, such as menu separators, to just before the layout.
        g_idle_add_full(G_PRIORITY_HIGH_IDLE + 5, callSource, CallbackBox(once).retained(), freeBox)
    }

    /// Runs the closure once after a delay, unless the timer is stopped or released first.
    public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(seconds: seconds, isRepeated: false, priority: G_PRIORITY_DEFAULT, body)
    }

    /// Runs the closure at an interval, with high priority, until the timer is stopped or released.
    public static func every(seconds: Double, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(seconds: seconds, isRepeated: true, priority: G_PRIORITY_HIGH, body)
    }
}

/// A timer. Releasing it stops it.
@MainActor
public final class LoopTimer {
    private var source: guint = 0

    fileprivate init(seconds: Double, isRepeated: Bool, priority: gint, _ body: @escaping @MainActor () -> Void) {
        let call: @MainActor () -> Bool = { [weak self] in
            if !isRepeated { self?.source = 0 }
            body()
            return isRepeated
        }
        let milliseconds = guint(max(0, min(seconds, 86_400)) * 1000)
        source = g_timeout_add_full(priority, milliseconds, callSource, CallbackBox(call).retained(), freeBox)
    }

    isolated deinit { stop() }

    /// Stops the timer.
    public func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }
}

/// Awaits asynchronous GIO functions.
@MainActor
enum AsyncCall {
    private typealias Body = @MainActor (OpaquePointer, OpaquePointer?) -> Void

    /// Calls `start`, and returns the result of `finish` after GIO called back.
    static func of<Value: Sendable>(
        start: (@escaping GAsyncReadyCallback, gpointer) -> Void,
        finish: @escaping @MainActor (OpaquePointer, OpaquePointer?) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let body: Body = { continuation.resume(returning: finish($0, $1)) }
            let callback: GAsyncReadyCallback = { object, result, data in
                nonisolated(unsafe) let (object, result, data) = (object, result, data)
                MainActor.assumeIsolated { if let object { CallbackBox<Body>.body(data)?(cast(object), result) } }
                freeBox(data)
            }
            start(callback, CallbackBox(body).retained())
        }
    }
}
