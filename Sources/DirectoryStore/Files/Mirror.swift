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
        weak var store: Store?
        var observations: [AnyDatabaseCancellable] = []
        /// The collections with unwritten changes.
        var waiting: [CollectionInfo: Definition] = [:]
        var isScheduled = false
        /// The closures that receive errors.
        var errorHandlers: [CollectionInfo: @Sendable (StoreError) -> Void] = [:]
    }

    func start(for store: Store, _ definitions: [Definition]) {
        let observations = definitions.filter { $0.sandboxFile != nil }.map { definition in
            let region = DatabaseRegionObservation(tracking: Table(definition.collection.name))
            return region.start(in: store.pool) { _ in
            } onChange: { [weak self] _ in
                self?.changed(definition)
            }
        }
        state.withLock { state in
            state.store = store
            state.observations = observations
        }
    }

    /// Calls `body`, on any thread, with each error of `collection`.
    func observeErrors(of collection: CollectionInfo, _ body: @escaping @Sendable (StoreError) -> Void) {
        state.withLock { $0.errorHandlers[collection] = body }
    }

    func report(_ problem: StoreError, of collection: CollectionInfo) {
        state.withLock { $0.errorHandlers[collection] }?(problem)
    }

    private func changed(_ definition: Definition) {
        let isScheduled = state.withLock { state in
            state.waiting[definition.collection] = definition
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        guard !isScheduled else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isScheduled = false }
            writeAndReport()
        }
    }

    /// Writes all pending changes now; errors are reported as those of later writes are.
    func finish() { queue.sync { writeAndReport() } }

    private func writeAndReport() {
        for (collection, problem) in writeWaiting() { report(problem, of: collection) }
    }

    /// Writes all pending changes now.
    /// - Throws: the error of the first file that could not be written.
    func flush() throws(StoreError) {
        if let problem = queue.sync(execute: { self.writeWaiting().first?.1 }) { throw problem }
    }

    private func writeWaiting() -> [(CollectionInfo, StoreError)] {
        let (store, waiting) = state.withLock { state in
            defer { state.waiting = [:] }
            return (state.store, state.waiting)
        }
        var problems: [(CollectionInfo, StoreError)] = []
        for (collection, definition) in waiting {
            do throws(StoreError) { try store?[definition].saveFile() } catch { problems.append((collection, error)) }
        }
        return problems
    }
}

extension StoredCollection {
    /// Calls `body`, on any thread, with each error of writing the collection's JSON file after a change, and
    /// with the damage that `ifReadable` finds.
    public func observeErrors(_ body: @escaping @Sendable (StoreError) -> Void) {
        store.mirror.observeErrors(of: definition.collection, body)
    }
}
