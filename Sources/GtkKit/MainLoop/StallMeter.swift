internal import CGtk

/// Measures how long the main loop is held up: meanwhile a window neither draws nor answers.
@MainActor
public final class StallMeter {
    /// Time between two looks at the clock, in milliseconds.
    private static let step: guint = 5
    private var source: guint = 0
    private var last = ContinuousClock.now

    /// Begins to measure.
    /// - Parameters:
    ///   - shortest: stalls that are shorter are not told, in milliseconds.
    ///   - told: called after each stall with its length in milliseconds.
    public init(shortest: Int, told: @escaping @MainActor (_ milliseconds: Int) -> Void) {
        let look: @MainActor () -> Void = { [weak self] in
            guard let self else { return }
            let now = ContinuousClock.now
            let stall = Int((now - last) / .milliseconds(1)) - Int(Self.step)
            last = now
            if stall >= shortest { told(stall) }
        }
        let callback: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<@MainActor () -> Void>.body(data)?() }
            return 1
        }
        // Before everything else that waits, so that only what runs is measured.
        source = g_timeout_add_full(G_PRIORITY_HIGH, Self.step, callback, CallbackBox(look).retained(), freeBox)
    }

    isolated deinit { if source != 0 { g_source_remove(source) } }
}
