import Foundation
import Glibc

/// Runs `body`, which waits, on a thread of its own: it may wait for tasks of the test, which need the threads of Swift.
public func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// A plain socket of this computer, which must be ended.
public struct Wire: Sendable {
    private let socket: Int32

    private init() { socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

    private init(_ socket: Int32) { self.socket = socket }

    /// A connection for as long as `body` takes, on a thread of its own; without one, nothing comes.
    public static func talk(
        to port: Int, from address: String = "127.0.0.1", room: Int32? = nil,
        _ body: @escaping @Sendable (Wire) -> String
    ) async throws -> String {
        try await onThread {
            let wire = open(to: port, from: address, room: room)
            defer { wire?.end() }
            return wire.map(body) ?? ""
        }
    }

    /// A connection, or nil where it is not possible.
    /// - Parameters:
    ///   - address: the address of this computer that it comes from.
    ///   - room: how many bytes the system keeps of what is not read; as many as it likes where that is nil.
    ///   - seconds: how long it waits for what comes; for ever where that is 0.
    public static func open(
        to port: Int, from address: String = "127.0.0.1", room: Int32? = nil, seconds: Int = 0
    ) -> Wire? {
        let wire = Wire()
        if let room { wire.set(SO_RCVBUF, room) }
        wire.set(SO_RCVTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
        let isOpen =
            wire.with(address, port: 0) { bind($0, $1, $2) }
            && wire.with("127.0.0.1", port: port) { connect($0, $1, $2) }
        if !isOpen { wire.end() }
        return isOpen ? wire : nil
    }

    /// A socket that has a port of this computer, and that port; nil where it is taken. It refuses connections, or lets
    /// them wait until they are accepted.
    public static func holding(port: Int = 0, listens: Bool = false) -> (wire: Wire, port: Int)? {
        let wire = Wire()
        wire.set(SO_REUSEADDR, Int32(1))
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed =
            wire.with("127.0.0.1", port: port) { bind($0, $1, $2) }
            && withUnsafeMutablePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(wire.socket, $0, &length) == 0 }
            }
        guard isNamed, !listens || listen(wire.socket, 128) == 0 else {
            wire.end()
            return nil
        }
        return (wire, Int(UInt16(bigEndian: name.sin_port)))
    }

    /// The next connection to a socket that listens, or nil once that is stopped.
    public func accepted() -> Wire? {
        while true {
            let other = accept(socket, nil, nil)
            if other >= 0 {
                // A program that is started meanwhile would hold it open.
                _ = fcntl(other, F_SETFD, FD_CLOEXEC)
                return Wire(other)
            }
            if errno == EINVAL { return nil }
        }
    }

    /// Ends `accepted`.
    public func stop() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

    /// A port of this computer that is free now, or nil.
    public static func freePort() -> Int? {
        guard let (wire, port) = holding() else { return nil }
        wire.end()
        return port
    }

    /// Opens connections, and returns what comes on the first one that gets an answer.
    public static func firstAnswer(of count: Int, to port: Int, from address: String) async throws -> String {
        try await talk(to: port, from: address) { first in
            let wires = [first] + (1..<count).compactMap { _ in open(to: port, from: address) }
            defer { for wire in wires.dropFirst() { wire.end() } }
            var watched = wires.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
            _ = poll(&watched, nfds_t(watched.count), -1)
            return zip(wires, watched).first { $1.revents != 0 }?.0.receive() ?? ""
        }
    }

    private func set<T>(_ option: Int32, _ value: T) {
        withUnsafeBytes(of: value) { _ = setsockopt(socket, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count)) }
    }

    private func with(
        _ address: String, port: Int, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Bool {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(port).bigEndian
        name.sin_addr.s_addr = inet_addr(address)
        return withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    public func end() { close(socket) }

    /// Waits until the other side closed the connection (`POLLRDHUP`), without reading.
    public func waitForClose() {
        var watched = pollfd(fd: socket, events: 0x2000, revents: 0)
        while poll(&watched, 1, -1) < 0 {}
    }

    /// Sends as much as the other side takes before it ends the connection.
    /// - Returns: true if that is all.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Tells the server that nothing more is sent.
    public func closeSending() { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// What comes, up to `end` or to the end.
    public func receive(until end: String? = nil) -> String {
        let bytes = receiveBytes { bytes in end.map { String(decoding: bytes, as: UTF8.self).contains($0) } ?? false }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until what came is enough, or to the end; a connection that is cut has ended, too.
    @discardableResult
    public func receiveBytes(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
            if isEnough(bytes) { break }
        }
        return bytes
    }

    /// The next message of HTTP, with the body that its Content-Length announces; nil if it does not come whole.
    public func receiveMessage() -> (head: String, body: String)? {
        var message: (String, String)?
        receiveBytes { bytes in
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let length = Self.field("content-length", in: head).flatMap { Int($0) } ?? 0
            guard bytes.count - end.upperBound >= length else { return false }
            message = (head, String(decoding: bytes[end.upperBound...], as: UTF8.self))
            return true
        }
        return message
    }

    public static func field(_ name: String, in head: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// Reads the next bytes, as soon as there are some, at most `count`, and returns how many there were.
    public func receive(atMost count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return recv(socket, &buffer, count, 0)
    }
}
