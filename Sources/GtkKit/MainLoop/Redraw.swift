internal import Observation

/// Calls `draw` now, and again soon after anything it read from a screen has changed, until `owner` is released.
///
/// Several changes in one turn of the main loop are drawn once.
@MainActor
public func redraw<Owner: AnyObject & Sendable>(_ owner: Owner, _ draw: @escaping @MainActor @Sendable (Owner) -> Void)
{
    withObservationTracking {
        draw(owner)
    } onChange: { [weak owner] in
        Task { @MainActor in
            if let owner { redraw(owner, draw) }
        }
    }
}
