import Dispatch
import Foundation
import Glibc
import Synchronization

/// Stops the work on SIGTERM and SIGINT: at once before the server listens; after that, within ten seconds for current
/// answers. Then the process exits, with status 1 because the work did not end.
final class StopSignals: Sendable {
    private let isListening = Atomic(false)
    private let onHang: @Sendable () -> Void

    /// - Parameter onHang: called before the process exits because the work did not end in time.
    init(onHang: @escaping @Sendable () -> Void) { self.onHang = onHang }

    /// Runs `work` until it ends or a signal stops it.
    /// - Throws: the error of the work, unless a signal stopped it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        let sources = [SIGTERM, SIGINT].map { signal in watch(signal) { self.stop(task) } }
        defer { for source in sources { source.cancel() } }
        do { try await task.value } catch { if !task.isCancelled { throw error } }
    }

    func serverListens() { isListening.store(true, ordering: .releasing) }

    private func stop(_ task: Task<Void, any Error>) {
        ServiceManager.notify("STOPPING=1")
        let timeout: Double = isListening.load(ordering: .acquiring) ? 9 : 0
        // A thread, because the queues’ threads may all be blocked.
        Thread.detachNewThread { [onHang] in
            Thread.sleep(forTimeInterval: timeout)
            task.cancel()
            Thread.sleep(forTimeInterval: 0.9)
            onHang()
            _exit(EXIT_FAILURE)
        }
    }
}

/// Calls `handler` on a signal, which does not end the process any more.
func watch(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.resume()
    return source
}

/// systemd, through the socket in `NOTIFY_SOCKET`, if it started the server.
enum ServiceManager {
    private static let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]

    static var isListening: Bool { path != nil }

    /// Sends a state such as “READY=1”.
    static func notify(_ state: String) {
        guard var path else { return }
        // systemd writes “@” for the NUL of an abstract socket.
        if path.hasPrefix("@") { path = "\0" + path.dropFirst() }
        var address = sockaddr_un()
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count } ?? 0
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(socket, state, state.utf8.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
            }
        }
    }

    /// Announces a reload, which `notify("READY=1")` ends.
    static func notifyReloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }
}
