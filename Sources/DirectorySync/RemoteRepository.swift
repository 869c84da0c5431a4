public import DirectoryModel
public import DirectoryStore
import Foundation
import NIOHTTP1
import Synchronization

/// A list on a server: changes are made there first, then in the store. The definition's `home` determines the
/// allowed operations; others throw `SyncError.notAllowed`.
///
/// After a failure the local list is unchanged, except as `delete` describes. These changes cannot be undone
/// in the store alone, because undoing must also change the server.
public final class RemoteRepository: RecordRepository {
    public let collection: StoredCollection
    let client: ClientSource
    /// The records deleted last.
    let deleted = Mutex<[Record]>([])

    public init(_ collection: StoredCollection, client: @escaping ClientSource) {
        (self.collection, self.client) = (collection, client)
    }

    var definition: Definition { collection.definition }

    /// The client of the server where to make changes.
    /// - Throws: `otherList` if the local list is from another server, where the same number is another record.
    func changingClient() async throws(SyncError) -> Client {
        let client = try await client()
        guard definition.home.isHosted else { throw .notAllowed(server: "\(client.server)") }
        let fetched = try stored(try Setting.origin(of: definition).value(in: collection.store))
        if let fetched, fetched != client.server.url.absoluteString {
            throw .otherList(server: "\(client.server)", many: definition.collection.many)
        }
        return client
    }

    static var maxTries: Int { 5 }

    /// The server's record, if records are stored there; the local list is not changed.
    public func find(_ key: Int) async throws(SyncError) -> Record? {
        guard definition.home.isHosted else { return try stored(try collection.find(key: key)) }
        return try await client().record(key, of: definition)
    }

    /// Throws `refused` if a field breaks a rule, `unsure` if the record may have been created.
    public func add(_ record: Record) async throws(SyncError) -> Changed {
        clearingUndo(.kept(try await make(record, with: try await changingClient())))
    }

    /// Changes the fields in which `mine` differs from `original`. If others changed the same fields, nothing is sent
    /// and their version is stored. A record that was deleted there is created again with a new number.
    /// - Throws: `SyncError`; `refused` if a field breaks a rule, `changedMeanwhile` if others change it repeatedly.
    public func save(from original: Record, to mine: Record) async throws(SyncError) -> Changed {
        if mine == original { return .kept(original) }
        let client = try await changingClient()
        do throws(SyncError) { return clearingUndo(try await change(original, to: mine, with: client)) } catch {
            guard case .gone = error else { throw error }
        }
        let made = try await make(mine, with: client)
        _ = try forget(mine.key, with: client)
        return clearingUndo(.restored(try await change(made, to: mine, with: client).record ?? made))
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal> {
        let client = try await changingClient()
        guard let now = try await client.record(key, of: definition) else { return .success(.absent) }
        let shown = try stored(try collection.find(key: key)) ?? now
        let (mine, overTheirs): (Record, Record)
        do throws(Refusal) { (mine, overTheirs) = (try change(shown), try change(now)) } catch {
            return .failure(error)
        }
        let merge = ThreeWayMerge(mine: mine, theirs: now, base: shown)
        let isWrittenOver = now.differences(from: overTheirs).contains { difference in
            let field = definition.field(difference.key)
            return shown[field] != now[field] && mine[field] != now[field]
        }
        guard merge.isDecided, !isWrittenOver else {
            _ = try saveLocally(now, with: client)
            return .success(.conflict(merge))
        }
        return .success(clearingUndo(try await self.change(now, to: merge.merged(), with: client)))
    }

    /// Throws `gone` if the server no longer has it.
    public func toggle(_ key: Int) async throws(SyncError) -> Changed {
        let client = try await changingClient()
        var shown = try stored(try collection.find(key: key))
        if shown == nil { shown = try await client.record(key, of: definition) }
        guard let shown else { return .absent }
        return clearingUndo(try await change(shown, to: shown.toggled, with: client))
    }

    /// Clears the undo data after a change.
    private func clearingUndo(_ changed: Changed) -> Changed {
        if changed.record != nil { deleted.withLock { $0 = [] } }
        return changed
    }

    // MARK: On the server, then in the store

    /// Creates a record on the server and in the store, once even if it is repeated because the answer was lost.
    func make(_ record: Record, with client: Client) async throws(SyncError) -> Record {
        let blank = Record(definition, key: record.key)
        var route = Route.open(.POST, definition.hostedPath).carrying(RecordChange(from: blank, to: record))
        // Later, the same content is another record.
        let key = try stored(
            try OrderKey(for: route.body ?? Data(), to: client.server, in: collection, lasting: 3600))
        route.orderKey = key.text
        do throws(SyncError) {
            let made = try await client.makeOnce(by: route, of: definition)
            return try saveLocally(made, with: client, forgetting: key.setting)
        } catch {
            if error.isRefusal { try stored(try key.forget(in: collection.store)) }
            throw error
        }
    }

    func change(_ original: Record, to mine: Record, with client: Client) async throws(SyncError) -> Changed {
        if RecordChange(from: original, to: mine).isEmpty { return .kept(original) }
        var theirs = original
        for _ in 1...Self.maxTries {
            guard let now = try await client.version(of: original.key, in: definition) else {
                throw .gone(server: "\(client.server)", one: definition.collection.one)
            }
            theirs = now.record
            let merge = ThreeWayMerge(mine: mine, theirs: now.record, base: original)
            guard merge.isDecided else {
                _ = try saveLocally(now.record, with: client)
                return .conflict(merge)
            }
            let change = RecordChange(from: now.record, to: merge.merged())
            if change.isEmpty { return .kept(try saveLocally(now.record, with: client)) }
            do throws(SyncError) {
                let changed = try await client.change(original.key, of: definition, ifMatch: now.tag, change)
                return .kept(try saveLocally(changed, with: client))
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        let name = try saveLocally(theirs, with: client).displayName
        throw .changedMeanwhile(one: definition.collection.one, name: name)
    }

    /// Stores a record as the server has it, and returns it.
    func saveLocally(
        _ record: Record, with client: Client, forgetting order: Setting<String>? = nil
    ) throws(SyncError) -> Record {
        try client.storing(try collection.saveFromServer(record, forgetting: order))
        return record
    }

    /// Removes a record that the server no longer has.
    /// - Returns: the record, if it was stored.
    func forget(_ key: Int, with client: Client) throws(SyncError) -> Record? {
        let record = try client.storing(try collection.find(key: key))
        _ = try client.storing(try collection.delete(keys: [key]))
        return record
    }
}

extension Client {
    /// Runs `body`, which stores what the server has already done.
    /// - Throws: `notStored` if that fails.
    func storing<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
        do { return try body() } catch { throw .notStored(server: "\(server)", error) }
    }
}
