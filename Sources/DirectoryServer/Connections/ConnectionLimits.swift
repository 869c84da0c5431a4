private import NIOCore

/// How many connections a server keeps at a time, and how long a client may take for each step.
public struct ConnectionLimits: Sendable {
    /// The most connections in total.
    public var connections = 1024
    /// The most connections of one address.
    public var connectionsOfAnAddress = 64
    /// The time for the head of a request, from the first byte, or from the opening of the connection.
    public var head = Duration.seconds(10)
    /// The time for a whole body.
    public var body = Duration.seconds(60)
    /// The time in which a body must grow by one byte a second on average.
    public var pause = Duration.seconds(10)
    /// The time in which a client must take some bytes of an answer.
    public var answer = Duration.seconds(60)
    /// The time that a connection without a request stays open. Clients keep theirs for up to a minute.
    public var idle = Duration.seconds(75)

    public init() {}

    /// Raises the number of files that the process may have open, and serves no more connections than those suffice for:
    /// each may be sent a file.
    public mutating func fitToSystem() {
        guard let files = OwnProcess.raiseFileLimit() else { return }
        connections = min(connections, max(16, (files - 128) / 2))
    }

    /// How often a connection is checked.
    var tick: Duration { min(head, body, pause, answer, idle) / 4 }

    /// The fewest bytes of a body in `pause`.
    var fewestBytes: Int { max(1, Int(pause.components.seconds)) }
}
