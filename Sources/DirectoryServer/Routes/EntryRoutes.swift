import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /entries/all`, `GET /entries/{netid}` and `GET /entries/{netid}/picture`.
struct EntryRoutes {
    let repository: any EntryRepository

    /// Adds these, and the changes at the same addresses.
    func add(_ changes: EntryChanges, to routes: SignedInRoutes) {
        routes.on(.allEntries, [(.get, all)])
        routes.on(.newEntry, [(.post, changes.create)])
        routes.on(.entry, [(.get, one), (.put, changes.replace), (.delete, changes.remove)])
        routes.on(.picture, [(.get, picture)])
    }

    /// All entries, sent while they are read: memory stays the same however many there are.
    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let tag = "\"\(try await repository.listTag())\""
        if ETags.isKnown(tag, to: request.headers) { return Self.notModified(tag) }
        let snapshot = try await repository.snapshot()
        let length = 2 + snapshot.byteCount + max(0, snapshot.count - 1)
        let body = ResponseBody(contentLength: length) { writer in
            try await Self.write(snapshot, to: &writer)
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .eTag: "\"\(snapshot.tag)\""]
        return Response(status: .ok, headers: headers, body: body)
    }

    private static func write(_ snapshot: any EntrySnapshot, to writer: inout any ResponseBodyWriter) async throws {
        var position: Int64 = 0
        var separator = "["
        while let piece = try await snapshot.piece(after: position) {
            var buffer = ByteBuffer(string: separator)
            buffer.writeBytes(piece.json)
            try await writer.write(buffer)
            position = piece.position
            separator = ","
        }
        try await writer.write(ByteBuffer(string: separator == "[" ? "[]" : "]"))
    }

    @Sendable private func one(_ request: Request, _ context: ClassContext) async throws -> Response {
        let entry = try await require(context.netid)
        if ETags.isKnown(entry.etag, to: request.headers) { return Self.notModified(entry.etag) }
        return .json(entry.json, headers: [.eTag: entry.etag])
    }

    @Sendable private func picture(_ request: Request, _ context: ClassContext) async throws -> Response {
        let entry = try await require(context.netid)
        guard let data = Data(base64Encoded: try entry.person().picture), let kind = PictureKind(data) else {
            throw Refusal(.notFound, translated("\(context.netid) has no picture."))
        }
        if ETags.isKnown(entry.etag, to: request.headers) { return Self.notModified(entry.etag) }
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        return Response(status: .ok, headers: [.contentType: kind.rawValue, .eTag: entry.etag], body: body)
    }

    private func require(_ netid: String) async throws -> Entry {
        guard let entry = try await repository.entry(netid: netid) else { throw Refusal.unknown(netid) }
        return entry
    }

    private static func notModified(_ etag: String) -> Response {
        Response(status: .notModified, headers: [.eTag: etag])
    }
}
