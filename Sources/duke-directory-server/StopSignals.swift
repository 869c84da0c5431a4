import Dispatch
import Foundation
import Synchronization

/// Ends the work on SIGTERM and SIGINT: at once before the server listens; after that the server finishes
/// its answers by itself and has five seconds for it.
final class StopSignals: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var isListening = false
        var wasStopped = false
        var outcome: Result<Void, any Error> = .success(())
    }

    private static let timeout = 5.0
    private let state = Mutex(State())

    /// Does `work` until it ends or a signal ends it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async {
        let task = Task { try await work() }
        state.withLock { $0.task = task }
        let sources = [SIGTERM, SIGINT].map(watch)
        let outcome = await task.result
        state.withLock { $0.outcome = outcome }
        for source in sources { source.cancel() }
    }

    /// To be called when the server listens.
    func serverListens() { state.withLock { $0.isListening = true } }

    /// - Throws: what the work threw, unless a signal ended it.
    func result() throws {
        let (wasStopped, outcome) = state.withLock { ($0.wasStopped, $0.outcome) }
        if !wasStopped { try outcome.get() }
    }

    private func watch(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [weak self] in self?.stop() }
        source.resume()
        return source
    }

    private func stop() {
        let isListening = state.withLock {
            $0.wasStopped = true
            return $0.isListening
        }
        let timeout = isListening ? Self.timeout : 0
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [weak self] in
            self?.state.withLock { $0.task?.cancel() }
        }
    }
}
