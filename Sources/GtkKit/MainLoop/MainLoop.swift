internal import CGtk
internal import CGtkShim
internal import Dispatch

/// GLib's main loop, which also runs main-actor tasks and `DispatchQueue.main`.
@MainActor
public enum MainLoop {
    /// Makes `Task { @MainActor }` and `DispatchQueue.main` run under GLib until the returned bridge is detached.
    package static func attachDispatch() -> DispatchBridge { DispatchBridge() }

    /// Runs the closure once, when the main loop has nothing more urgent to do.
    public static func idle(_ body: @escaping @MainActor () -> Void) {
        let callback: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 0
        }
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, callback, CallbackBox(body).retained(), freeBox)
    }

    /// Runs the closure once after so many seconds, unless the timer is stopped or dropped first.
    public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(seconds: seconds, body)
    }
}

/// The wire from the main dispatch queue to GLib.
@MainActor
package final class DispatchBridge {
    private var source: guint = 0

    init() {
        _ = DispatchQueue.main
        let callback: GUnixFDSourceFunc = { descriptor, _, _ in
            gtkkit_main_queue_drain(descriptor)
            return 1
        }
        let descriptor = gtkkit_main_queue_descriptor()
        source = g_unix_fd_add_full(G_PRIORITY_DEFAULT, descriptor, G_IO_IN, callback, nil, nil)
    }

    /// When it returns, GLib no longer runs the main dispatch queue.
    package func detach() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }
}

/// A timer that runs its closure once; dropping it stops it.
@MainActor
public final class LoopTimer {
    private var source: guint = 0

    init(seconds: Double, _ body: @escaping @MainActor () -> Void) {
        let once: @MainActor () -> Void = { [weak self] in
            self?.source = 0
            body()
        }
        let callback: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 0
        }
        let milliseconds = guint(max(0, min(seconds, 86_400)) * 1000)
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, milliseconds, callback, CallbackBox(once).retained(), freeBox)
    }

    isolated deinit { stop() }

    /// When it returns, the closure will not run any more.
    public func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }
}
