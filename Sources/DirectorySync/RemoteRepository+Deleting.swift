import DirectoryModel
import DirectoryStore

/// Deleting what lives on the server, and making it there again.
extension RemoteList {
    /// Deletes the records that have `keys`, one after the other; what the server no longer has counts as deleted.
    /// - Returns: those that were here.
    /// - Throws: `SyncProblem` at the first that could not be deleted; those before it are gone here too.
    ///   `changedMeanwhile` where others changed it since it was fetched; then it is here as they have it.
    public func delete(_ keys: [Int]) async throws(SyncProblem) -> [R] {
        let path = try hostedPath()
        var gone: [Int] = []
        do throws(SyncProblem) {
            for key in keys {
                try await deleteAsShown(key, at: path)
                gone.append(key)
            }
        } catch {
            _ = try forget(gone)
            throw error
        }
        return try forget(gone)
    }

    /// Deletes a record as it is here; one that is not here, as it is there.
    private func deleteAsShown(_ key: Int, at path: String) async throws(SyncProblem) {
        let shown = try stored { () throws(StoreProblem) in try store.find(R.self, key: key) }
        var name = ""
        for _ in 1...Self.mostTries {
            guard let now: Published<R> = try await client.version(of: key, at: path) else { return }
            name = now.record.displayName
            if let shown, !RecordChange(from: shown, to: now.record).isEmpty {
                throw .changedMeanwhile(one: R.collection.one, name: try keep(now.record).displayName)
            }
            do throws(SyncProblem) {
                _ = try await client.remove(R.self, key, at: path, ifMatch: now.tag)
                return
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: R.collection.one, name: name)
    }

    /// Deletes every record of the server's list, as the list is here.
    /// - Throws: `listChangedMeanwhile` where others changed it since it was fetched; then it is here as they have it,
    ///   and everything is still there.
    public func deleteAll() async throws(SyncProblem) {
        let path = try hostedPath()
        for _ in 1...Self.mostTries {
            let now = try await takeOver()
            guard !now.summary.isChange else {
                throw .listChangedMeanwhile(many: R.collection.many, what: now.summary.words)
            }
            do throws(SyncProblem) {
                try await client.removeAll(R.self, at: path, ifMatch: now.tag)
                return try keeping { () throws(StoreProblem) in
                    _ = try store.apply(try store.beginIncoming(R.self), .replace, label: nil)
                }
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .conflict(server: "\(client.server)")
    }

    /// Makes records again that were deleted, each under a new number and otherwise as it was.
    /// - Returns: them as they are now.
    /// - Throws: `SyncProblem` at the first that could not be made; those before it are on the server and here.
    public func putBack(_ records: [R]) async throws(SyncProblem) -> [R] {
        var back: [R] = []
        for record in records {
            let made = try await add(record)
            back.append(try await change(record, from: made).record ?? made)
        }
        return back
    }

    /// Makes a record again that somebody else deleted while it was changed here: when it returns, it is on the server
    /// and here under a new number, and the old one is gone here too.
    public func makeAgain(_ record: R) async throws(SyncProblem) -> R {
        let made = try await add(record)
        _ = try forget([record.key])
        return try await change(record, from: made).record ?? made
    }

    private func forget(_ keys: [Int]) throws(SyncProblem) -> [R] {
        if keys.isEmpty { return [] }
        return try keeping { () throws(StoreProblem) in
            var records: [R] = []
            for key in keys { if let record = try store.find(R.self, key: key) { records.append(record) } }
            _ = try store.delete(R.self, keys: keys)
            return records
        }
    }
}
