import DirectoryModel
public import DirectoryStore
import Language
import Synchronization

/// Deletion of records on the server, and its undo.
extension RemoteRepository {
    /// Deletes the records that have `keys`, one after the other, until the task around it is canceled; a record that the
    /// server no longer has counts as deleted.
    /// - Throws: `SyncError` at the first that could not be deleted; those before it are deleted here too.
    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        let place = try await place()
        var gone: [R] = []
        for key in keys {
            if Task.isCancelled { break }
            // The answer to a request that was sent is waited for.
            let deleting = Task { () -> Result<R?, SyncError> in
                do throws(SyncError) { return .success(try await deleteAsShown(key, at: place)) } catch {
                    return .failure(error)
                }
            }
            guard let record = try await deleting.value.get() else { continue }
            gone.append(record)
            deleted.withLock { [gone] in $0 = gone }
        }
        return gone.map(\.displayName)
    }

    /// Deletes a record in its version here, or where there is not one, in its version there.
    /// - Returns: the record, or nil where it is neither here nor there.
    private func deleteAsShown(_ key: Int, at place: Place) async throws(SyncError) -> R? {
        let shown = try stored(try store.find(R.self, key: key))
        var name = ""
        for _ in 1...Self.mostTries {
            guard let now: Published<R> = try await place.client.version(of: key, at: place.path) else {
                return try forget(key, at: place)
            }
            name = now.record.displayName
            if let shown, !RecordChange(from: shown, to: now.record).isEmpty {
                throw .changedMeanwhile(one: R.collection.one, name: try keep(now.record, at: place).displayName)
            }
            do throws(SyncError) {
                _ = try await place.client.remove(R.self, key, at: place.path, ifMatch: now.tag)
                return try forget(key, at: place) ?? now.record
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: R.collection.one, name: name)
    }

    public func deleteAll() async throws(SyncError) {
        let place = try await place()
        for _ in 1...Self.mostTries {
            let now = try await fetchAndApply(from: place.client)
            guard !now.summary.isChange else {
                throw .listChangedMeanwhile(many: R.collection.many, what: now.summary.words)
            }
            do throws(SyncError) {
                try await place.client.removeAll(R.self, at: place.path, ifMatch: now.tag)
                _ = try place.client.kept(try store.apply(try store.beginStaging(R.self), .replace, label: nil))
                return deleted.withLock { $0 = [] }
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .conflict(server: place.server)
    }

    public var canUndo: Bool { deleted.withLock { !$0.isEmpty } }

    /// Makes the records that were deleted last again, each under a new number and otherwise unchanged.
    /// - Throws: `SyncError` at the first that could not be made; it and those after it can be put back later.
    public func undo() async throws(SyncError) -> Undone? {
        let records = deleted.withLock { $0 }
        guard let label = R.collection.called(records.map(\.displayName)) else { return nil }
        let place = try await place()
        for record in records {
            _ = try await change(try await make(record, at: place), to: record, at: place)
            deleted.withLock { $0 = Array($0.dropFirst()) }
        }
        return Undone(label: translated("Deleting \(label)"))
    }
}
