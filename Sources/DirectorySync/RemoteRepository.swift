public import DirectoryModel
public import DirectoryStore
import Foundation
import NIOHTTP1
import Synchronization

/// A list on a server: changes are made there first, then here. `R.home` determines the allowed operations; others
/// throw `SyncError.notAllowed`.
///
/// After a failure the local list is unchanged, except as `delete` describes. The store keeps no undo for these
/// changes, because undoing must also change the server.
public final class RemoteRepository<R: DirectoryRecord>: RecordRepository {
    public let store: Store
    let client: ClientSource
    /// The records deleted last.
    let deleted = Mutex<[R]>([])

    public init(store: Store, client: @escaping ClientSource) { (self.store, self.client) = (store, client) }

    /// The server, and the path of its records.
    struct Place {
        let client: Client
        let path: String

        var server: String { "\(client.server)" }
        var gone: SyncError { .gone(server: server, one: R.collection.one) }
    }

    /// Where to make changes.
    /// - Throws: `otherList` if the local list is from another server, where the same number is another record.
    func place() async throws(SyncError) -> Place {
        let client = try await client()
        guard case .hosted(let path) = R.home else { throw .notAllowed(server: "\(client.server)") }
        if let fetched = try stored(try store.setting(Self.fetchedFrom)), fetched != client.server.url.absoluteString {
            throw .otherList(server: "\(client.server)", many: R.collection.many)
        }
        return Place(client: client, path: path)
    }

    static var fetchedFrom: String { Store.origin(of: R.self) }

    static var maxTries: Int { 5 }

    /// The server's record, if records are kept there; the local list is not changed.
    public func find(_ key: Int) async throws(SyncError) -> R? {
        guard case .hosted(let path) = R.home else { return try stored(try store.find(R.self, key: key)) }
        return try await client().record(key, at: path)
    }

    /// Throws `refused` if a field breaks a rule, `unsure` if the record may have been created.
    public func add(_ record: R) async throws(SyncError) -> Changed<R> {
        clearingUndo(.kept(try await make(record, at: try await place())))
    }

    /// Changes the fields in which `mine` differs from `original`. If others changed the same fields, nothing is sent
    /// and their version is stored here. A record that was deleted there is created again with a new number.
    /// - Throws: `SyncError`; `refused` if a field breaks a rule, `changedMeanwhile` if others keep changing it.
    public func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R> {
        if mine == original { return .kept(original) }
        let place = try await place()
        do throws(SyncError) { return clearingUndo(try await change(original, to: mine, at: place)) } catch {
            guard case .gone = error else { throw error }
        }
        let made = try await make(mine, at: place)
        _ = try forget(mine.key, at: place)
        return clearingUndo(.putBack(try await change(made, to: mine, at: place).record ?? made))
    }

    public func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncError) -> Result<Changed<R>, Refusal> {
        let place = try await place()
        guard let now: R = try await place.client.record(key, at: place.path) else { return .success(.absent) }
        let shown = try stored(try store.find(R.self, key: key)) ?? now
        let (mine, overTheirs): (R, R)
        do throws(Refusal) { (mine, overTheirs) = (try change(shown), try change(now)) } catch {
            return .failure(error)
        }
        let merge = ThreeWayMerge(mine: mine.record, theirs: now.record, base: shown.record)
        let isWrittenOver = now.differences(from: overTheirs).contains { difference in
            guard let field = R.field(named: difference.key) else { return false }
            return field.value(shown) != field.value(now) && field.value(mine) != field.value(now)
        }
        guard merge.isDecided, !isWrittenOver else {
            _ = try keep(now, at: place)
            return .success(.conflict(merge))
        }
        return .success(clearingUndo(try await self.change(now, to: R(merge.merged()), at: place)))
    }

    /// Throws `gone` if the server no longer has it.
    public func toggle(_ key: Int) async throws(SyncError) -> Changed<R> {
        let place = try await place()
        var shown = try stored(try store.find(R.self, key: key))
        if shown == nil { shown = try await place.client.record(key, at: place.path) }
        guard let shown else { return .absent }
        return clearingUndo(try await change(shown, to: shown.toggled, at: place))
    }

    /// Clears the undo data after a change.
    private func clearingUndo(_ changed: Changed<R>) -> Changed<R> {
        if changed.record != nil { deleted.withLock { $0 = [] } }
        return changed
    }

    // MARK: On the server, then in the store

    /// Creates a record on the server and here, once even if it is repeated because the answer was lost.
    func make(_ record: R, at place: Place) async throws(SyncError) -> R {
        var route = Route.open(.POST, place.path).carrying(RecordChange(from: R(key: record.key), to: record))
        // Later, the same words mean another record.
        let key = try stored(
            try OrderKey(
                for: route.body ?? Data(), to: place.client.server, of: R.collection, in: store, lasting: 3600))
        route.orderKey = key.text
        do throws(SyncError) {
            return try keep(try await place.client.makeOnce(by: route), at: place, forgetting: key.name)
        } catch {
            if error.isRefusal { try stored(try key.forget(in: store)) }
            throw error
        }
    }

    func change(_ original: R, to mine: R, at place: Place) async throws(SyncError) -> Changed<R> {
        if RecordChange(from: original, to: mine).isEmpty { return .kept(original) }
        var theirs = original
        for _ in 1...Self.maxTries {
            guard let now: Published<R> = try await place.client.version(of: original.key, at: place.path) else {
                throw place.gone
            }
            theirs = now.record
            let merge = ThreeWayMerge(mine: mine.record, theirs: now.record.record, base: original.record)
            guard merge.isDecided else {
                _ = try keep(now.record, at: place)
                return .conflict(merge)
            }
            let change = RecordChange(from: now.record, to: R(merge.merged()))
            if change.isEmpty { return .kept(try keep(now.record, at: place)) }
            do throws(SyncError) {
                let changed: R = try await place.client.change(
                    original.key, at: place.path, ifMatch: now.tag, change)
                return .kept(try keep(changed, at: place))
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: R.collection.one, name: try keep(theirs, at: place).displayName)
    }

    /// Stores a record as the server has it.
    func keep(_ record: R, at place: Place, forgetting order: String? = nil) throws(SyncError) -> R {
        try place.client.kept(try store.keepFromServer(record, forgetting: order))
        return record
    }

    /// Removes a record that the server no longer has.
    /// - Returns: the record, if it was here.
    func forget(_ key: Int, at place: Place) throws(SyncError) -> R? {
        let record = try place.client.kept(try store.find(R.self, key: key))
        _ = try place.client.kept(try store.delete(R.self, keys: [key]))
        return record
    }
}

extension Client {
    /// Runs `body`, which stores what the server has already done.
    /// - Throws: `notKept` if that fails.
    func kept<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
        do { return try body() } catch { throw .notKept(server: "\(server)", error) }
    }
}
