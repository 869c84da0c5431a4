import Foundation
import Hostile

/// A blocking connection to a local server, which reconnects after it was lost.
final class HTTPConnection {
    struct Answer {
        let status: Int
        let etag: String
        let isRetryable: Bool
        let body: String
    }

    enum Failure: Error {
        /// The server is unreachable; the request was not sent.
        case notSent
        /// The connection was lost after sending the request.
        case lost
    }

    private let port: Int
    private var wire: Wire?

    init(port: Int) { self.port = port }

    deinit { wire?.end() }

    /// Sends a request and waits for the response.
    func send(
        _ method: String, _ path: String, authorization: String, ifMatch: String? = nil, body: String = ""
    ) throws(Failure) -> Answer {
        wire = wire ?? Wire.open(to: port, seconds: 30)
        guard let wire else { throw .notSent }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic \(authorization)\r\n"
        if let ifMatch { head += "If-Match: \(ifMatch)\r\n" }
        if method != "GET" { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        guard wire.send("\(head)\r\n\(body)"), let answer = receive(from: wire) else {
            drop()
            throw .lost
        }
        return answer
    }

    private func drop() {
        wire?.end()
        wire = nil
    }

    private func receive(from wire: Wire) -> Answer? {
        var answer: Answer?
        wire.receiveBytes { bytes in
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let length = Self.field("content-length", in: head).flatMap { Int($0) } ?? 0
            guard bytes.count - end.upperBound >= length else { return false }
            if Self.field("connection", in: head) == "close" { drop() }
            answer = Answer(
                status: Int(head.dropFirst(9).prefix(3)) ?? 0, etag: Self.field("etag", in: head) ?? "",
                isRetryable: Self.field("retry-after", in: head) != nil,
                body: String(decoding: bytes[end.upperBound...], as: UTF8.self))
            return true
        }
        return answer
    }

    private static func field(_ name: String, in head: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
