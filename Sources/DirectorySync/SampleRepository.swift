public import DirectoryModel
public import DirectoryStore
import Language
import Synchronization

/// A list that is kept on a server, and only here while it is that of the sample class: then a change needs no server.
public final class SampleRepository<R: DirectoryRecord>: RecordRepository {
    private let remote: RemoteRepository<R>
    private let local: LocalRepository<R>
    /// The records deleted here last.
    private let deleted = Mutex<[R]>([])

    public var store: Store { remote.store }

    /// Makes the repository of the list in `store`; `client` returns the client for the present sign-in.
    public init(store: Store, client: @escaping ClientSource) {
        (remote, local) = (
            RemoteRepository(store: store, client: client), LocalRepository(store: store, client: client)
        )
    }

    /// False where a server is known: its list takes the place of the sample's when it is refreshed.
    private var isSample: Bool {
        guard R.home.isHosted, (try? store.holdsSample(of: R.self)) == true else { return false }
        return (try? SignIn.kept(in: store))?.server.isEmpty == true
    }

    private var current: any RecordRepository<R> { isSample ? local : remote }

    public func find(_ key: Int) async throws(SyncError) -> R? { try await current.find(key) }

    public func add(_ record: R) async throws(SyncError) -> Changed<R> {
        guard isSample else { return try await remote.add(record) }
        return try stored { () throws(StoreError) in
            let largest = try R.definition.place.map { place throws(StoreError) in try store.largest(of: place) }
            return .kept(try store.addCounted(largest.map { record.placed(after: $0) } ?? record))
        }
    }

    public func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R> {
        try await current.save(from: original, to: mine)
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncError) -> Result<Changed<R>, Refusal> {
        isSample ? try await local.edit(key, change) : try await remote.edit(key, change)
    }

    public func toggle(_ key: Int) async throws(SyncError) -> Changed<R> { try await current.toggle(key) }

    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        guard isSample else { return try await remote.delete(keys) }
        var gone: [R] = []
        for key in keys { if let record = try stored(try store.find(R.self, key: key)) { gone.append(record) } }
        let titles = try await local.delete(keys)
        deleted.withLock { [gone] in $0 = gone }
        return titles
    }

    public func deleteAll() async throws(SyncError) { try await current.deleteAll() }

    public func undo() async throws(SyncError) -> Undone? {
        guard isSample else { return try await remote.undo() }
        let records = deleted.withLock { $0 }
        guard let label = R.collection.called(records.map(\.displayName)) else { return nil }
        try stored(try store.saveAll(records))
        deleted.withLock { $0 = [] }
        return Undone(label: translated("Deleting \(label)"))
    }

    public var canUndo: Bool { isSample ? deleted.withLock { !$0.isEmpty } : remote.canUndo }

    public func refresh() async throws(SyncError) -> ChangeSummary { try await remote.refresh() }
}
