import Foundation
import Glibc

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
    private var socket: CInt = -1

    init(port: Int) { self.port = port }

    deinit { if socket >= 0 { close(socket) } }

    /// Sends a request and waits for the response.
    func send(
        _ method: String, _ path: String, authorization: String, ifMatch: String? = nil, body: String = ""
    ) throws(Failure) -> Answer {
        try open()
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic \(authorization)\r\n"
        if let ifMatch { head += "If-Match: \(ifMatch)\r\n" }
        if method != "GET" { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        let text = "\(head)\r\n\(body)"
        guard Glibc.send(socket, text, text.utf8.count, CInt(MSG_NOSIGNAL)) == text.utf8.count, let answer = receive()
        else {
            drop()
            throw .lost
        }
        return answer
    }

    private func open() throws(Failure) {
        guard socket < 0 else { return }
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isOpen = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isOpen else {
            drop()
            throw .notSent
        }
    }

    private func drop() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    private func receive() -> Answer? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let length = Self.field("content-length", in: head).flatMap { Int($0) } ?? 0
            guard bytes.count - end.upperBound >= length else { continue }
            if Self.field("connection", in: head) == "close" { drop() }
            return Answer(
                status: Int(head.dropFirst(9).prefix(3)) ?? 0, etag: Self.field("etag", in: head) ?? "",
                isRetryable: Self.field("retry-after", in: head) != nil,
                body: String(decoding: bytes[end.upperBound...], as: UTF8.self))
        }
    }

    private static func field(_ name: String, in head: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
