public import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import NIOHTTP1
import Synchronization

/// Records in the store, including those that a server made of orders.
public struct LocalRepository: RecordRepository {
    public let collection: StoredCollection
    private let client: ClientSource

    /// - Parameter client: returns the client of the server that takes orders.
    public init(_ collection: StoredCollection, client: @escaping ClientSource) {
        (self.collection, self.client) = (collection, client)
    }

    private var definition: Definition { collection.definition }

    public func find(_ key: Int) async throws(SyncError) -> Record? { try stored(try collection.find(key: key)) }

    public func add(_ record: Record) async throws(SyncError) -> Changed {
        if case .booked(let path) = definition.home { return .kept(try await book(record, at: path)) }
        var record = record
        if let field = definition.position {
            record = record.positioned(after: try stored(try collection.largest(of: field)))
        }
        if definition.numbering == .counted { return .kept(try stored(try collection.addCounted(record))) }
        if try stored(try collection.insert(record, refusesSecondOwner: true)) { return .kept(record) }
        return .keyTaken(by: collection.holder(ofKey: record.key))
    }

    public func save(from original: Record, to mine: Record) async throws(SyncError) -> Changed {
        if mine == original { return .kept(original) }
        let saved = try stored(
            try collection.change(key: original.key, orElse: original) { now throws(SameFieldsChanged) in
                let merge = ThreeWayMerge(mine: mine, theirs: now, base: original)
                guard merge.isDecided else { throw SameFieldsChanged(merge: merge) }
                return merge.merged(under: mine.key)
            })
        switch saved {
        case .success(let changed): return changed
        case .failure(let both): return .conflict(both.merge)
        }
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal> {
        try stored(try collection.change(key: key, change))
    }

    public func toggle(_ key: Int) async throws(SyncError) -> Changed {
        try await edit(key) { record throws(Never) in record.toggled }.get()
    }

    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        try stored(try collection.delete(keys: keys))
    }

    public func deleteAll() async throws(SyncError) {
        var keys: [Int] = []
        try stored(try collection.each { keys.append($0.record.key) })
        _ = try await delete(keys)
    }

    public func undo() async throws(SyncError) -> Undone? { try stored(try collection.undoLast()) }

    public func redo() async throws(SyncError) -> Undone? { try stored(try collection.redoLast()) }

    public var canUndo: Bool { ((try? collection.undoCount()) ?? 0) > 0 }

    public var canRedo: Bool { ((try? collection.undoCount(areUndone: true)) ?? 0) > 0 }

    public func refresh() async throws(SyncError) -> ChangeSummary { ChangeSummary() }

    /// Sends an order, and stores the record that the server made of it. An order that is sent again because its answer
    /// was lost is booked once.
    /// - Returns: the record, with its local number.
    /// - Throws: `SyncError`; `refused` if a field breaks a rule, `unanswered` if it may have been booked.
    private func book(_ order: Record, at path: String) async throws(SyncError) -> Record {
        let client = try await client()
        var route = Route.open(.POST, path).carrying(BookingOrder(order))
        let key = try stored(try OrderKey(for: route.body ?? Data(), to: client.server, in: collection))
        route.orderKey = key.text
        do throws(SyncError) {
            let booked = try await client.make(by: route, of: definition)
            return try client.storing(try collection.saveBooked(booked, forgetting: key.setting))
        } catch {
            if error.isRefusal { try stored(try key.forget(in: collection.store)) }
            if case .unsure(let server, let one) = error { throw .unanswered(server: server, one: one) }
            throw error
        }
    }
}

/// Others changed the same fields of the record.
private struct SameFieldsChanged: Error {
    let merge: ThreeWayMerge
}

/// A list on a server; only in the store while it is that of the sample class.
public final class SampleRepository: RecordRepository {
    private let remote: RemoteRepository
    private let local: LocalRepository
    /// The last deleted records of the sample.
    private let deleted = Mutex<[Record]>([])

    public var collection: StoredCollection { remote.collection }

    public init(_ collection: StoredCollection, client: @escaping ClientSource) {
        (remote, local) = (
            RemoteRepository(collection, client: client), LocalRepository(collection, client: client)
        )
    }

    /// False if a server is known: its list replaces the sample's.
    private var isSample: Bool {
        guard collection.definition.home.isHosted, (try? collection.holdsSample()) == true else { return false }
        return (try? SignIn.stored(in: collection.store))?.server.isEmpty == true
    }

    private var current: any RecordRepository { isSample ? local : remote }

    public func find(_ key: Int) async throws(SyncError) -> Record? { try await current.find(key) }

    public func add(_ record: Record) async throws(SyncError) -> Changed {
        guard isSample else { return try await remote.add(record) }
        return try stored { () throws(StoreError) in
            let largest = try collection.definition.position.map { field throws(StoreError) in
                try collection.largest(of: field)
            }
            return .kept(try collection.addCounted(largest.map { record.positioned(after: $0) } ?? record))
        }
    }

    public func save(from original: Record, to mine: Record) async throws(SyncError) -> Changed {
        try await current.save(from: original, to: mine)
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal> {
        isSample ? try await local.edit(key, change) : try await remote.edit(key, change)
    }

    public func toggle(_ key: Int) async throws(SyncError) -> Changed { try await current.toggle(key) }

    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        guard isSample else { return try await remote.delete(keys) }
        var gone: [Record] = []
        for key in keys { if let record = try stored(try collection.find(key: key)) { gone.append(record) } }
        let titles = try await local.delete(keys)
        deleted.withLock { [gone] in $0 = gone }
        return titles
    }

    public func deleteAll() async throws(SyncError) { try await current.deleteAll() }

    public func undo() async throws(SyncError) -> Undone? {
        guard isSample else { return try await remote.undo() }
        let records = deleted.withLock { $0 }
        guard let label = collection.definition.collection.called(records.map(\.displayName)) else { return nil }
        try stored(try collection.saveAll(records))
        deleted.withLock { $0 = [] }
        return Undone(label: translated("Deleting \(label)"))
    }

    public var canUndo: Bool { isSample ? deleted.withLock { !$0.isEmpty } : remote.canUndo }

    public func refresh() async throws(SyncError) -> ChangeSummary { try await remote.refresh() }
}
