private import Glibc
import HTTPTypes
import NIOCore
import Synchronization

/// The open connections, by address, and the memory for what arrived of their requests’ bodies.
final class Connections: Sendable {
    enum Admission: Equatable {
        case served
        /// It is told that the server is busy.
        case refused
        /// It is told and closed at once, because too many are being told.
        case dropped
    }

    private struct Counts {
        var total = 0
        var refused = 0
        var byAddress: [String: Int] = [:]
        /// Closes each connection without a request; the number grows with each that becomes idle.
        var idle: [ObjectIdentifier: (number: Int, close: @Sendable () -> Void)] = [:]
        var lastIdle = 0
        /// The size of all bodies, in bytes.
        var bodies = 0
    }

    /// The maximum number of connections being told that the server is busy.
    private static let maxRefused = 256
    /// The maximum size of all bodies, in bytes.
    static let maxBodies = 48 << 20
    /// A body of this size is always accepted.
    private static let smallBody = 16 << 10

    let limits: ConnectionLimits
    /// Called if a request cannot be parsed.
    let onUnparsed: @Sendable (any Channel, HTTPResponse.Status) -> Void
    private let isBehindProxy: Bool
    private let metrics: ServerMetrics
    private let memory = MallocTrimmer()
    private let counts = Mutex(Counts())

    /// - Parameter isBehindProxy: true if all connections may share an address.
    init(
        limits: ConnectionLimits, isBehindProxy: Bool, metrics: ServerMetrics,
        onUnparsed: @escaping @Sendable (any Channel, HTTPResponse.Status) -> Void = { _, _ in }
    ) {
        self.limits = limits
        self.onUnparsed = onUnparsed
        self.isBehindProxy = isBehindProxy
        self.metrics = metrics
    }

    /// Admits a connection. If there are too many, the one that has been idle for the most time is closed.
    /// - Parameter address: as `ClientAddress.counted`.
    func open(of address: String) -> Admission {
        let (admission, closeOldest) = counts.withLock { counts -> (Admission, (@Sendable () -> Void)?) in
            let ofAddress = counts.byAddress[address, default: 0]
            let isFull = counts.total >= limits.connections
            let oldest = isFull ? counts.idle.min { $0.value.number < $1.value.number } : nil
            if isBehindProxy || ofAddress < limits.connectionsOfAnAddress, !isFull || oldest != nil {
                counts.total += 1
                counts.byAddress[address] = ofAddress + 1
                if let oldest { counts.idle[oldest.key] = nil }
                return (.served, oldest?.value.close)
            }
            guard counts.refused < Self.maxRefused else { return (.dropped, nil) }
            counts.refused += 1
            return (.refused, nil)
        }
        closeOldest?()
        if admission != .served { metrics.recordRefusedConnection() }
        return admission
    }

    /// Marks a connection as idle; `close` is called once if it is to make room, unless it is busy again. Nil marks it as
    /// busy or closed.
    func setIdle(_ connection: ObjectIdentifier, close: (@Sendable () -> Void)?) {
        counts.withLock { counts in
            counts.lastIdle += 1
            counts.idle[connection] = close.map { (counts.lastIdle, $0) }
        }
    }

    func close(of address: String, admittedAs admission: Admission) {
        counts.withLock { counts in
            switch admission {
            case .served:
                counts.total -= 1
                let rest = counts.byAddress[address, default: 1] - 1
                counts.byAddress[address] = rest > 0 ? rest : nil
            case .refused: counts.refused -= 1
            case .dropped: break
            }
        }
        memory.giveBackSoon()
    }

    /// Takes memory for a part of a body.
    /// - Parameter earlier: what was taken for the same body before.
    /// - Returns: false if there is too little; then nothing was taken.
    func take(_ length: Int, after earlier: Int) -> Bool {
        counts.withLock { counts in
            guard counts.bodies + length <= Self.maxBodies || earlier + length <= Self.smallBody else { return false }
            counts.bodies += length
            return true
        }
    }

    func giveBack(_ length: Int) { if length > 0 { counts.withLock { $0.bodies -= length } } }

    /// The number of served connections.
    var count: Int { counts.withLock { $0.total } }
}

/// Limits of connections, and timeouts for each step of a request.
public struct ConnectionLimits: Sendable {
    /// The maximum total.
    public var connections = 1024
    /// The maximum for each address.
    public var connectionsOfAnAddress = 64
    /// For the head of a request, from its first byte or the start of the connection.
    public var head = Duration.seconds(10)
    /// For a whole body.
    public var body = Duration.seconds(60)
    /// The interval in which a body must grow by at least a byte a second.
    public var pause = Duration.seconds(10)
    /// The interval in which a client must take `minRead` bytes of an answer, or all of it.
    public var answer = Duration.seconds(60)
    public var minRead = 64 << 10
    /// How long an idle connection is kept open. Clients keep theirs for up to a minute.
    public var idle = Duration.seconds(75)
    /// How long a client has to read the last answer and to close, once the server has ended the connection.
    public var end = Duration.seconds(4)

    public init() {}

    /// Raises the limit of open files, and reduces `connections` to what it allows: each connection may send a file.
    public mutating func fitToSystem() {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = setrlimit(files, &limit)
        guard getrlimit(files, &limit) == 0 else { return }
        connections = min(connections, max(16, (Int(limit.rlim_cur) - 128) / 2))
    }

    /// The interval of checks.
    var tick: Duration { min(head, body, pause, answer, idle, end) / 4 }

    /// The minimum number of bytes in `pause`.
    var minBytes: Int { max(1, Int(pause.components.seconds)) }
}
