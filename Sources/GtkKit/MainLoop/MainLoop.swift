internal import CGtk

/// GLib's main loop, which also runs main-actor tasks and `DispatchQueue.main`.
@MainActor
public enum MainLoop {
    /// Makes `Task { @MainActor }` and `DispatchQueue.main` run under GLib until the returned bridge is detached.
    package static func attachDispatch() -> DispatchBridge { DispatchBridge() }

    /// Runs the closure once, when the main loop has no more urgent work.
    public static func idle(_ body: @escaping @MainActor () -> Void) { run(G_PRIORITY_DEFAULT_IDLE, body) }

    /// Runs the closure once, in the next turn of the main loop and before the next frame: what changes the layout must
    /// not run while a frame is laid out or drawn.
    public static func soon(_ body: @escaping @MainActor () -> Void) { run(G_PRIORITY_DEFAULT, body) }

    private static func run(_ priority: Int32, _ body: @escaping @MainActor () -> Void) {
        let callback: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 0
        }
        g_idle_add_full(priority, callback, CallbackBox(body).retained(), freeBox)
    }

    /// Runs the closure once after a number of seconds, unless the timer is stopped or released first.
    public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(seconds: seconds, body)
    }
}
