import Dispatch
import Observation

/// Waits until `isDone`. It looks again when something that it observed changes, and twenty times a second for what is in
/// a file or a database, since SQLite shows a commit after it wrote the files.
/// - Returns: false if that takes five minutes, so that a failing test ends.
@MainActor
public func until(_ isDone: () -> Bool) async -> Bool {
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50))
    timer.setEventHandler { @Sendable in look.yield() }
    let limit = DispatchSource.makeTimerSource()
    limit.schedule(deadline: .now() + .seconds(300))
    limit.setEventHandler { @Sendable in look.finish() }
    timer.activate()
    limit.activate()
    defer {
        timer.cancel()
        limit.cancel()
    }
    var iterator = looks.makeAsyncIterator()
    while !withObservationTracking(isDone, onChange: { look.yield() }) {
        guard await iterator.next(isolation: MainActor.shared) != nil else { return isDone() }
    }
    return true
}
