public import DirectoryModel
import NIOHTTP1

/// Records that live on the server, by their type: `client.get([ToDo].self)`. No credentials are
/// sent, so that they may travel in the open. All of them throw `SyncError`: `refused` where a field breaks a rule
/// (422), `gone` where there is no such record (404), `notAnAnswer` where what is answered is no record.
extension Client {
    /// All of them, as the server sorts them.
    public func get<R: Hosted>(_ type: [R].Type) async throws(SyncError) -> [R] {
        try await records(at: R.path)
    }

    /// The one that has this number, or nil where the server has none.
    public func get<R: Hosted>(_ id: RecordID<R>) async throws(SyncError) -> R? {
        try await record(id.key, at: R.path)
    }

    /// Makes one: returns what the server made of it, with its number and address.
    public func post<R: Hosted>(_ record: R) async throws(SyncError) -> R { try await make(record, at: R.path) }

    /// Changes what `part` has and nothing else: returns the whole as it is then.
    public func patch<R: Hosted>(_ id: RecordID<R>, _ part: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, part)
    }

    /// Replaces the whole: returns what the server made of it.
    public func put<R: Hosted>(_ id: RecordID<R>, _ record: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, by: .PUT, record)
    }

    /// Removes one.
    public func delete<R: Hosted>(_ id: RecordID<R>) async throws(SyncError) {
        guard try await remove(R.self, id.key, at: R.path) else {
            throw .gone(server: "\(server)", one: R.collection.one)
        }
    }

    /// Removes all of them.
    public func deleteAll<R: Hosted>(_ type: R.Type) async throws(SyncError) { try await removeAll(type, at: R.path) }
}
