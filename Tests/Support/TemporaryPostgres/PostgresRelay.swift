import Foundation
import Glibc

/// A proxy that replaces a word in what clients send, to make the database reject it.
public final class PostgresRelay: Sendable {
    /// The libpq address of the database through the proxy.
    public let address: String
    private let folder: URL
    private let listener: CInt

    /// - Parameters:
    ///   - word: the word to replace.
    ///   - other: its replacement of the same length.
    /// - Throws: an error of the file system.
    public init(to cluster: PostgresCluster, replacing word: String, with other: String) throws {
        folder = URL(filePath: "/tmp/relay-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        address = cluster.address.replacing(cluster.folder, with: folder.path)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let target = "\(cluster.folder)/.s.PGSQL.5432"
        guard Self.call(bind, listener, "\(folder.path)/.s.PGSQL.5432"), listen(listener, 16) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        let listener = listener
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
                _ = Self.call(connect, server, target)
                let (word, other) = (Data(word.utf8), Data(other.utf8))
                Thread.detachNewThread { Self.pass(from: client, to: server) { $0.replacing(word, with: other) } }
                Thread.detachNewThread { Self.pass(from: server, to: client) { $0 } }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Calls `bind` or `connect` for a Unix socket.
    private static func call(
        _ function: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt, _ socket: CInt, _ path: String
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private static func pass(from source: CInt, to destination: CInt, _ change: (Data) -> Data) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(source, &bytes, bytes.count), count > 0 {
            var rest = change(Data(bytes.prefix(count)))
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
            if !rest.isEmpty { break }
        }
        shutdown(source, Int32(SHUT_RD))
        shutdown(destination, Int32(SHUT_WR))
    }
}
