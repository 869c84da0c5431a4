import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The routes of a collection whose entries are published: all entries as JSON and as a page, one entry, its picture,
/// and all changes.
struct EntryRoutes<R: DirectoryRecord> {
    let repository: any EntryRepository
    let answers: PreparedAnswers
    let files: SentLists
    let large: LargeAnswers

    func add(to routes: SignedInRoutes) {
        guard let paths = R.home.published else { return }
        let changes = EntryChanges<R>(repository: repository)
        routes.on(paths.page, [(.get, PageRoutes<R>(repository: repository, answers: large).everyone)])
        routes.on(paths.all, [(.get, all)])
        routes.on(paths.new, [(.post, changes.create)])
        routes.on(paths.entry, [(.get, one), (.put, changes.replace), (.delete, changes.remove)])
        routes.on(paths.picture, [(.get, picture)])
    }

    /// All entries, from a file that is made once for each version of the list.
    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let version = answers.version()
        let tag = try await repository.listTag(of: R.collection.name)
        if ETags.isKnown("\"\(tag)\"", to: request.headers) { return Self.notModified("\"\(tag)\"") }
        do {
            if let answer = try await changes(request, context) { return answer }
            let file = try await files.file(of: R.collection.name, tag: tag)
            let answer = PreparedAnswer(.list(file), etag: "\"\(file.tag)\"")
            answers.keep(answer, at: request.head.path, of: version)
            return answer.response(on: context.channel)
        } catch is IOError {
            return try await streamed()
        }
    }

    /// Only what changed, where the request asks for that and the whole list is not about as short.
    private func changes(_ request: Request, _ context: ClassContext) async throws -> Response? {
        let route = DeltaRoute(repository: repository, folder: files.folder)
        switch try await route.answer(to: request, of: R.collection.name) {
        case .changes(let file):
            return PreparedAnswer(.list(file), etag: "\"\(file.tag)\"", mediaType: ListOutline.mediaType)
                .response(on: context.channel)
        case .measured(let tag, let length):
            let fields = PreparedAnswer.fields(etag: "\"\(tag)\"", mediaType: ListOutline.mediaType)
            return Response(status: .ok, headers: fields, body: ResponseBody(contentLength: length) { _ in })
        case .forgotten: throw Refusal.forgotten
        case .mostly, nil: return nil
        }
    }

    /// All entries, sent while they are read, where there is not enough space for a file, or the list is too large for one.
    private func streamed() async throws -> Response {
        let snapshot = try await repository.snapshot(of: R.collection.name)
        let length = 2 + snapshot.byteCount + max(0, snapshot.count - 1)
        let body = ResponseBody(contentLength: length) { writer in
            try await snapshot.forEachPart { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .eTag: "\"\(snapshot.tag)\""]
        return Response(status: .ok, headers: headers, body: body)
    }

    @Sendable private func one(_ request: Request, _ context: ClassContext) async throws -> Response {
        let version = answers.version()
        let entry = try await require(context.netid)
        let etag = entry.etag
        if ETags.isKnown(etag, to: request.headers) { return Self.notModified(etag) }
        let answer = PreparedAnswer(.bytes(ByteBuffer(bytes: entry.json)), etag: etag)
        answers.keep(answer, at: request.head.path, of: version)
        return answer.response(on: context.channel)
    }

    @Sendable private func picture(_ request: Request, _ context: ClassContext) async throws -> Response {
        let entry = try await require(context.netid)
        let record = try entry.record(as: R.self)
        let base64 = R.fields.first(where: \.isPicture)?.value(record).text ?? ""
        guard let data = Data(base64Encoded: base64), let kind = PictureKind(data) else {
            throw Refusal(.notFound, translated("\(context.netid) has no picture."))
        }
        let etag = entry.etag
        if ETags.isKnown(etag, to: request.headers) { return Self.notModified(etag) }
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        return Response(status: .ok, headers: [.contentType: kind.rawValue, .eTag: etag], body: body)
    }

    private func require(_ netid: String) async throws -> Entry {
        guard let entry = try await repository.entry(of: netid, in: R.collection.name) else {
            throw Refusal.unknown(netid)
        }
        return entry
    }

    private static func notModified(_ etag: String) -> Response {
        Response(status: .notModified, headers: [.eTag: etag])
    }
}
