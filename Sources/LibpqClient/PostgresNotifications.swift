private import CPQ
private import Foundation
private import Glibc
private import Synchronization

/// The notifications that other connections send on a channel, listened to on a thread of its own with a connection of
/// its own, which is made again after it was lost.
public final class PostgresNotifications: Sendable {
    /// What a listener learns.
    public enum Notification: Equatable, Sendable {
        /// The text of a notification.
        case text(String)
        /// The connection was made just now: earlier notifications may have been missed.
        case missed
        /// The database does not have notifications; this is the last.
        case refused(PostgresError)
    }

    /// The notifications, until the listener is released.
    public let stream: AsyncStream<Notification>
    private let continuation: AsyncStream<Notification>.Continuation
    /// The end of a pipe whose other end can be read once this is closed.
    private let ending: CInt

    /// - Parameters:
    ///   - address: the database.
    ///   - channel: a name of letters, digits and `_`.
    public init(_ address: PostgresAddress, channel: String) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending = ends[1]
        let (continuation, ending) = (continuation, ends[0])
        Thread.detachNewThread {
            Self.listen(to: channel, at: address, until: ending) { continuation.yield($0) }
            continuation.finish()
            close(ending)
        }
    }

    deinit { close(ending) }

    private static func listen(
        to channel: String, at address: PostgresAddress, until ending: CInt, _ body: (Notification) -> Void
    ) {
        repeat {
            do throws(PostgresError) {
                let connection = try PostgresConnection(address, limit: .seconds(30))
                try connection.execute("LISTEN \(channel)")
                body(.missed)
                repeat { try connection.forEachNotification { body(.text($0)) } } while connection.hasInput(or: ending)
            } catch {
                if case .refused = error { return body(.refused(error)) }
            }
        } while !isReadable(ending, within: 1000)
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

    fileprivate func forEachNotification(_ body: (String) -> Void) throws(PostgresError) {
        guard PQconsumeInput(connection) == 1 else { throw failure(nil) }
        while let notification = PQnotifies(connection) {
            body(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
    }
}

/// Tells when a database cannot be reached, and when it can again; once each, and the same failure at most once a
/// minute.
public final class PostgresMonitor: Sendable {
    /// What happened.
    public enum Change: Equatable, Sendable {
        /// A connection could not be made, with the words of libpq.
        case lost(String)
        /// A connection was made after that.
        case back
    }

    private struct State {
        var isLost = false
        var told: (reason: String, end: ContinuousClock.Instant)?
    }

    private static let pause = Duration.seconds(60)

    /// What happened, for one listener.
    public let changes: AsyncStream<Change>
    private let continuation: AsyncStream<Change>.Continuation
    private let state = Mutex(State())

    public init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }

    deinit { continuation.finish() }

    func connected() {
        let isNew = state.withLock { state in
            defer { state.isLost = false }
            return state.isLost
        }
        if isNew { continuation.yield(.back) }
    }

    func failed(_ reason: String) {
        let isNew = state.withLock { state in
            guard !state.isLost else { return false }
            if let told = state.told, told.reason == reason, told.end > .now { return false }
            (state.isLost, state.told) = (true, (reason, .now + Self.pause))
            return true
        }
        if isNew { continuation.yield(.lost(reason)) }
    }
}
