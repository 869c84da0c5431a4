import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension ResponseBody {
    /// The maximum size of an answer sent from memory, in bytes.
    private static let maxInMemory = 64 << 10

    /// Sends a file in pieces, so that slow readers take little memory.
    init(_ file: ResponseFile) {
        self.init(contentLength: file.length) { writer in
            var offset = 0
            while offset < file.length {
                let piece = try file.piece(from: offset)
                try await writer.write(piece)
                offset += piece.readableBytes
            }
            try await writer.finish(nil)
        }
    }

    /// Sends large answers from a file in `folder`, or from memory if the disk is full.
    /// - Throws: `IOError` (`ENOBUFS`) if too many answers are being sent.
    init(_ bytes: ByteBuffer, in folder: String) throws {
        guard bytes.readableBytes > Self.maxInMemory else {
            self.init(byteBuffer: bytes)
            return
        }
        let file: ResponseFile?
        do {
            file = try ResponseFile(tag: "", in: folder) { try $0(Data(bytes.readableBytesView)) }
        } catch let error as IOError where error.errnoCode != ENOBUFS {
            file = nil
        }
        if let file { self.init(file) } else { self.init(byteBuffer: bytes) }
    }

    /// The same body, each piece of which waits until the event loop has written the one before, and thus for clients
    /// that do not read.
    func paced(on channel: any Channel) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await write(
                writer.map { piece in
                    try await channel.eventLoop.submit {}.get()
                    return piece
                })
        }
    }
}

extension Request {
    /// 304 if the client has the representation with `etag`, or nil.
    func notModified(_ etag: String) -> Response? {
        ETags.isKnown(etag, to: headers) ? Response(status: .notModified, headers: [.eTag: etag]) : nil
    }

    /// 200 with the representation that has `etag`, or 304 if the client has it.
    /// - Parameter etag: with its quotation marks.
    func response(
        _ etag: String, mediaType: String = "application/json; charset=utf-8", headers: HTTPFields = [:],
        _ body: () throws -> ResponseBody
    ) rethrows -> Response {
        if let notModified = notModified(etag) { return notModified }
        var headers = headers
        headers[.contentType] = mediaType
        headers[.eTag] = etag
        return Response(status: .ok, headers: headers, body: try body())
    }
}
