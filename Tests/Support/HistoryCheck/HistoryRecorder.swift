import Glibc
import Synchronization

/// Collects the operations of all clients by record.
public final class HistoryRecorder: Sendable {
    private struct State {
        var operations: [String: [RecordOperation]] = [:]
        var counts: [String: Int] = [:]
        var lastValue = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// A unique value.
    func newValue() -> Int {
        state.withLock { state in
            state.lastValue += 1
            return state.lastValue
        }
    }

    func add(_ operation: RecordOperation, of record: String) {
        state.withLock { $0.operations[record, default: []].append(operation) }
    }

    /// Counts a response, such as “PUT 200”.
    func count(_ kind: String) { state.withLock { $0.counts[kind, default: 0] += 1 } }

    /// The number of responses by method and status.
    public var counts: [String: Int] { state.withLock { $0.counts } }

    public var operationCount: Int { state.withLock { $0.operations.values.reduce(0) { $0 + $1.count } } }

    public var unknownCount: Int {
        state.withLock { $0.operations.values.reduce(0) { $0 + $1.count { $0.answer == .unknown } } }
    }

    /// Responses that a server must never send, such as “replace 500”: server errors except 503.
    public var failures: [String] {
        counts.keys.filter { $0.contains(/\s5\d\d/) && !$0.contains(" 503") }.sorted()
    }

    /// The first operation of each record that no order of the operations explains.
    public func violations() -> [String: RecordOperation] {
        state.withLock { $0.operations }.compactMapValues { operations in
            var check = Linearizability(operations)
            return check.violation()
        }
    }

    /// A monotonic time in nanoseconds.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
