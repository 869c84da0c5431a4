import ClassAPI
public import DirectoryModel
import DirectoryStore
import Foundation
import Language
import NIOHTTP1

/// A record as the server has it.
public struct Published<R: DirectoryRecord>: Equatable, Sendable {
    public let record: R
    /// The server's own name for this version (its ETag), where it gives one.
    public let tag: String?

    public init(record: R, tag: String?) {
        self.record = record
        self.tag = tag
    }

    /// What tells this version from others: the tag, or else the content's fingerprint.
    public var version: String { tag ?? "content-\(record.contentHash)" }
}

/// One's own entry and password. Of an answer no more than 1 MB is read. All of them throw
/// `SyncError`: `signInNeeded` for 401, `notAllowed` for 403, and what each says besides.
extension Client {
    /// What the server has of `netid`, in whatever case; nil where it has nothing.
    public func entry<R: DirectoryRecord>(_ netid: String, as type: R.Type) async throws(SyncError) -> Published<R>? {
        guard let answer = try await answer(to: .entry(netid), about: type) else { return nil }
        return try published(answer, as: type, of: netid)
    }

    /// Adds one's own record: when it returns, the server has what is returned, which it may have mended.
    /// - Throws: `existsAlready` for 409; `refused` for 422, and for a key that is somebody else's.
    public func create<R: DirectoryRecord>(_ record: R) async throws(SyncError) -> Published<R> {
        let answer = try await answer(to: Route(.POST, ClassPath.newEntry.path).carrying(record), about: R.self)
        return try published(answer, of: record.owner ?? "")
    }

    /// Replaces the whole record of `netid`: when it returns, the server has what is returned.
    /// - Parameters:
    ///   - record: what the server is to have.
    ///   - netid: whose entry it is.
    ///   - tag: the version that may be replaced; without one, any.
    /// - Throws: `notPublished` for 404, `conflict` for 412, `refused` for 422.
    public func replace<R: DirectoryRecord>(
        _ record: R, netid: String, ifMatch tag: String? = nil
    ) async throws(SyncError) -> Published<R> {
        var route = Route.entry(netid, .PUT).carrying(record)
        route.replacedTag = tag
        guard let answer = try await answer(to: route, about: R.self) else {
            throw .notPublished(server: server.description)
        }
        return try published(answer, of: netid)
    }

    /// Removes the record of `netid` from the server.
    /// - Throws: `notPublished` for 404.
    public func remove<R: DirectoryRecord>(_ type: R.Type, netid: String) async throws(SyncError) {
        guard try await answer(to: .entry(netid, .DELETE), about: type) != nil else {
            throw .notPublished(server: server.description)
        }
    }

    /// Changes the password of whoever is signed in; this client goes on using the old one.
    /// - Throws: `refused` where the server does not take the new one.
    public func changePassword(to password: String) async throws(SyncError) {
        let route = Route(.PATCH, ClassPath.user.path).carrying(["password": password])
        guard try await answer(to: route, label: { _ in translated("Password") }) != nil else {
            throw .notAnAnswer(server: server.description)
        }
    }

    /// What the server answers about a record, or nil for 404.
    func answer<R: DirectoryRecord>(to route: Route, about type: R.Type) async throws(SyncError) -> Answer? {
        try await answer(to: route) { key in R.field(named: key)?.label }
    }

    /// The record of `netid` that an answer holds; what is another's is no answer to what was asked or sent.
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
