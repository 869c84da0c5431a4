private import CPQ
private import Foundation
private import Glibc

extension PostgresAddress {
    /// The payloads of the notifications on a channel; nil after each connect, because earlier ones may be lost. They
    /// are received on a thread with a connection of its own, which is made again if it is lost, until the stream ends.
    /// - Parameter channel: letters, digits, and underscores.
    public func notifications(on channel: String) -> AsyncStream<String?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let end = CancellationFlag()
            continuation.onTermination = { _ in end.set() }
            Thread.detachNewThread {
                while !end.isSet {
                    try? listen(to: channel, until: end) { continuation.yield($0) }
                    Thread.sleep(forTimeInterval: 1)
                }
            }
        }
    }

    private func listen(
        to channel: String, until end: CancellationFlag, _ body: (String?) -> Void
    ) throws(PostgresError) {
        let connection = try PostgresConnection(self, limit: .seconds(30))
        try connection.execute("LISTEN \(channel)")
        body(nil)
        while !end.isSet { for payload in try connection.notifications() { body(payload) } }
    }
}

extension PostgresConnection {
    /// The payloads that arrived; waits a second for the first.
    fileprivate func notifications() throws(PostgresError) -> [String] {
        var polled = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 1000) <= 0 || PQconsumeInput(handle) == 1 else { throw failure(nil) }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }
}
