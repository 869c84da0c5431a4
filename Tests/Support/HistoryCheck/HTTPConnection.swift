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
        guard wire.send("\(head)\r\n\(body)"), let (answer, content) = wire.receiveMessage() else {
            drop()
            throw .lost
        }
        if Wire.field("connection", in: answer) == "close" { drop() }
        return Answer(
            status: Int(answer.dropFirst(9).prefix(3)) ?? 0, etag: Wire.field("etag", in: answer) ?? "",
            isRetryable: Wire.field("retry-after", in: answer) != nil, body: content)
    }

    private func drop() {
        wire?.end()
        wire = nil
    }
}
