import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `POST /entries/create`, `PUT /entries/{netid}` and `DELETE /entries/{netid}`.
/// Whose entry it is, the stored netid says; the body never does.
struct EntryChanges {
    let repository: any EntryRepository

    func add(to routes: RouterGroup<ClassContext>) {
        routes.post("create", use: create)
        routes.put(":netid", use: replace)
        routes.delete(":netid", use: remove)
    }

    @Sendable private func create(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let entry = try EntryCheck.entry(try await request.wholeBody(), of: account)
        try await repository.add(entry)
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable private func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        try await requireOwn(context.netid, account)
        let entry = try EntryCheck.entry(try await request.wholeBody(), of: account)
        let headers = request.headers
        do {
            try await repository.replace(netid: context.netid, with: entry) { old in
                guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
            }
        } catch EntryProblem.duidTaken {
            throw Refusal(field: "DUID", label: "DUID", reason: translated("is somebody else's"))
        }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable private func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await requireOwn(context.netid, try context.requireAccount())
        guard try await repository.remove(netid: context.netid) else { throw Refusal.unknown(context.netid) }
        return try .message(translated("Your entry was removed."))
    }

    private func requireOwn(_ netid: String, _ account: Account) async throws {
        guard let stored = try await repository.entry(netid: netid) else { throw Refusal.unknown(netid) }
        guard account.owns(stored.netid) else { throw Refusal.notYours }
    }
}

extension Request {
    /// The whole body.
    /// - Throws: `NIOTooManyBytesError` where it is larger than an entry may be.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: EntryCheck.largestBody).readableBytesView)
    }
}
