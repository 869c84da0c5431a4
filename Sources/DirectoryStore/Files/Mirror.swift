public import DirectoryModel
@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// Writes the sandbox's JSON files a moment after their collections changed, apart from whoever changed them.
///
/// Changes that come shortly after one another are written once. Writing a long list takes its time, so the next moment
/// is as much later as the last one took. What is not written when the process is killed is written at its next start.
final class Mirror: Sendable {
    private let queue = DispatchQueue(label: "mirror", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var observations: [AnyDatabaseCancellable] = []
        /// The collections that changed and are not written yet, and what writes them.
        var waiting: [CollectionInfo: @Sendable () throws(StoreError) -> Void] = [:]
        var isScheduled = false
        var pause = Mirror.shortestPause
        /// Who is told of files that could not be written.
        var told: [CollectionInfo: @Sendable (StoreError) -> Void] = [:]
    }

    /// How long after a change the file is written, at least.
    private static let shortestPause: TimeInterval = 0.5

    /// Has every change of the store's collections written.
    func start(for store: Store, _ types: [any DirectoryRecord.Type]) {
        for type in types where type.sandboxFile != nil { observe(type, in: store) }
    }

    private func observe<R: DirectoryRecord>(_ type: R.Type, in store: Store) {
        let write = { @Sendable [weak store] () throws(StoreError) in
            _ = try store?.saveFile(of: type)
        }
        let observation = DatabaseRegionObservation(tracking: Table(R.collection.name)).start(in: store.pool) { _ in
        } onChange: { [weak self] _ in
            self?.changed(R.collection, write)
        }
        state.withLock { $0.observations.append(observation) }
    }

    /// Tells `body` why the file of `collection` could not be written, whenever that is so; on any thread.
    func tell(of collection: CollectionInfo, _ body: @escaping @Sendable (StoreError) -> Void) {
        state.withLock { $0.told[collection] = body }
    }

    private func changed(_ collection: CollectionInfo, _ write: @escaping @Sendable () throws(StoreError) -> Void) {
        let pause: TimeInterval? = state.withLock { state in
            state.waiting[collection] = write
            defer { state.isScheduled = true }
            return state.isScheduled ? nil : state.pause
        }
        guard let pause else { return }
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
            for (collection, problem) in writeWaiting() { state.withLock { $0.told[collection] }?(problem) }
        }
    }

    /// Writes what is not written yet; when it returns, every file says what the store holds.
    /// - Throws: why the first of those that could not be written could not.
    func flush() throws(StoreError) {
        if let problem = queue.sync(execute: { self.writeWaiting().first?.1 }) { throw problem }
    }

    private func writeWaiting() -> [(CollectionInfo, StoreError)] {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        let begun = ContinuousClock.now
        var problems: [(CollectionInfo, StoreError)] = []
        for (collection, write) in waiting {
            do throws(StoreError) { try write() } catch { problems.append((collection, error)) }
        }
        let taken = (ContinuousClock.now - begun) / .seconds(1)
        state.withLock { $0.pause = max(Self.shortestPause, taken) }
        return problems
    }
}

extension Store {
    /// Tells `body` why the JSON file of a collection could not be written after a change; on any thread.
    public func tellUnwritten<R: DirectoryRecord>(
        _ type: R.Type, _ body: @escaping @Sendable (StoreError) -> Void
    ) {
        mirror.tell(of: R.collection, body)
    }

    /// Writes the JSON files of the sandbox that are not up to date yet; a program calls it on its way out.
    /// - Throws: `StoreError.copyNotWritten`, and the file that was there stays; what changed is in the store.
    public func flush() throws(StoreError) { try mirror.flush() }
}
