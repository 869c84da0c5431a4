import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `POST /entries/create`, `PUT /entries/{netid}` and `DELETE /entries/{netid}`.
/// Whose entry it is, the stored netid says; the body never does.
struct EntryChanges {
    let repository: any EntryRepository

    @Sendable func create(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let entry = try EntryCheck.entry(try await request.wholeBody(), of: account)
        let old = try await repository.entry(netid: entry.netid)
        guard ETags.mayChange(old?.etag, request.headers) else { throw Refusal.changedMeanwhile }
        try await repository.add(entry)
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        try await requireOwn(context.netid, account)
        let entry = try EntryCheck.entry(try await request.wholeBody(), of: account)
        let headers = request.headers
        try await repository.replace(netid: context.netid, with: entry) { old in
            guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
            // Everybody else knows the record by it.
            guard entry.duid == old.duid else {
                throw Refusal(field: "DUID", label: "DUID", reason: translated("must stay \(String(old.duid))"))
            }
        }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await requireOwn(context.netid, try context.requireAccount())
        let headers = request.headers
        let isRemoved = try await repository.remove(netid: context.netid) { old in
            guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
        }
        guard isRemoved else { throw Refusal.unknown(context.netid) }
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
