import Synchronization

/// The open connections of a server, by address.
final class Connections: Sendable {
    /// What happens to a new connection.
    enum Admission: Equatable {
        case served
        /// It is told that the server is busy.
        case refused
        /// It is closed at once, because too many are being told already.
        case dropped
    }

    private struct Counts {
        var total = 0
        var refused = 0
        var byAddress: [String: Int] = [:]
    }

    /// How many connections are told at a time.
    private static let mostRefused = 64

    private let limits: ConnectionLimits
    private let isBehindProxy: Bool
    private let metrics: ServerMetrics
    private let memory = FreeMemory()
    private let counts = Mutex(Counts())

    /// - Parameter isBehindProxy: true where all connections may come from one address.
    init(limits: ConnectionLimits, isBehindProxy: Bool, metrics: ServerMetrics) {
        (self.limits, self.isBehindProxy, self.metrics) = (limits, isBehindProxy, metrics)
    }

    /// Counts a new connection of `address`, unless it is dropped.
    func open(of address: String) -> Admission {
        let address = ClientAddress.counted(address)
        let admission = counts.withLock { counts -> Admission in
            let ofAddress = counts.byAddress[address, default: 0]
            let isFull =
                counts.total >= limits.connections || !isBehindProxy && ofAddress >= limits.connectionsOfAnAddress
            guard isFull else {
                counts.total += 1
                counts.byAddress[address] = ofAddress + 1
                return .served
            }
            guard counts.refused < Self.mostRefused else { return .dropped }
            counts.refused += 1
            return .refused
        }
        if admission != .served { metrics.refusedConnection() }
        return admission
    }

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
