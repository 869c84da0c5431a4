public import DirectoryModel
import Foundation
import NIOHTTP1

/// Records that are kept on the server, by their type: `client.get([ToDo].self)`. Credentials are not sent, so requests
/// may be unencrypted. All methods throw `SyncError`: `refused` where a field breaks a rule (422), `gone` where there
/// is not such a record (404), `notAnAnswer` where the answer is not a record.
extension Client {
    /// All records, in the server's order.
    public func get<R: Hosted>(_ type: [R].Type) async throws(SyncError) -> [R] {
        try await records(at: R.path)
    }

    /// The record with this number, or nil where the server does not have it.
    public func get<R: Hosted>(_ id: RecordID<R>) async throws(SyncError) -> R? {
        try await record(id.key, at: R.path)
    }

    /// Makes a record, once also where the request is sent again because its answer was lost.
    /// - Returns: the record as the server made it, with its number and address.
    public func post<R: Hosted>(_ record: R) async throws(SyncError) -> R {
        var route = Route.open(.POST, R.path).carrying(record)
        route.orderKey = UUID().uuidString
        return try await makeOnce(by: route)
    }

    /// Changes exactly the fields that `part` has.
    /// - Returns: the whole record after the change.
    public func patch<R: Hosted>(_ id: RecordID<R>, _ part: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, part)
    }

    /// Replaces the whole record.
    /// - Returns: the record as the server stored it.
    public func put<R: Hosted>(_ id: RecordID<R>, _ record: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, by: .PUT, record)
    }

    /// Removes a record.
    public func delete<R: Hosted>(_ id: RecordID<R>) async throws(SyncError) {
        guard try await remove(R.self, id.key, at: R.path) else {
            throw .gone(server: "\(server)", one: R.collection.one)
        }
    }

    /// Removes all records.
    public func deleteAll<R: Hosted>(_ type: R.Type) async throws(SyncError) { try await removeAll(type, at: R.path) }
}
