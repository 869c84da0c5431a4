import Foundation
import Glibc

/// Runs `body`, which waits, on a thread of its own: it may wait for tasks of the test, which need the threads of Swift.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// A plain connection to a server of this computer, on a thread of its own.
struct Wire {
    private let socket: Int32

    /// - Parameters:
    ///   - address: the address of this computer that the connection comes from.
    ///   - room: how many bytes the system keeps of what is not read; as many as it likes where that is nil.
    static func talk(
        to port: Int, from address: String = "127.0.0.1", room: Int32? = nil,
        _ body: @escaping @Sendable (Wire) -> String
    ) async throws -> String {
        try await onThread {
            let wire = open(to: port, from: address, room: room)
            defer { wire?.end() }
            return wire.map(body) ?? ""
        }
    }

    /// A connection that must be ended, or nil where it is not possible.
    static func open(to port: Int, from address: String, room: Int32? = nil) -> Wire? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var room { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        let isBound = with(address, port: 0) { bind(socket, $0, $1) == 0 }
        guard isBound, with("127.0.0.1", port: port, { connect(socket, $0, $1) == 0 }) else {
            close(socket)
            return nil
        }
        return Wire(socket: socket)
    }

    /// A port of this computer that is free now, or nil.
    static func freePort() -> Int? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var bytes = [UInt8](repeating: 0, count: addressSize)
        var length = socklen_t(addressSize)
        guard with("127.0.0.1", port: 0, { bind(socket, $0, $1) == 0 }) else { return nil }
        let isNamed = bytes.withUnsafeMutableBytes { raw in
            raw.baseAddress.map { getsockname(socket, $0.assumingMemoryBound(to: sockaddr.self), &length) == 0 }
        }
        return isNamed == true ? Int(bytes[2]) << 8 | Int(bytes[3]) : nil
    }

    func end() { close(socket) }

    /// Waits until the other side closed the connection (`POLLRDHUP`), without reading.
    func waitForClose() {
        var watched = pollfd(fd: socket, events: 0x2000, revents: 0)
        _ = poll(&watched, 1, -1)
    }

    /// Opens connections, and returns what comes on the first one that gets an answer.
    static func firstAnswer(of count: Int, to port: Int, from address: String) async throws -> String {
        try await talk(to: port, from: address) { first in
            let wires = [first] + (1..<count).compactMap { _ in open(to: port, from: address) }
            defer { for wire in wires.dropFirst() { wire.end() } }
            var watched = wires.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            _ = poll(&watched, nfds_t(watched.count), -1)
            return zip(wires, watched).first { $1.revents != 0 }?.0.receive() ?? ""
        }
    }

    /// The size of `sockaddr_in`, whose members belong to another module where NIOPosix is imported.
    private static let addressSize = 16

    private static func with(
        _ address: String, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var bytes = [UInt8](repeating: 0, count: addressSize)
        return bytes.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: sa_family_t(AF_INET), as: sa_family_t.self)
            raw.storeBytes(of: UInt16(port).bigEndian, toByteOffset: 2, as: UInt16.self)
            raw.storeBytes(of: inet_addr(address), toByteOffset: 4, as: UInt32.self)
            return raw.baseAddress.map {
                body($0.assumingMemoryBound(to: sockaddr.self), socklen_t(addressSize))
            } ?? false
        }
    }

    func send(_ text: String) { _ = Glibc.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// Sends as much as the other side takes before it ends the connection.
    func sendAll(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Tells the server that nothing more is sent.
    func closeSending() { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// What comes, up to `end` or to the end.
    func receive(until end: String? = nil) -> String { read(until: end).text }

    /// What comes up to the end, or nil after an error.
    func receiveToEnd() -> String? {
        let (text, isClosed) = read(until: nil)
        return isClosed ? text : nil
    }

    private func read(until end: String?) -> (text: String, isClosed: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isClosed = false
        while !isClosed, end.map({ !String(decoding: bytes, as: UTF8.self).contains($0) }) ?? true {
            let count = recv(socket, &buffer, buffer.count, 0)
            // A connection that is cut ends with a reset.
            if count < 0, errno != ECONNRESET { break }
            isClosed = count <= 0
            bytes += buffer.prefix(max(count, 0))
        }
        return (String(decoding: bytes, as: UTF8.self), isClosed)
    }

    /// Reads the next bytes, as soon as there are some, at most `count`, and returns how many there were.
    func receive(atMost count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return recv(socket, &buffer, count, 0)
    }
}
