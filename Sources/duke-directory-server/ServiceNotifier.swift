import Foundation
import Glibc

/// Tells systemd what the server does, where systemd started it: a datagram to the socket in `NOTIFY_SOCKET`.
struct ServiceNotifier: Sendable {
    private let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]

    /// True where systemd started the server.
    var isListening: Bool { path != nil }

    /// Sends `state`, such as "READY=1"; does nothing where systemd did not start the server.
    func notify(_ state: String) {
        guard var path else { return }
        // An abstract socket has a NUL where systemd writes “@”.
        if path.hasPrefix("@") { path = "\0" + path.dropFirst() }
        var address = sockaddr_un()
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count } ?? 0
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        let bytes = Array(state.utf8)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
            }
        }
    }

    /// Tells that the certificate is being read again; `notify("READY=1")` ends that.
    func notifyReloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }
}
