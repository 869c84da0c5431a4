public import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import NIOHTTP1
import Synchronization

/// Records that are kept in the store, including those that a server made of orders.
public struct LocalRepository<R: DirectoryRecord>: RecordRepository {
    public let store: Store
    private let client: ClientSource

    /// - Parameter client: returns the client of the server that takes orders.
    public init(store: Store, client: @escaping ClientSource) { (self.store, self.client) = (store, client) }

    public func find(_ key: Int) async throws(SyncError) -> R? { try stored(try store.find(R.self, key: key)) }

    public func add(_ record: R) async throws(SyncError) -> Changed<R> {
        if case .booked(let path) = R.home { return .kept(try await book(record, at: path)) }
        var record = record
        if let place = R.definition.place {
            record = record.placed(after: try stored(try store.largest(R.self, of: place)))
        }
        if R.definition.numbering == .counted { return .kept(try stored(try store.addCounted(record))) }
        if try stored(try store.insert(record, refusesSecondOwner: true)) { return .kept(record) }
        return .keyTaken(by: store.holder(ofKey: record.key, R.self))
    }

    public func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R> {
        if mine == original { return .kept(original) }
        let saved = try stored(
            try store.change(R.self, key: original.key, orElse: original) { now throws(SameFieldsChanged) in
                let merge = ThreeWayMerge(mine: mine.record, theirs: now.record, base: original.record)
                guard merge.isDecided else { throw SameFieldsChanged(merge: merge) }
                return R(merge.merged(under: mine.key))
            })
        switch saved {
        case .success(let changed): return changed
        case .failure(let both): return .conflict(both.merge)
        }
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncError) -> Result<Changed<R>, Refusal> {
        try stored(try store.change(R.self, key: key, change))
    }

    public func toggle(_ key: Int) async throws(SyncError) -> Changed<R> {
        try await edit(key) { record throws(Never) in record.toggled }.get()
    }

    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        try stored(try store.delete(R.self, keys: keys))
    }

    public func deleteAll() async throws(SyncError) {
        var keys: [Int] = []
        try stored(try store.each(R.self) { keys.append($0.record.key) })
        _ = try await delete(keys)
    }

    public func undo() async throws(SyncError) -> Undone? { try stored(try store.undoLast(R.self)) }

    public func redo() async throws(SyncError) -> Undone? { try stored(try store.redoLast(R.self)) }

    public var canUndo: Bool { ((try? store.undoCount(of: R.self)) ?? 0) > 0 }

    public var canRedo: Bool { ((try? store.undoCount(of: R.self, areUndone: true)) ?? 0) > 0 }

    public func refresh() async throws(SyncError) -> ChangeSummary { ChangeSummary() }

    /// Sends an order, and stores the record that the server made of it. An order that is sent again because its answer
    /// was lost is booked once.
    /// - Returns: the record, with its number here.
    /// - Throws: `SyncError`; `refused` if a field breaks a rule, `unanswered` if it may have been booked.
    private func book(_ order: R, at path: String) async throws(SyncError) -> R {
        let client = try await client()
        var route = Route.open(.POST, path).carrying(BookingOrder(order.record))
        let key = try stored(
            try OrderKey(for: route.body ?? Data(), to: client.server, of: R.collection, in: store))
        route.orderKey = key.text
        do throws(SyncError) {
            let booked: R = try await client.make(by: route)
            return try client.kept(try store.keepBooked(booked, forgetting: key.name))
        } catch {
            if error.isRefusal { try stored(try key.forget(in: store)) }
            if case .unsure(let server, let one) = error { throw .unanswered(server: server, one: one) }
            throw error
        }
    }
}

/// Others changed the same fields of the record.
private struct SameFieldsChanged: Error {
    let merge: ThreeWayMerge
}

/// A list on a server, or only here while it is that of the sample class.
public final class SampleRepository<R: DirectoryRecord>: RecordRepository {
    private let remote: RemoteRepository<R>
    private let local: LocalRepository<R>
    /// The records deleted here last.
    private let deleted = Mutex<[R]>([])

    public var store: Store { remote.store }

    public init(store: Store, client: @escaping ClientSource) {
        (remote, local) = (
            RemoteRepository(store: store, client: client), LocalRepository(store: store, client: client)
        )
    }

    /// False if a server is known: its list replaces the sample's.
    private var isSample: Bool {
        guard R.home.isHosted, (try? store.holdsSample(of: R.self)) == true else { return false }
        return (try? SignIn.kept(in: store))?.server.isEmpty == true
    }

    private var current: any RecordRepository<R> { isSample ? local : remote }

    public func find(_ key: Int) async throws(SyncError) -> R? { try await current.find(key) }

    public func add(_ record: R) async throws(SyncError) -> Changed<R> {
        guard isSample else { return try await remote.add(record) }
        return try stored { () throws(StoreError) in
            let largest = try R.definition.place.map { place throws(StoreError) in try store.largest(R.self, of: place)
            }
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
