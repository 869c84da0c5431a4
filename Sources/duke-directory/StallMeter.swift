import GtkKit

/// Measures how long the main loop is blocked.
@MainActor
final class StallMeter {
    /// Between two looks at the clock, in milliseconds.
    private static let step = 5
    private var timer: LoopTimer?
    private var last = ContinuousClock.now

    /// - Parameters:
    ///   - shortest: shorter stalls are ignored, in milliseconds.
    ///   - told: gets each stall's length in milliseconds.
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
