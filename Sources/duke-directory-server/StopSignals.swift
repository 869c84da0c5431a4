import Dispatch
import Foundation
import Synchronization

/// Ends the work on SIGTERM and SIGINT: at once before the server listens; after that the server finishes its answers
/// by itself, for at most ten seconds. What hangs then, as a database that does not answer, ends with the process.
final class StopSignals: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var isListening = false
        var wasStopped = false
        var outcome: Result<Void, any Error> = .success(())
    }

    /// After how many seconds running answers are cut off.
    private static let timeout = 9.0
    /// How many seconds the rest may take after that.
    private static let rest = 0.9
    private let state = Mutex(State())
    private let onStop: @Sendable () -> Void
    private let onHang: @Sendable () -> Void

    /// - Parameters:
    ///   - onStop: called when a signal came.
    ///   - onHang: called where the work did not end in time, before the process ends.
    init(onStop: @escaping @Sendable () -> Void, onHang: @escaping @Sendable () -> Void) {
        (self.onStop, self.onHang) = (onStop, onHang)
    }

    /// Runs `work` until it ends or a signal ends it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async {
        let task = Task { try await work() }
        state.withLock { $0.task = task }
        let sources = [SIGTERM, SIGINT].map(watch)
        let outcome = await task.result
        state.withLock { $0.outcome = outcome }
        for source in sources { source.cancel() }
    }

    /// Reports that the server listens.
    func serverListens() { state.withLock { $0.isListening = true } }

    /// - Throws: the error of the work, unless a signal ended it.
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
        onStop()
        let isListening = state.withLock {
            $0.wasStopped = true
            return $0.isListening
        }
        let timeout = isListening ? Self.timeout : 0
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [weak self] in
            self?.state.withLock { $0.task?.cancel() }
        }
        let onHang = onHang
        // A thread, because those of queues may be what hangs.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: timeout + Self.rest)
            onHang()
            _exit(EXIT_SUCCESS)
        }
    }
}
