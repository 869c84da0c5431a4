import DirectorySync
import Foundation
import Hostile
import Synchronization
import Testing

/// A server that answers a request with exactly these bytes, and then closes, falls silent or goes on for ever.
struct RawServer {
    let port: Int
    private let requests: Requests

    /// The requests that were answered, whole.
    var heard: [String] { requests.texts.withLock { $0 } }

    /// What messages call it.
    var name: String { "127.0.0.1:\(port)" }

    var address: ServerAddress {
        get throws { try ServerAddress(name) }
    }

    /// A client of it that signs in as `netid`, or as nobody.
    func client(
        _ netid: String? = nil, timeout: Int64 = 60, limits: TransferLimits = TransferLimits()
    ) throws -> Client {
        let credentials = netid.map { Credentials(netid: $0, password: "hush") }
        return Client(server: try address, credentials: credentials, timeout: timeout, limits: limits)
    }

    /// How many connections were opened.
    var connections: Int { requests.connections.load(ordering: .relaxed) }

    /// What it does after its bytes.
    enum End: Sendable, Equatable {
        case closes, fallsSilent
        /// It gives further requests of the connection the same answer.
        case answersOn
        /// It sends these bytes again and again, until nobody listens.
        case repeats([UInt8])
    }

    /// Runs one for as long as `body` takes.
    static func with<T>(
        _ answer: [UInt8], _ end: End = .closes, isolation: isolated (any Actor)? = #isolation,
        _ body: (RawServer) async throws -> T
    ) async throws -> T {
        try await with(answers: [answer], end, isolation: isolation, body)
    }

    /// Runs one that gives the first request the first answer and so on, and the last one to all that follow.
    /// - Parameter before: what happens between the request and the answer; it gets the request's place, from 0 on.
    static func with<T>(
        answers: [[UInt8]], _ end: End = .closes, before: @escaping @Sendable (Int) -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation,
        _ body: (RawServer) async throws -> T
    ) async throws -> T {
        let (listener, port) = try #require(Wire.holding(listens: true))
        let requests = Requests()
        Thread.detachNewThread {
            while let wire = listener.accepted() {
                // A client may open a connection that it does not use.
                requests.connections.wrappingAdd(1, ordering: .relaxed)
                Thread.detachNewThread {
                    serve(wire, answers, end, requests, before)
                    wire.end()
                }
            }
            listener.end()
        }
        defer { listener.stop() }
        return try await body(RawServer(port: port, requests: requests))
    }

    private static func serve(
        _ wire: Wire, _ answers: [[UInt8]], _ end: End, _ requests: Requests, _ before: (Int) -> Void
    ) {
        // With its body, for closing on what nobody has read yet loses the answer
        while let (head, body) = wire.receiveMessage() {
            let turn = requests.texts.withLock { texts in
                texts.append("\(head)\r\n\r\n\(body)")
                return texts.count - 1
            }
            before(turn)
            guard wire.send(answers[min(turn, answers.count - 1)]) else { return }
            switch end {
            case .closes: return
            case .answersOn: continue
            case .fallsSilent: return wire.waitForClose()
            case .repeats(let bytes):
                let many = Array(repeatElement(bytes, count: 1 + 65_536 / max(1, bytes.count)).joined())
                while wire.send(many) {}
                return
            }
        }
    }

    static func answer(_ body: String, status: String = "200 OK", length: Int? = nil, tag: String? = nil) -> [UInt8] {
        answer(Array(body.utf8), status: status, length: length, tag: tag)
    }

    /// A whole HTTP answer with a body, the last one of its connection; `length` is what it says of the body's length.
    static func answer(_ body: [UInt8], status: String = "200 OK", length: Int? = nil, tag: String? = nil) -> [UInt8] {
        let lines = [
            "HTTP/1.1 \(status)", "Content-Type: application/json", "Connection: close",
            "Content-Length: \(length ?? body.count)",
        ]
        return Array((lines + (tag.map { ["ETag: \($0)"] } ?? []) + ["\r\n"]).joined(separator: "\r\n").utf8) + body
    }
}

private final class Requests: Sendable {
    let texts = Mutex<[String]>([])
    let connections = Atomic(0)
}
