internal import CGtk

/// A timer that runs its closure once; releasing it stops it.
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

    /// Stops the timer; the closure will not run any more.
    public func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }
}
