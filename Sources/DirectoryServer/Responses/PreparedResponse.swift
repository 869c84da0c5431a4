import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// A complete answer of status 200.
struct PreparedResponse: Sendable {
    enum Body: Sendable {
        case bytes(ByteBuffer)
        case list(ResponseFile)
    }

    let fields: HTTPFields
    let body: Body
    /// The head without the date, for sending it without Hummingbird.
    let head: HTTPResponseHead

    init(_ body: Body, _ fields: HTTPFields) {
        (self.fields, self.body) = (fields, body)
        let all = Array(fields) + Array(ErrorMiddleware.headers)
        var headers = HTTPHeaders(all.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Length", value: String(body.length))
        head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    }

    /// - Parameter etag: with its quotation marks.
    init(_ body: Body, etag: String, mediaType: String = "application/json") {
        self.init(body, Self.fields(etag: etag, mediaType: mediaType))
    }

    /// - Parameter etag: with its quotation marks.
    static func fields(etag: String, mediaType: String = "application/json") -> HTTPFields {
        [.contentType: "\(mediaType); charset=utf-8", .eTag: etag]
    }

    func response(on channel: any Channel) -> Response {
        Response(status: .ok, headers: fields, body: body.responseBody(on: channel))
    }
}

extension PreparedResponse.Body {
    /// The maximum size of an answer sent from memory, in bytes.
    private static let maxInMemory = 64 << 10

    /// Puts large answers into a file in `folder`, so that slow readers take no memory.
    init(_ pieces: [ByteBuffer], in folder: String) {
        if pieces.reduce(0, { $0 + $1.readableBytes }) > Self.maxInMemory,
            let file = try? ResponseFile(
                tag: "", in: folder, { write in for piece in pieces { try write(Data(piece.readableBytesView)) } })
        {
            self = .list(file)
        } else {
            // The disk is full, so memory must do.
            self = .bytes(pieces.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) })
        }
    }

    var length: Int {
        switch self {
        case .bytes(let buffer): buffer.readableBytes
        case .list(let file): file.length
        }
    }

    /// The size in memory, in bytes.
    var memory: Int {
        switch self {
        case .bytes(let buffer): buffer.readableBytes
        case .list: 0
        }
    }

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

/// The current `Date` header, formatted once a second.
struct DateHeader {
    private var second: time_t = -1
    private var text = ""

    /// The header, such as “Sun, 06 Nov 1994 08:49:37 GMT”.
    mutating func now() -> String {
        let now = time(nil)
        if now != second { (second, text) = (now, Self.text(of: now)) }
        return text
    }

    static func text(of second: time_t) -> String {
        var (second, parts, text) = (second, tm(), [CChar](repeating: 0, count: 32))
        gmtime_r(&second, &parts)
        // `LC_TIME` is never set, so the names are English.
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
