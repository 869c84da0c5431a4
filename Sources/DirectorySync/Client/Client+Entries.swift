import ClassAPI
public import DirectoryModel
import DirectoryStore
import Foundation
import Language
import NIOHTTP1

/// The user's own entry and password. At most 1 MB of an answer is read. All methods throw `SyncError`: `signInRefused`
/// or `passwordNeeded` for 401, `notAllowed` for 403, and the cases listed with each.
extension Client {
    /// The server's entry of `netid`, in any case; nil where there is not one.
    public func entry<R: DirectoryRecord>(_ netid: String, as type: R.Type) async throws(SyncError) -> Published<R>? {
        guard let answer = try await answer(to: .entry(netid, of: type), about: type) else { return nil }
        return try published(answer, as: type, of: netid)
    }

    /// Adds the user's own record: when it returns, the server has the returned record, which it may have corrected.
    /// - Throws: `existsAlready` for 409; `refused` for 422, and for a key that belongs to another person.
    public func create<R: DirectoryRecord>(_ record: R) async throws(SyncError) -> Published<R> {
        let answer = try await answer(to: Route(.POST, R.entryPaths.new.path).carrying(record), about: R.self)
        return try published(answer, of: record.owner ?? "")
    }

    /// Replaces the whole record of `netid`: when it returns, the server has the returned record.
    /// - Parameters:
    ///   - record: the new record.
    ///   - netid: the owner of the entry.
    ///   - tag: the version that may be replaced; without one, any.
    /// - Throws: `notPublished` for 404, `conflict` for 412, `refused` for 422.
    public func replace<R: DirectoryRecord>(
        _ record: R, netid: String, ifMatch tag: String? = nil
    ) async throws(SyncError) -> Published<R> {
        let route = Route.entry(netid, of: R.self, .PUT, ifMatch: tag).carrying(record)
        guard let answer = try await answer(to: route, about: R.self) else {
            throw .notPublished(server: server.description)
        }
        return try published(answer, of: netid)
    }

    /// Removes the record of `netid` from the server.
    /// - Throws: `notPublished` for 404.
    public func remove<R: DirectoryRecord>(_ type: R.Type, netid: String) async throws(SyncError) {
        guard try await answer(to: .entry(netid, of: type, .DELETE), about: type) != nil else {
            throw .notPublished(server: server.description)
        }
    }

    /// Changes the password of the person who is signed in; this client continues to use the old one.
    /// - Throws: `refused` where the server does not accept the new one.
    public func changePassword(to password: String) async throws(SyncError) {
        let route = Route(.PATCH, ClassPath.user.path).carrying(["password": password])
        guard try await answer(to: route, label: { _ in translated("Password") }) != nil else {
            throw .notAnAnswer(server: server.description)
        }
    }

    /// The server's answer about a record, or nil for 404.
    func answer<R: DirectoryRecord>(to route: Route, about type: R.Type) async throws(SyncError) -> Answer? {
        try await answer(to: route, owner: R.definition.owner?.key) { key in R.field(named: key)?.label }
    }

    /// The record of `netid` in an answer; a record of another person is not a valid answer.
    private func published<R: DirectoryRecord>(
        _ answer: Answer?, as type: R.Type = R.self, of netid: String
    ) throws(SyncError) -> Published<R> {
        guard let answer, let record = try? JSONDecoder().decode(R.self, from: answer.body),
            record.owner?.caseInsensitiveEquals(netid) == true
        else {
            throw .notAnAnswer(server: server.description)
        }
        return Published(record: record, tag: answer.tag)
    }
}

/// Records that are kept on the server, by their type: `client.get([ToDo].self)`. Credentials are not sent, so requests
/// may be unencrypted. All methods throw `SyncError`: `refused` where a field breaks a rule (422), `gone` where there
/// is not such a record (404), `notAnAnswer` where the answer is not a record.
extension Client {
    /// All records, in the server's order.
    public func get<R: RemoteResource>(_ type: [R].Type) async throws(SyncError) -> [R] {
        try await records(at: R.path)
    }

    /// The record with this number, or nil where the server does not have it.
    public func get<R: RemoteResource>(_ id: RecordID<R>) async throws(SyncError) -> R? {
        try await record(id.key, at: R.path)
    }

    /// Makes a record, once also where the request is sent again because its answer was lost.
    /// - Returns: the record as the server made it, with its number and address.
    public func post<R: RemoteResource>(_ record: R) async throws(SyncError) -> R {
        var route = Route.open(.POST, R.path).carrying(record)
        route.orderKey = UUID().uuidString
        return try await makeOnce(by: route)
    }

    /// Changes exactly the fields that `part` has.
    /// - Returns: the whole record after the change.
    public func patch<R: RemoteResource>(_ id: RecordID<R>, _ part: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, part)
    }

    /// Replaces the whole record.
    /// - Returns: the record as the server stored it.
    public func put<R: RemoteResource>(_ id: RecordID<R>, _ record: R) async throws(SyncError) -> R {
        try await change(id.key, at: R.path, by: .PUT, record)
    }

    /// Removes a record.
    public func delete<R: RemoteResource>(_ id: RecordID<R>) async throws(SyncError) {
        guard try await remove(R.self, id.key, at: R.path) else {
            throw .gone(server: "\(server)", one: R.collection.one)
        }
    }

    /// Removes all records.
    public func deleteAll<R: RemoteResource>(_ type: R.Type) async throws(SyncError) {
        try await removeAll(type, at: R.path)
    }
}

/// A record as the server has it.
public struct Published<R: DirectoryRecord>: Equatable, Sendable {
    public let record: R
    /// The server's tag of this version (its ETag), where it has one.
    public let tag: String?

    public init(record: R, tag: String?) {
        self.record = record
        self.tag = tag
    }

    /// The identity of this version: the tag, or else the hash of the content.
    public var version: String { tag ?? "content-\(record.contentHash)" }
}
