private import CPQ
private import Foundation
private import Glibc

/// The notifications that other connections send on a channel, listened to on a thread of its own with a connection of
/// its own, which is made again after it was lost.
public final class PostgresNotifications: Sendable {
    /// The texts of notifications, until the listener is released; nil where a connection was made just now, so that
    /// earlier ones may have been missed. It throws where the database does not have notifications.
    public let stream: AsyncThrowingStream<String?, any Error>
    /// The end of a pipe whose other end can be read once this is closed.
    private let ending: CInt

    /// - Parameters:
    ///   - address: the database.
    ///   - channel: a name of letters, digits and `_`.
    ///   - refusal: what the stream throws where the database refuses.
    public init(
        _ address: PostgresAddress, channel: String,
        refusal: @escaping @Sendable (PostgresError) -> any Error = { $0 }
    ) {
        let continuation: AsyncThrowingStream<String?, any Error>.Continuation
        (stream, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending = ends[1]
        let ending = ends[0]
        Thread.detachNewThread {
            let error = Self.listen(to: channel, at: address, until: ending) { continuation.yield($0) }
            continuation.finish(throwing: error.map(refusal))
            close(ending)
        }
    }

    deinit { close(ending) }

    /// - Returns: why the database refuses, or nil at the end.
    private static func listen(
        to channel: String, at address: PostgresAddress, until ending: CInt, _ body: (String?) -> Void
    ) -> PostgresError? {
        repeat {
            do throws(PostgresError) {
                let connection = try PostgresConnection(address, limit: .seconds(30))
                try connection.execute("LISTEN \(channel)")
                body(nil)
                repeat { try connection.forEachNotification(body) } while connection.hasInput(or: ending)
            } catch {
                if case .refused = error { return error }
            }
        } while !isReadable(ending, within: 1000)
        return nil
    }

    /// True where `file` can be read within so many milliseconds.
    private static func isReadable(_ file: CInt, within time: Int32) -> Bool {
        var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, time) > 0
    }
}

extension PostgresConnection {
    /// Waits until the database sends something; returns false where `ending` can be read before that.
    fileprivate func hasInput(or ending: CInt) -> Bool {
        var polled = [PQsocket(connection), ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, 2, -1) < 0 { guard errno == EINTR else { return false } }
        return polled[1].revents == 0
    }

    fileprivate func forEachNotification(_ body: (String?) -> Void) throws(PostgresError) {
        guard PQconsumeInput(connection) == 1 else { throw failure(nil) }
        while let notification = PQnotifies(connection) {
            body(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
    }
}
