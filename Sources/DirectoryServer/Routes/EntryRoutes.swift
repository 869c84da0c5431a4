import ClassAPI
import DirectoryModel
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The routes of a published collection: its list as JSON and as a page, entries, their pictures, and changes.
struct EntryRoutes {
    let definition: Definition
    let repository: SQLRepository
    let files: ListCache
    let turns: AsyncSemaphore
    /// The folder for the files of large answers.
    let folder: String

    func add(to routes: Routes) {
        guard let paths = definition.home.published else { return }
        routes.on(paths.page, [.get: page])
        routes.on(paths.all, [.get: all])
        routes.on(paths.new, [.post: create])
        routes.on(paths.entry, [.get: one, .put: replace, .delete: remove])
        routes.on(paths.picture, [.get: picture])
    }

    /// All entries, from a file that is made once for each version of the list.
    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let list = context.list(of: definition)
        let version = try await repository.version(of: list)
        if let notModified = request.notModified(version.etag) { return notModified }
        if let delta = try await delta(request, context) { return delta }
        guard version.bytes + version.count < ResponseFile.maxBytes else {
            throw IOError(errnoCode: EFBIG, reason: "list")
        }
        let file = try await files.file(of: list, tag: version.tag)
        return request.response("\"\(file.tag)\"") { ResponseBody(file) }
    }

    @Sendable private func one(_ request: Request, _ context: ClassContext) async throws -> Response {
        let entry = try await require(context)
        return request.response(entry.etag) { ResponseBody(byteBuffer: ByteBuffer(bytes: entry.json)) }
    }

    @Sendable private func picture(_ request: Request, _ context: ClassContext) async throws -> Response {
        let entry = try await require(context)
        let record = try entry.record(of: definition)
        let base64 = definition.fields.first(where: \.isPicture).map { record[$0].text } ?? ""
        guard let data = Data(base64Encoded: base64), let kind = PictureKind(data) else {
            throw Refusal(
                .notFound, translated("\(context.netid) has no picture."), translated("Show the initials instead."))
        }
        return request.response(entry.etag, mediaType: kind.rawValue) {
            ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        }
    }

    private func require(_ context: ClassContext) async throws -> Entry {
        guard let entry = try await repository.entry(of: context.netid, in: context.list(of: definition)) else {
            throw Refusal.unknown(context.netid)
        }
        return entry
    }
}

/// Adds, replaces, and removes the user’s own entry. The stored owner decides whose it is, not the body.
extension EntryRoutes {
    @Sendable private func create(_ request: Request, _ context: ClassContext) async throws -> Response {
        let (entry, role) = try await upload(request, try context.requireAccount())
        let list = context.list(of: definition)
        let old = try await repository.entry(of: entry.owner, in: list)
        guard ETags.mayChange(old?.etag, request.headers) else { throw Refusal.changedMeanwhile }
        try await explained(entry.owner) { try await repository.add(entry, to: list, if: role) }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable private func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        try await requireOwn(account, context)
        let (entry, role) = try await upload(request, account)
        let headers = request.headers
        try await explained(context.netid) {
            try await repository.replace(
                entryOf: context.netid, in: context.list(of: definition), with: entry, if: role
            ) { old in
                guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
                // Other clients know the record by its key.
                guard entry.key == old.key else {
                    throw Refusal(field: definition.fields[0], reason: translated("must stay \(String(old.key))"))
                }
            }
        }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable private func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await requireOwn(try context.requireAccount(), context)
        let (list, headers) = (context.list(of: definition), request.headers)
        try await explained(context.netid) {
            let isRemoved = try await repository.remove(entryOf: context.netid, in: list) { old in
                guard ETags.mayChange(old.etag, headers) else { throw Refusal.changedMeanwhile }
            }
            guard isRemoved else { throw EntryError.unknown }
        }
        return try .message(translated("Your entry was removed."))
    }

    /// The entry in the body, and the condition that the role of `account` allows it, which may change until it is stored.
    private func upload(_ request: Request, _ account: Account) async throws -> (entry: Entry, role: RoleCondition) {
        let upload = try UploadedEntry(try await request.wholeBody(), of: definition, from: account)
        return (upload.entry, RoleCondition(netid: account.netid, require: upload.requireAllowed))
    }

    private func requireOwn(_ account: Account, _ context: ClassContext) async throws {
        // Only the owner learns of a hidden entry.
        guard !account.owns(context.netid) else { return }
        _ = try await require(context)
        throw Refusal.notYours
    }

    /// Maps errors of `work` to refusals.
    private func explained(_ netid: String, _ work: () async throws -> Void) async throws {
        do { try await work() } catch let problem as EntryError {
            switch problem {
            case .unknown: throw Refusal.unknown(netid)
            case .hidden:
                throw Refusal(
                    .unprocessableContent, translated("Your entry is hidden on this server."),
                    translated("Ask the person who runs this server to show it again."), field: definition.owner?.key,
                    reason: translated("has an entry that is hidden on this server"))
            case .keyTaken:
                throw Refusal(
                    field: definition.fields[0], reason: translated("belongs to someone else"), status: .conflict)
            case .ownerTaken:
                throw Refusal(
                    field: definition.owner ?? definition.fields[0], reason: translated("already has an entry"),
                    status: .conflict)
            }
        }
    }
}

extension Request {
    /// - Throws: `NIOTooManyBytesError` if the body is larger than an entry may be.
    func wholeBody() async throws -> Data {
        Data(try await body.collect(upTo: EntryLimits.maxBodySize).readableBytesView)
    }
}

enum EntryLimits {
    /// In bytes.
    static let maxBodySize = 256 << 10
    /// The maximum number of chunks after `bytes` of a body: handling a chunk costs more than its bytes.
    static func maxChunks(after bytes: Int) -> Int { 256 + bytes / 64 }
    /// The largest integer that browsers represent exactly.
    static let maxKey = 1 << 53 - 1
}
