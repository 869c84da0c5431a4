import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// An answer of status 200 whose headers and body are complete.
struct PreparedAnswer: Sendable {
    /// What is sent after the headers.
    enum Body: Sendable {
        case bytes(ByteBuffer)
        case list(SentList)
    }

    let fields: HTTPFields
    let body: Body

    /// - Parameter etag: with its quotation marks.
    init(_ body: Body, etag: String, mediaType: String = "application/json") {
        fields = Self.fields(etag: etag, mediaType: mediaType)
        self.body = body
    }

    /// The headers that describe a body; `etag` has its quotation marks.
    static func fields(etag: String, mediaType: String) -> HTTPFields {
        [.contentType: "\(mediaType); charset=utf-8", .eTag: etag]
    }

    /// How many bytes the body has.
    var length: Int {
        switch body {
        case .bytes(let buffer): buffer.readableBytes
        case .list(let file): file.length
        }
    }

    /// How many bytes of memory the body takes.
    var memory: Int {
        switch body {
        case .bytes(let buffer): buffer.readableBytes
        case .list: 0
        }
    }

    /// The head that is sent without Hummingbird, but for the date.
    var head: HTTPResponseHead {
        let all = Array(fields) + Array(ExplainErrors.headers)
        var headers = HTTPHeaders(all.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Length", value: String(length))
        return HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    }

    /// The same answer for Hummingbird.
    func response(on channel: any Channel) -> Response {
        Response(status: .ok, headers: fields, body: body.responseBody(on: channel))
    }
}
