private import CPQ
private import Foundation
private import Glibc

extension PostgresAddress {
    /// The payloads of the notifications on a channel; nil after each connect, because earlier ones may be lost. They are
    /// received on a thread with a connection of its own, which is made again if it is lost, until the stream is released.
    /// - Parameters:
    ///   - channel: letters, digits, and underscores.
    ///   - refusal: maps the error that the stream throws if the database does not support notifications.
    public func notifications(
        on channel: String, refusal: @escaping @Sendable (PostgresError) -> any Error = { $0 }
    ) -> AsyncThrowingStream<String?, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            // Closing one end of a pipe ends the thread.
            var ends: [CInt] = [-1, -1]
            pipe(&ends)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let (ending, end) = (ends[0], ends[1])
            continuation.onTermination = { _ in close(end) }
            Thread.detachNewThread {
                let error = listen(to: channel, until: ending) { continuation.yield($0) }
                continuation.finish(throwing: error.map(refusal))
                close(ending)
            }
        }
    }

    /// - Returns: the error if the database does not support notifications, or nil at the end.
    private func listen(to channel: String, until ending: CInt, _ body: (String?) -> Void) -> PostgresError? {
        repeat {
            do throws(PostgresError) {
                let connection = try PostgresConnection(self, limit: .seconds(30))
                try connection.execute("LISTEN \(channel)")
                body(nil)
                repeat { try connection.forEachNotification(body) } while connection.hasInput(or: ending)
            } catch {
                if case .refused = error { return error }
            }
        } while !Self.isReadable(ending, within: 1000)
        return nil
    }

    private static func isReadable(_ file: CInt, within time: Int32) -> Bool {
        var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, time) > 0
    }
}

extension PostgresConnection {
    /// Waits for input; returns false if `ending` is readable.
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
