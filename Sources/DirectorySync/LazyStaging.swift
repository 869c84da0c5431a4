import ClassAPI
import DirectoryModel
import DirectoryStore
import Synchronization

/// The database of a list that arrives, which is made when it begins to: an answer without a list needs none.
final class LazyStaging<R: DirectoryRecord>: Sendable {
    private struct State {
        var outline: ListOutline?
        var database: StagingDatabase<R>?
    }

    private let store: Store
    private let owner: String?
    private let request: ListRequest?
    private let state = Mutex(State())

    /// - Parameter request: what the difference to the last list was requested with, or nil.
    init(store: Store, owner: String?, request: ListRequest?) {
        (self.store, self.owner, self.request) = (store, owner, request)
    }

    /// Prepares for only what changed.
    func expect(_ outline: ListOutline) { state.withLock { $0.outline = outline } }

    /// The database, which is made at the first call.
    func made() throws(SyncError) -> StagingDatabase<R> {
        try stored { () throws(StoreError) in
            try state.withLock { state throws(StoreError) in
                if let database = state.database { return database }
                let delta = request.flatMap { request in
                    state.outline.map { ArrivingDelta(count: $0.count, removed: $0.removed, for: request) }
                }
                let database = try store.beginStaging(R.self, owner: owner, delta: delta)
                state.database = database
                return database
            }
        }
    }
}
