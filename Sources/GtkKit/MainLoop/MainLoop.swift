internal import CGtk

/// GLib's main loop, which also runs main-actor tasks and `DispatchQueue.main`.
@MainActor
public enum MainLoop {
    /// Makes `Task { @MainActor }` and `DispatchQueue.main` run under GLib until the returned bridge is detached.
    package static func attachDispatch() -> DispatchBridge { DispatchBridge() }

    /// Runs the closure once, after the events that wait and before the next frame: what changes the layout must not
    /// run while a frame is laid out or drawn. It does not wait for the main loop to be idle, which a loop that draws
    /// all the time never is.
    public static func soon(_ body: @escaping @MainActor () -> Void) {
        let callback: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 0
        }
        // After what GTK puts off until just before it lays out a frame, such as the lines between a menu's sections.
        g_idle_add_full(G_PRIORITY_HIGH_IDLE + 5, callback, CallbackBox(body).retained(), freeBox)
    }

    /// Runs the closure once after a number of seconds, unless the timer is stopped or released first.
    public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(seconds: seconds, body)
    }
}
