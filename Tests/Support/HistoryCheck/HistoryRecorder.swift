import Glibc
import Synchronization

/// What all clients of a run asked and were answered, by record.
public final class HistoryRecorder: Sendable {
    private struct State {
        var operations: [String: [RecordOperation]] = [:]
        var counts: [String: Int] = [:]
        var lastValue = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// A value that was never written.
    func newValue() -> Int {
        state.withLock { state in
            state.lastValue += 1
            return state.lastValue
        }
    }

    func add(_ operation: RecordOperation, of record: String) {
        state.withLock { $0.operations[record, default: []].append(operation) }
    }

    /// Counts an answer, as “PUT 200”.
    func count(_ kind: String) { state.withLock { $0.counts[kind, default: 0] += 1 } }

    /// How often each method got each status.
    public var counts: [String: Int] { state.withLock { $0.counts } }

    /// How many operations there are.
    public var operationCount: Int { state.withLock { $0.operations.values.reduce(0) { $0 + $1.count } } }

    /// How many operations have an unknown answer.
    public var unknownCount: Int {
        state.withLock { $0.operations.values.reduce(0) { $0 + $1.count { $0.answer == .unknown } } }
    }

    /// The answers that a server must never give, as “replace 500”: errors of the server other than 503.
    public var failures: [String] {
        counts.keys.filter { $0.contains(/\s5\d\d/) && !$0.contains(" 503") }.sorted()
    }

    /// The first operation of each record whose answer no order of all of them explains.
    public func violations() -> [String: RecordOperation] {
        state.withLock { $0.operations }.compactMapValues { operations in
            var check = Linearizability(operations)
            return check.violation()
        }
    }

    /// Nanoseconds since some moment.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
