import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Answers of one kind that may be large: a few are made at a time, and they are sent from files, so that readers that
/// are slow need no memory. Those asked for last are kept as long as the database does not change.
actor LargeAnswers {
    /// What an answer consists of.
    struct Content: Sendable {
        let pieces: [ByteBuffer]
        /// With its quotation marks, or nil where the answer does not have one.
        var etag: String?
        var headers: HTTPFields = [:]
    }

    struct Kept {
        let body: PreparedAnswer.Body
        let etag: String?
        let headers: HTTPFields
        /// Which of all uses its last one was.
        var lastUse: Int
    }

    /// The most bytes that are sent from memory.
    private static let mostInMemory = 64 << 10
    private static let mostKept = 16

    private let repository: SQLRepository
    private let folder: String
    private let turns: Turns
    private var version: Int64?
    private var kept: [String: Kept] = [:]
    private var uses = 0

    /// - Parameters:
    ///   - folder: where the files are.
    ///   - turns: how many are made at a time, each of what it takes from the database, in memory.
    init(repository: SQLRepository, folder: String, turns: Int = 1) {
        (self.repository, self.folder, self.turns) = (repository, folder, Turns(turns))
    }

    /// The answer to `request`.
    /// - Parameters:
    ///   - key: what the answer depends on besides the database.
    ///   - content: makes it.
    /// - Throws: the error of `content`, or `CancellationError` where the client left before it was made.
    nonisolated func answer(
        to request: Request, on channel: any Channel, key: String, _ content: @Sendable () async throws -> Content
    ) async throws -> Response {
        let kept = try await keptOrMade(key, for: channel, content)
        if let etag = kept.etag, ETags.isKnown(etag, to: request.headers) {
            return Response(status: .notModified, headers: [.eTag: etag])
        }
        var headers = kept.headers
        if let etag = kept.etag { headers[.eTag] = etag }
        return Response(status: .ok, headers: headers, body: kept.body.responseBody(on: channel))
    }

    /// The page that `html` makes, which is not kept.
    /// - Throws: the error of `html`, or `CancellationError` where the client left before it was made.
    nonisolated func made(
        on channel: any Channel, _ html: @Sendable () async throws -> HTML
    ) async throws -> Response {
        let body = try await turns.run(for: channel) {
            let page = try await html()
            return stored([ByteBuffer(string: page.text)])
        }
        return Response(status: .ok, headers: Response.pageHeaders, body: body.responseBody(on: channel))
    }

    /// The body of `pieces`, in a file where that is large.
    nonisolated func stored(_ pieces: [ByteBuffer]) -> PreparedAnswer.Body {
        if pieces.reduce(0, { $0 + $1.readableBytes }) > Self.mostInMemory,
            let file = try? SentList(
                tag: "", in: folder,
                { write in
                    for piece in pieces { try write(Data(piece.readableBytesView)) }
                })
        {
            return .list(file)
        }
        // Where there is not enough space for a file, memory must do.
        return .bytes(pieces.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) })
    }

    /// The answer that is kept under `key`, or else the one that `content` makes.
    nonisolated func keptOrMade(
        _ key: String, for client: any Channel, _ content: @Sendable () async throws -> Content
    ) async throws -> Kept {
        if let kept = await kept(key) { return kept }
        return try await turns.run(for: client) { try await made(key, content) }
    }

    private func kept(_ key: String) -> Kept? {
        guard let version, repository.changeCount() == version else { return nil }
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]
    }

    private func made(_ key: String, _ content: @Sendable () async throws -> Content) async throws -> Kept {
        let before = repository.changeCount()
        // Another request may have made it meanwhile.
        if let kept = kept(key) { return kept }
        let content = try await content()
        uses += 1
        let made = Kept(
            body: stored(content.pieces), etag: content.etag, headers: content.headers, lastUse: uses)
        if version != before { kept = [:] }
        // Names that clients invent for the server replace each other, not the one that others go on using.
        if kept.count >= Self.mostKept, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            kept[oldest.key] = nil
        }
        version = before
        if before != nil { kept[key] = made }
        return made
    }
}

extension PreparedAnswer.Body {
    /// The same for Hummingbird.
    func responseBody(on channel: any Channel) -> ResponseBody {
        switch self {
        case .bytes(let buffer): ResponseBody(byteBuffer: buffer)
        case .list(let file):
            ResponseBody(contentLength: file.length) { writer in
                try await channel.triggerUserOutboundEvent(file).get()
                try await writer.finish(nil)
            }
        }
    }
}

/// Lets work that takes much memory through a few at a time, in the order in which it came.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter count: how many at a time.
    init(_ count: Int) { free = count }

    /// The result of `work`, which starts when it is its turn.
    /// - Throws: `CancellationError` where `client` has left by then; otherwise the error of `work`.
    nonisolated func run<T: Sendable>(for client: any Channel, _ work: () async throws -> T) async throws -> T {
        try await run {
            guard client.isActive else { throw CancellationError() }
            return try await work()
        }
    }

    /// The result of `work`, which starts when it is its turn.
    nonisolated func run<T: Sendable>(_ work: () async throws -> T) async rethrows -> T {
        await take()
        do {
            let result = try await work()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}

/// The latest list of items, encoded once for each version of the database, however many addresses clients use for the
/// server: each item has its own address in it.
final class ItemLists: Sendable {
    /// A list as JSON, cut where the server's address must be inserted.
    struct List: Sendable {
        fileprivate var parts: [Data] = []
        /// With its quotation marks.
        let etag: String

        /// The list in pieces of about 64 KB.
        func pieces(at address: String) -> [ByteBuffer] {
            var pieces: [ByteBuffer] = []
            var piece = ByteBuffer(string: "[")
            for (index, part) in parts.enumerated() {
                if index > 0 { piece.writeString(address) }
                piece.writeBytes(part)
                guard piece.readableBytes >= 64 << 10 else { continue }
                pieces.append(piece)
                piece = ByteBuffer()
            }
            piece.writeString("]")
            return pieces + [piece]
        }
    }

    /// What stands for the server's address in the JSON of an item; no client can know it.
    static let address = "http://\(UUID().uuidString)"

    private let latest = Mutex<(version: Int64, list: List)?>(nil)

    /// The present list of `collection`, whose items `json` encodes with `address`.
    func list(
        of repository: SQLRepository, _ collection: String, _ json: (Item) throws -> Data
    ) async throws -> List {
        let version = repository.changeCount()
        if let kept = latest.withLock({ $0 }), kept.version == version { return kept.list }
        let items = try await repository.items(of: collection)
        var list = List(etag: ETags.tag(of: items))
        var rest = Data()
        for (index, item) in items.enumerated() {
            if index > 0 { rest.append(UInt8(ascii: ",")) }
            rest.append(try json(item))
            while let place = rest.range(of: Data(Self.address.utf8)) {
                list.parts.append(rest[..<place.lowerBound])
                rest = rest[place.upperBound...]
            }
            rest = Data(rest)
        }
        list.parts.append(rest)
        if let version { latest.withLock { $0 = (version, list) } }
        return list
    }
}
