public import DirectoryModel
public import DirectoryStore
import Foundation
import NIOHTTP1
import Synchronization

/// A list that is kept on the server: changes are made there first, and then here as the server has them. `R.home`
/// determines which operations are allowed; others throw `SyncError.notAllowed`.
///
/// On every failure the list here is unchanged, except as `delete` describes. The store does not keep undo data for
/// these changes, because putting a record back here would not put it back there; `undo` does both.
///
/// Its parts: `+Refreshing` (the whole list) and `+Deleting` (and undo).
public final class RemoteRepository<R: DirectoryRecord>: RecordRepository {
    public let store: Store
    let client: ClientSource
    /// The records deleted there last, which undo makes there again.
    let deleted = Mutex<[R]>([])

    /// Makes the repository of the list in `store`; `client` returns the client for the present sign-in.
    public init(store: Store, client: @escaping ClientSource) { (self.store, self.client) = (store, client) }

    /// The server and the path below which its records are.
    struct Place {
        let client: Client
        let path: String

        /// The server's name, for messages.
        var server: String { "\(client.server)" }
        var gone: SyncError { .gone(server: server, one: R.collection.one) }
    }

    /// The place where changes are made.
    /// - Throws: `otherList` where the list here was fetched from another server, where the same number is another
    ///   record.
    func place() async throws(SyncError) -> Place {
        let client = try await client()
        guard case .hosted(let path) = R.home else { throw .notAllowed(server: "\(client.server)") }
        if let fetched = try stored(try store.setting(Self.fetchedFrom)), fetched != client.server.url.absoluteString {
            throw .otherList(server: "\(client.server)", many: R.collection.many)
        }
        return Place(client: client, path: path)
    }

    static var fetchedFrom: String { Store.origin(of: R.self) }

    /// How often a record that others change at the same time is read again.
    static var maxTries: Int { 5 }

    /// The server's record with a number, where records are kept there; the list here is not changed.
    public func find(_ key: Int) async throws(SyncError) -> R? {
        guard case .hosted(let path) = R.home else { return try stored(try store.find(R.self, key: key)) }
        return try await client().record(key, at: path)
    }

    /// - Throws: `SyncError`; `refused` where a field breaks a rule, `unsure` where it may have been made.
    public func add(_ record: R) async throws(SyncError) -> Changed<R> {
        noting(.kept(try await make(record, at: try await place())))
    }

    /// Changes the fields in which `mine` differs from `original`, and empties those that are empty now. Where others
    /// changed the same fields, the change is not sent and their version is stored here. A record that was deleted
    /// there in the meantime is made there again under a new number.
    /// - Throws: `SyncError`; `refused` where a field breaks a rule, `changedMeanwhile` where others keep changing it.
    public func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R> {
        if mine == original { return .kept(original) }
        let place = try await place()
        do throws(SyncError) { return noting(try await change(original, to: mine, at: place)) } catch {
            guard case .gone = error else { throw error }
        }
        let made = try await make(mine, at: place)
        _ = try forget(mine.key, at: place)
        return noting(.putBack(try await change(made, to: mine, at: place).record ?? made))
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
        let merge = ThreeWayMerge(mine: mine, theirs: now, base: shown)
        let isWrittenOver = now.differences(from: overTheirs).contains { difference in
            guard let field = R.field(named: difference.key) else { return false }
            return field.value(shown) != field.value(now) && field.value(mine) != field.value(now)
        }
        guard merge.isDecided, !isWrittenOver else {
            _ = try keep(now, at: place)
            return .success(.conflict(merge))
        }
        return .success(noting(try await self.change(now, to: merge.merged(), at: place)))
    }

    /// - Throws: `SyncError`; `gone` where it is here but the server no longer has it.
    public func toggle(_ key: Int) async throws(SyncError) -> Changed<R> {
        let place = try await place()
        var shown = try stored(try store.find(R.self, key: key))
        if shown == nil { shown = try await place.client.record(key, at: place.path) }
        guard let shown else { return .absent }
        return noting(try await change(shown, to: shown.toggled, at: place))
    }

    /// Clears the undo data after a change, which is newer than what undo would put back.
    private func noting(_ changed: Changed<R>) -> Changed<R> {
        if changed.record != nil { deleted.withLock { $0 = [] } }
        return changed
    }

    // MARK: On the server, then in the store

    /// Makes a record: when it returns, the returned record is on the server and here. One that is made again because
    /// the answer was lost, also by another program, is there once.
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
            let merge = ThreeWayMerge(mine: mine, theirs: now.record, base: original)
            guard merge.isDecided else {
                _ = try keep(now.record, at: place)
                return .conflict(merge)
            }
            let change = RecordChange(from: now.record, to: merge.merged())
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

    /// Removes a record here that the server no longer has.
    /// - Returns: the record, where it was here.
    func forget(_ key: Int, at place: Place) throws(SyncError) -> R? {
        let record = try place.client.kept(try store.find(R.self, key: key))
        _ = try place.client.kept(try store.delete(R.self, keys: [key]))
        return record
    }
}

extension Client {
    /// The result of `body`, which stores here what the server did already.
    /// - Throws: `notKept` where the store could not follow.
    func kept<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
        do { return try body() } catch { throw .notKept(server: "\(server)", error) }
    }
}
