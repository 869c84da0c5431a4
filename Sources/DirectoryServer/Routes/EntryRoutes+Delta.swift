import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The maximum number of keys, and of owners, in a request.
private let maxNames = 1000
/// The maximum size of changes that are collected in memory, in bytes.
private let maxBytes = 1 << 20

/// The changes of a list since a tag (`ListOutline`).
extension EntryRoutes {
    /// The answer to `request`, or nil if it asks for the whole list, or if that is not much longer.
    /// - Throws: `Refusal` if the tag is not in the log, a key is not a number, or there are too many; `IOError` if the
    ///   disk is full.
    func delta(_ request: Request, _ context: ClassContext) async throws -> Response? {
        guard let since = Self.item(ListOutline.since, of: request) else { return nil }
        let wanted = DeltaRequest(
            tag: since, keys: Set(try Self.names(ListOutline.also, in: request, Int.init)),
            owners: try Self.names(ListOutline.owners, in: request) { $0 })
        let (folder, isHead) = (folder, request.method == .head)
        let found = try await turns.run(for: context.channel, as: context.client) {
            try await repository.withDelta(of: context.list(of: definition), since: wanted) { delta in
                (delta.tag, try Self.body(of: delta, in: folder, isHead: isHead))
            }
        }
        guard let (tag, body) = found else {
            throw Refusal(
                .gone, translated("The changes since then are not available."), translated("Fetch the whole list."))
        }
        let fields: HTTPFields = [.contentType: "\(ListOutline.mediaType); charset=utf-8", .eTag: "\"\(tag)\""]
        return body.map { Response(status: .ok, headers: fields, body: $0) }
    }

    /// The changes, or nil if the whole list is not much longer.
    private static func body(of delta: ListDelta, in folder: String, isHead: Bool) throws -> ResponseBody? {
        guard delta.byteCount <= max(64 << 10, delta.listByteCount / 2) else { return nil }
        if isHead {
            var length = 0
            try delta.forEachPart { length += $0.count }
            return ResponseBody(contentLength: length) { _ in }
        }
        guard delta.byteCount <= maxBytes else {
            return ResponseBody(try ResponseFile(tag: delta.tag, in: folder, delta.forEachPart))
        }
        var bytes = ByteBuffer()
        try delta.forEachPart { bytes.writeBytes($0) }
        return try ResponseBody(bytes, in: folder)
    }

    private static func item(_ name: String, of request: Request) -> String? {
        request.uri.queryParameters[Substring(name)].map { String($0) }
    }

    private static func names<T>(
        _ name: String, in request: Request, _ value: (String) -> T?
    ) throws(Refusal) -> [T] {
        let texts = item(name, of: request)?.split(separator: ",").map(String.init) ?? []
        let values = texts.compactMap(value)
        guard values.count == texts.count, values.count <= maxNames else {
            throw Refusal(
                .badRequest, translated("The address contains too many keys, or a key that is not a number."),
                translated("Fetch the whole list."))
        }
        return values
    }
}

extension ListDelta {
    /// Calls `body` with consecutive parts of the answer: the outline, then the entries.
    func forEachPart(_ body: (Data) throws -> Void) throws {
        try body(try WireJSON.encode(ListOutline(count: count, removed: removed)))
        var separator = "\n["
        try each {
            try body(Data(separator.utf8) + $0.json)
            separator = ","
        }
        try body(Data((separator == "," ? "]" : "\n[]").utf8))
    }
}
