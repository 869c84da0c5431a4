import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Adds, replaces and removes the user's own entry. The stored owner determines whose entry it is; the body never does.
struct EntryChanges<R: DirectoryRecord> {
    let repository: any EntryRepository

    private var name: String { R.collection.name }

    @Sendable func create(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let entry = try EntryCheck<R>.entry(try await request.wholeBody(), of: account)
        let old = try await repository.entry(of: entry.owner, in: name)
        guard ETags.mayChange(old?.etag, request.headers) else { throw Refusal.changedMeanwhile }
        try await explained(entry.owner) { try await repository.add(entry) }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        try await requireOwn(context.netid, account)
        let entry = try EntryCheck<R>.entry(try await request.wholeBody(), of: account)
        let headers = request.headers
        try await explained(context.netid) {
            try await repository.replace(entryOf: context.netid, with: entry) { old in
                guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
                // All other clients know the record by this key.
                guard entry.key == old.key else {
                    throw Refusal(field: R.fields[0], reason: translated("must stay \(String(old.key))"))
                }
            }
        }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await requireOwn(context.netid, try context.requireAccount())
        let headers = request.headers
        try await explained(context.netid) {
            let isRemoved = try await repository.remove(entryOf: context.netid, in: name) { old in
                guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
            }
            guard isRemoved else { throw EntryError.unknown }
        }
        return try .message(translated("Your entry was removed."))
    }

    private func requireOwn(_ netid: String, _ account: Account) async throws {
        // Only its owner hears of a hidden entry.
        guard !account.owns(netid) else { return }
        throw try await repository.entry(of: netid, in: name) == nil ? Refusal.unknown(netid) : Refusal.notYours
    }

    /// Runs `work` on the entry of `netid`; where it fails, the refusal names the invalid field.
    private func explained(_ netid: String, _ work: () async throws -> Void) async throws {
        do { try await work() } catch let problem as EntryError {
            switch problem {
            case .unknown: throw Refusal.unknown(netid)
            case .hidden:
                throw Refusal(
                    field: R.definition.owner ?? R.fields[0],
                    reason: translated("has an entry that is hidden on this server"))
            case .keyTaken:
                throw Refusal(field: R.fields[0], reason: translated("belongs to someone else"), status: .conflict)
            case .ownerTaken:
                throw Refusal(
                    field: R.definition.owner ?? R.fields[0], reason: translated("already has an entry"),
                    status: .conflict)
            }
        }
    }
}

extension Request {
    /// The whole body.
    /// - Throws: `NIOTooManyBytesError` where it is larger than an entry may be.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: EntryLimits.largestBody).readableBytesView)
    }
}
