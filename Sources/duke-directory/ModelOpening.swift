import DirectoryStore
import Dispatch
import Foundation
import Synchronization

/// Opens a sandbox's data model on another thread, beside GTK's own start.
final class ModelOpening: Sendable {
    /// The fractions done while a file of another version is migrated.
    let progress: AsyncStream<Double>
    private let report: AsyncStream<Double>.Continuation
    private let result = Mutex<Result<DataModel, any Error>?>(nil)
    /// Signaled when the migration of a long list begins, and at the end.
    private let isLong = DispatchSemaphore(value: 0)
    private let isEnded = DispatchSemaphore(value: 0)

    init(_ sandbox: URL) {
        (progress, report) = AsyncStream<Double>.makeStream(bufferingPolicy: .bufferingNewest(1))
        DispatchQueue.global(qos: .userInteractive).async { [self] in
            let opened = Result {
                try DataModel(undoableIn: sandbox) {
                    if $0 == 0 { isLong.signal() }
                    report.yield($0)
                }
            }
            result.withLock { $0 = opened }
            report.finish()
            for semaphore in [isLong, isEnded] { semaphore.signal() }
        }
    }

    /// Waits until the model is opened or a long migration begins.
    /// - Returns: true if `progress` tells of a migration.
    func waitUntilKnown() -> Bool {
        isLong.wait()
        isLong.signal()
        return result.withLock { $0 == nil }
    }

    /// Waits until the model is opened.
    func model() throws -> DataModel {
        isEnded.wait()
        isEnded.signal()
        guard let result = result.withLock(\.self) else { throw CancellationError() }
        return try result.get()
    }
}
