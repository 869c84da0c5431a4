import ClassAPI
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// The answer to a request for what changed in a list since a tag (`ListOutline`).
struct DeltaRoute {
    let repository: SQLRepository
    /// The folder of the files that answers are sent from.
    let folder: String

    /// What a request with `since` is answered.
    enum Answer {
        /// The tag is not known here, or not any more.
        case forgotten
        /// So much changed that the whole list is not much longer.
        case mostly
        /// The outline and the entries.
        case changes(SentList)
        /// The tag and the length in bytes of the changes, which are not sent: the request has the method HEAD.
        case measured(tag: String, length: Int)
    }

    /// What is read of the changes while the database is.
    private enum Reading {
        case done(Answer)
        /// The tag and all bytes, to be written to a file after the database is read.
        case bytes(tag: String, Data)
    }

    /// The most keys, and the most owners, that a request may name.
    private static let maxNames = 1000
    /// The most bytes that are kept in memory until the database is read.
    private static let maxBytes = 1 << 20

    /// The changes that `request` asks for, or nil where it asks for the whole list.
    /// - Throws: `Refusal` where a key it names is not a number, or where it names too many; `IOError` where there is
    ///   not enough space.
    func answer(to request: Request, of collection: String) async throws -> Answer? {
        guard let since = Self.item(ListOutline.since, of: request) else { return nil }
        let wanted = DeltaRequest(
            tag: since, keys: Set(try Self.names(ListOutline.also, in: request, Int.init)),
            owners: try Self.names(ListOutline.owners, in: request) { $0 })
        let (folder, isHead) = (folder, request.method == .head)
        let reading = try await repository.withDelta(of: collection, since: wanted) { delta in
            try Self.read(delta, in: folder, isHead: isHead)
        }
        switch reading {
        case .done(let answer): return answer
        case .bytes(let tag, let bytes): return .changes(try SentList(tag: tag, in: folder) { try $0(bytes) })
        case nil: return .forgotten
        }
    }

    private static func read(_ delta: ListDelta, in folder: String, isHead: Bool) throws -> Reading {
        guard delta.byteCount <= max(64 << 10, delta.listByteCount / 2) else { return .done(.mostly) }
        if isHead {
            var length = 0
            try delta.forEachPart { length += $0.count }
            return .done(.measured(tag: delta.tag, length: length))
        }
        guard delta.byteCount <= maxBytes else {
            return .done(.changes(try SentList(tag: delta.tag, in: folder, delta.forEachPart)))
        }
        var bytes = Data()
        try delta.forEachPart { bytes.append($0) }
        return .bytes(tag: delta.tag, bytes)
    }

    private static func item(_ name: String, of request: Request) -> String? {
        request.uri.queryParameters[Substring(name)].map { String($0) }
    }

    private static func names<T>(
        _ name: String, in request: Request, _ value: (String) -> T?
    ) throws(Refusal) -> [T] {
        let words = item(name, of: request)?.split(separator: ",").map(String.init) ?? []
        let values = words.compactMap(value)
        guard values.count == words.count, values.count <= maxNames else {
            throw Refusal(.badRequest, translated("The address contains too many keys, or a key that is not a number."))
        }
        return values
    }
}

extension Refusal {
    /// 410: the list must be fetched whole.
    static let forgotten = Refusal(
        .gone, translated("The changes since then are not available. Fetch the whole list."))
}

extension ListDelta {
    /// Calls `body` with the parts of the answer, the outline and then the entries, one after another.
    func forEachPart(_ body: (Data) throws -> Void) throws {
        try body(try WireJSON.encode(ListOutline(count: count, removed: removed)))
        var separator = "\n["
        try each {
            try body(Data(separator.utf8) + $0)
            separator = ","
        }
        try body(Data((separator == "," ? "]" : "\n[]").utf8))
    }
}
