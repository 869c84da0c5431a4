private import NIOCore
import Synchronization

/// The open connections of a server, by address.
final class Connections: Sendable {
    /// What happens to a new connection.
    enum Admission: Equatable {
        case served
        /// It is told that the server is busy.
        case refused
        /// It is told and closed at once, because too many are being told already.
        case dropped
    }

    /// A connection without a request, which may be closed to make room for another.
    private struct Idle {
        let address: String
        let start: ContinuousClock.Instant
        let close: @Sendable () -> Void
    }

    private struct Counts {
        var total = 0
        var refused = 0
        var byAddress: [String: Int] = [:]
        var idle: [ObjectIdentifier: Idle] = [:]

        /// Takes the connection that has been idle for the longest time, of the address that has the most of them.
        mutating func takeIdle() -> Idle? {
            let counts = idle.values.reduce(into: [:]) { $0[$1.address, default: 0] += 1 }
            let address = counts.max { $0.value < $1.value }?.key
            let oldest = idle.filter { $0.value.address == address }.min { $0.value.start < $1.value.start }
            return oldest.flatMap { idle.removeValue(forKey: $0.key) }
        }
    }

    /// How many connections are told at a time.
    private static let maxRefused = 256

    private let limits: ConnectionLimits
    private let isBehindProxy: Bool
    private let metrics: ServerMetrics
    private let memory = FreeMemory()
    private let counts = Mutex(Counts())

    /// - Parameter isBehindProxy: true where all connections may come from one address.
    init(limits: ConnectionLimits, isBehindProxy: Bool, metrics: ServerMetrics) {
        (self.limits, self.isBehindProxy, self.metrics) = (limits, isBehindProxy, metrics)
    }

    /// Counts a new connection of `address`, unless it is dropped. Where there are too many, one that is idle is closed.
    func open(of address: String) -> Admission {
        let address = ClientAddress.counted(address)
        let (admission, idle) = counts.withLock { counts -> (Admission, Idle?) in
            let ofAddress = counts.byAddress[address, default: 0]
            let isFull = counts.total >= limits.connections
            let mayServe = isBehindProxy || ofAddress < limits.connectionsOfAnAddress
            let idle = isFull && mayServe ? counts.takeIdle() : nil
            if mayServe, !isFull || idle != nil {
                counts.total += 1
                counts.byAddress[address] = ofAddress + 1
                return (.served, idle)
            }
            guard counts.refused < Self.maxRefused else { return (.dropped, nil) }
            counts.refused += 1
            return (.refused, nil)
        }
        idle?.close()
        if admission != .served { metrics.refusedConnection() }
        return admission
    }

    /// Notes that a connection of `address` has no request any more; `close` closes it where that is so still.
    func idle(_ connection: ObjectIdentifier, of address: String, close: @escaping @Sendable () -> Void) {
        let idle = Idle(address: ClientAddress.counted(address), start: .now, close: close)
        counts.withLock { $0.idle[connection] = idle }
    }

    /// Notes that a connection has a request, or is closed.
    func busy(_ connection: ObjectIdentifier) { counts.withLock { _ = $0.idle.removeValue(forKey: connection) } }

    /// Counts the end of a connection that was admitted as `admission`.
    func close(of address: String, admittedAs admission: Admission) {
        let address = ClientAddress.counted(address)
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

    /// How many connections are served now.
    var count: Int { counts.withLock { $0.total } }
}

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
