import ClassAPI
public import DirectoryModel
import DirectoryStore
import Foundation
import NIOHTTP1

/// The user's own entry and password. At most 1 MB of an answer is read. All methods throw `SyncError`: `signInRefused`
/// or `passwordNeeded` for 401, `notAllowed` for 403, and the listed cases.
extension Client {
    /// The server's entry of `netid`, ignoring case, or nil.
    public func entry(_ netid: String, of definition: Definition) async throws(SyncError) -> Published? {
        try await published(.entry(netid, of: definition), of: definition) { $0.isOwned(by: netid) }
    }

    /// Adds the user's own record.
    /// - Returns: the record as the server stored it.
    /// - Throws: `existsAlready` for 409; `refused` for 422 or a key that belongs to another person.
    public func create(_ record: Record) async throws(SyncError) -> Published {
        let definition = record.definition
        let route = Route(.POST, definition.entryPaths.new.path).carrying(record)
        let owner = record.owner ?? ""
        guard let made = try await published(route, of: definition, where: { $0.isOwned(by: owner) }) else {
            throw .notAnAnswer(server: "\(server)")
        }
        return made
    }

    /// Replaces the record of `netid`.
    /// - Parameter tag: the version to replace; nil for any.
    /// - Returns: the record as the server stored it.
    /// - Throws: `notPublished` for 404, `conflict` for 412, `refused` for 422.
    public func replace(
        _ record: Record, netid: String, ifMatch tag: String? = nil
    ) async throws(SyncError) -> Published {
        let definition = record.definition
        let route = Route.entry(netid, of: definition, .PUT, ifMatch: tag).carrying(record)
        guard let replaced = try await published(route, of: definition, where: { $0.isOwned(by: netid) }) else {
            throw .notPublished(server: server.description)
        }
        return replaced
    }

    /// Removes the record of `netid`.
    /// - Throws: `notPublished` for 404.
    public func remove(_ netid: String, from definition: Definition) async throws(SyncError) {
        guard try await answer(to: .entry(netid, of: definition, .DELETE), about: definition) != nil else {
            throw .notPublished(server: server.description)
        }
    }

    /// Changes the password of the person who is signed in; this client continues to use the old one.
    /// - Parameter repeated: the new password, typed again.
    /// - Throws: `passwordsDiffer`; `signInRefused` if the old one is wrong; `refused` if the server rejects the new one.
    public func changePassword(to password: String, repeated: String) async throws(SyncError) {
        guard password == repeated else { throw .passwordsDiffer }
        let route = Route(.PATCH, ClassPath.user.path).carrying(["password": password])
        guard try await answer(to: route, about: nil) != nil else {
            throw .notAnAnswer(server: server.description)
        }
    }
}

extension Record {
    fileprivate func isOwned(by netid: String) -> Bool { owner?.caseInsensitiveEquals(netid) == true }
}

/// Records on the server, by type: `client.get([ToDo].self)`. Credentials are not sent, so requests may be unencrypted.
/// All methods throw `SyncError`: `refused` for 422, `gone` for 404, `notAnAnswer` if the answer is not a record.
extension Client {
    /// All records of a type on the server.
    public func get<R: TypedRecord>(_ type: [R].Type) async throws(SyncError) -> [R] {
        try await records(of: R.definition).map { R($0) }
    }

    /// The record with this number, or nil for 404.
    public func get<R: TypedRecord>(_ id: RecordID<R>) async throws(SyncError) -> R? {
        try await version(of: id.key, in: R.definition).map { R($0.record) }
    }

    /// Creates a record, once even if the request is repeated because its answer was lost.
    /// - Returns: the record with its number and address.
    public func post<R: TypedRecord>(_ record: R) async throws(SyncError) -> R {
        var route = Route.open(.POST, R.definition.hostedPath).carrying(record)
        route.orderKey = UUID().uuidString
        return R(try await make(by: route, of: R.definition, triesTwice: true))
    }

    /// Changes the fields that `part` has.
    /// - Returns: the whole record.
    public func patch<R: TypedRecord>(_ id: RecordID<R>, _ part: R) async throws(SyncError) -> R {
        R(try await change(id.key, of: R.definition, part))
    }

    /// Deletes a record on the server. Throws `SyncError.gone` if there is none.
    public func delete<R: TypedRecord>(_ id: RecordID<R>) async throws(SyncError) {
        guard try await remove(id.key, from: R.definition) else {
            throw .gone(server: "\(server)", one: R.definition.collection.one)
        }
    }

    /// Deletes all records of a type on the server.
    public func deleteAll<R: TypedRecord>(_ type: R.Type) async throws(SyncError) {
        try await removeAll(from: R.definition)
    }
}

/// A record as the server has it.
public struct Published: Equatable, Sendable {
    public let record: Record
    /// The server's ETag, if it has one.
    public let tag: String?

    public init(record: Record, tag: String?) {
        self.record = record
        self.tag = tag
    }

    /// Identifies this version: the tag, or the hash of the content.
    public var version: String { tag ?? "content-\(record.contentHash)" }
}
