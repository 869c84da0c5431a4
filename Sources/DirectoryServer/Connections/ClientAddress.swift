import Glibc
import HTTPTypes
import Language
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Finds the addresses of clients.
final class ClientAddress: Sendable {
    /// True if a proxy sends `X-Forwarded-For`, which clients could forge otherwise.
    let isBehindProxy: Bool
    private let log: ServerLog?
    private let isSilenceLogged = Mutex(false)

    init(isBehindProxy: Bool, log: ServerLog? = nil) { (self.isBehindProxy, self.log) = (isBehindProxy, log) }

    /// The address of the client, or of the proxy’s client if the proxy reports it.
    /// - Parameter forwarded: the last `X-Forwarded-For`.
    func text(of channel: any Channel, forwarded: String?) -> String {
        (isBehindProxy ? forwarded.flatMap(Self.last(of:)) : nil) ?? channel.remoteAddress?.ipAddress ?? ""
    }

    /// The address by which failed sign-ins are counted, or "" if the proxy does not report it, which is logged once.
    /// - Parameter forwarded: the last `X-Forwarded-For`.
    func counted(of channel: any Channel, forwarded: String?) -> String {
        guard isBehindProxy, forwarded.flatMap(Self.last(of:)) == nil else {
            return text(of: channel, forwarded: forwarded)
        }
        let isFirst = isSilenceLogged.withLock { isLogged in
            defer { isLogged = true }
            return !isLogged
        }
        if isFirst {
            log?.write(
                translated(
                    """
                    The proxy sends no X-Forwarded-For header, so wrong passwords are not counted by address.
                    """), level: .warning)
        }
        return ""
    }

    /// The last address of an `X-Forwarded-For`, without its port, or nil.
    static func last(of forwarded: String) -> String? {
        guard let last = forwarded.split(separator: ",", omittingEmptySubsequences: false).last else { return nil }
        let text = String(last.filter { !$0.isWhitespace })
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let (inside, rest) = (String(text[..<end].dropFirst()), text[end...].dropFirst())
            return bytes(AF_INET6, inside, count: 16) != nil && (rest.isEmpty || isPort(rest)) ? inside : nil
        }
        if bytes(AF_INET6, text, count: 16) != nil { return text }
        let host = String(text.prefix { $0 != ":" })
        let rest = text.dropFirst(host.count)
        return bytes(AF_INET, host, count: 4) != nil && (rest.isEmpty || isPort(rest)) ? host : nil
    }

    private static func isPort(_ text: Substring) -> Bool { text.first == ":" && UInt16(text.dropFirst()) != nil }

    /// The part of `address` that identifies a client: a client may use any of the 2^64 addresses of an IPv6 network.
    static func counted(_ address: String) -> String {
        guard let bytes = bytes(AF_INET6, address, count: 16) else { return address }
        if let mapped = mapped(bytes) { return mapped.map { String($0) }.joined(separator: ".") }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
    }

    /// True for loopback addresses and “localhost”.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        if let bytes = bytes(AF_INET, host, count: 4) { return bytes[0] == 127 }
        guard let bytes = bytes(AF_INET6, host, count: 16) else { return false }
        return mapped(bytes)?.first == 127 || bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The IPv4 address in a mapped IPv6 address, or nil.
    private static func mapped(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        return isMapped ? bytes.suffix(4) : nil
    }

    /// The bytes of an address, or nil if `text` is not one of that family.
    private static func bytes(_ family: Int32, _ text: String, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
