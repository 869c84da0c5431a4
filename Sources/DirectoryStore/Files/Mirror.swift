import DirectoryModel
@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// Writes the sandbox's JSON files in the background shortly after their collections changed.
///
/// Changes in quick succession are written once. A write that a killed process missed is done at the next start.
final class Mirror: Sendable {
    private let queue = DispatchQueue(label: "mirror", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var observations: [AnyDatabaseCancellable] = []
        /// The collections with unwritten changes, and the closures that write them.
        var waiting: [CollectionInfo: @Sendable () throws(StoreError) -> Void] = [:]
        var isScheduled = false
        /// The closures that receive write errors.
        var errorHandlers: [CollectionInfo: @Sendable (StoreError) -> Void] = [:]
    }

    func start(for store: Store, _ definitions: [Definition]) {
        for definition in definitions where definition.sandboxFile != nil { observe(store[definition]) }
    }

    private func observe(_ collection: StoredCollection) {
        let (store, definition) = (collection.store, collection.definition)
        let write = { @Sendable [weak store] () throws(StoreError) in
            _ = try store?[definition].saveFile()
        }
        let observation = DatabaseRegionObservation(tracking: Table(collection.table.name)).start(in: store.pool) { _ in
        } onChange: { [weak self] _ in
            self?.changed(definition.collection, write)
        }
        state.withLock { $0.observations.append(observation) }
    }

    /// Calls `body`, on any thread, with each error of writing the file of `collection`.
    func observeErrors(of collection: CollectionInfo, _ body: @escaping @Sendable (StoreError) -> Void) {
        state.withLock { $0.errorHandlers[collection] = body }
    }

    private func changed(_ collection: CollectionInfo, _ write: @escaping @Sendable () throws(StoreError) -> Void) {
        let isScheduled = state.withLock { state in
            state.waiting[collection] = write
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        guard !isScheduled else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
            for (collection, problem) in writeWaiting() {
                state.withLock { $0.errorHandlers[collection] }?(problem)
            }
        }
    }

    /// Writes all pending changes now.
    /// - Throws: the error of the first file that could not be written.
    func flush() throws(StoreError) {
        if let problem = queue.sync(execute: { self.writeWaiting().first?.1 }) { throw problem }
    }

    private func writeWaiting() -> [(CollectionInfo, StoreError)] {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        var problems: [(CollectionInfo, StoreError)] = []
        for (collection, write) in waiting {
            do throws(StoreError) { try write() } catch { problems.append((collection, error)) }
        }
        return problems
    }
}

extension StoredCollection {
    /// Calls `body`, on any thread, with each error of writing the collection's JSON file after a change.
    public func observeWriteErrors(_ body: @escaping @Sendable (StoreError) -> Void) {
        store.mirror.observeErrors(of: definition.collection, body)
    }
}
