import GtkKit

/// Measures how long the main loop is held up: meanwhile a window neither draws nor answers.
@MainActor
final class StallMeter {
    /// Time between two looks at the clock, in milliseconds.
    private static let step = 5
    private var timer: LoopTimer?
    private var last = ContinuousClock.now

    /// Begins to measure.
    /// - Parameters:
    ///   - shortest: stalls that are shorter are not told, in milliseconds.
    ///   - told: called after each stall with its length in milliseconds.
    init(shortest: Int, told: @escaping @MainActor (_ milliseconds: Int) -> Void) {
        timer = MainLoop.every(seconds: Double(Self.step) / 1000) { [weak self] in
            guard let self else { return }
            let now = ContinuousClock.now
            let stall = Int((now - last) / .milliseconds(1)) - Self.step
            last = now
            if stall >= shortest { told(stall) }
        }
    }
}
