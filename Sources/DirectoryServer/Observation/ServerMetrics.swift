private import CMalloc
private import Dispatch
import Foundation
import Glibc
import Synchronization

/// Metrics since the start, in Prometheus’s text format.
final class ServerMetrics: Sendable {
    enum SignInResult: String, CaseIterable {
        case right, wrong, limited
    }

    private struct Counts {
        /// By method and status.
        var requests: [String: [Int: Int]] = [:]
        var signIns: [SignInResult: Int] = [:]
        var bytes = 0
        var seconds = 0.0
        var slower = [Int](repeating: 0, count: ServerMetrics.bounds.count)
        var refusedConnections = 0
    }

    /// The upper bounds of the histogram of durations, in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]
    /// The methods that are counted by name; clients may invent others.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT",
    ]

    private let counts = Mutex(Counts())
    private let start = time(nil)

    func recordRequest(_ method: String, status: Int, bytes: Int, seconds: Double) {
        let method = Self.methods.contains(method) ? method : "other"
        counts.withLock { counts in
            counts.requests[method, default: [:]][status, default: 0] += 1
            counts.bytes += bytes
            counts.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts.slower[index] += 1 }
        }
    }

    /// Counts a connection that was refused or dropped.
    func recordRefusedConnection() { counts.withLock { $0.refusedConnections += 1 } }

    func recordSignIn(_ result: SignInResult) { counts.withLock { $0.signIns[result, default: 0] += 1 } }

    /// The metrics.
    /// - Parameter connections: the number of open connections.
    func text(connections: Int) -> String {
        let counts = counts.withLock { $0 }
        let requests = counts.requests.flatMap { method, counts in
            counts.map { ("{method=\"\(method)\",status=\"\($0)\"}", Double($1)) }
        }
        let total = requests.reduce(0) { $0 + Int($1.1) }
        let buckets = zip(Self.bounds, counts.slower).map { ("_bucket{le=\"\($0)\"}", Double($1)) }
        let signIns = SignInResult.allCases.map { ("{result=\"\($0.rawValue)\"}", Double(counts.signIns[$0] ?? 0)) }
        return [
            metric("http_requests_total", "counter", "Requests that were answered.", requests.sorted { $0.0 < $1.0 }),
            metric("http_response_bytes_total", "counter", "Bytes of the bodies of answers.", Double(counts.bytes)),
            metric(
                "http_request_duration_seconds", "histogram",
                "From the head of a request to the end of its answer.",
                buckets + [
                    ("_bucket{le=\"+Inf\"}", Double(total)), ("_sum", counts.seconds), ("_count", Double(total)),
                ]),
            metric("connections", "gauge", "Open connections.", Double(connections)),
            metric(
                "connections_refused_total", "counter", "Connections that were refused, because there were too many.",
                Double(counts.refusedConnections)),
            metric(
                "sign_ins_total", "counter", "Passwords that were checked, and those that were refused unchecked.",
                signIns),
            metric("process_start_time_seconds", "gauge", "When the server started, since 1970.", Double(start)),
            metric(
                "process_resident_memory_bytes", "gauge", "Memory of the process.", Double(Self.residentBytes)),
        ].joined()
    }

    private static var residentBytes: Int {
        let sizes = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (sizes.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private func metric(_ name: String, _ kind: String, _ help: String, _ value: Double) -> String {
        metric(name, kind, help, [("", value)])
    }

    /// A metric with values for suffixes of its name, such as labels.
    private func metric(
        _ name: String, _ kind: String, _ help: String, _ values: [(suffix: String, value: Double)]
    ) -> String {
        // Process metrics have the same names in every program.
        let name = name.hasPrefix("process_") ? name : "duke_directory_\(name)"
        let lines = values.map { suffix, value in
            let isWhole = value == value.rounded() && abs(value) < 1e15
            return "\(name)\(suffix) \(isWhole ? String(Int(value)) : String(value))\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n\(lines.joined())"
    }
}

/// Names seen within the last minute.
final class LogThrottle: Sendable {
    private static let window = Duration.seconds(60)
    /// The maximum number of names.
    private static let maxCount = 1000
    private let clock: ServerClock
    private let ends = Mutex<[String: ServerClock.Instant]>([:])

    init(clock: ServerClock = .system) { self.clock = clock }

    /// Remembers `name` for a minute.
    /// - Returns: false if it is remembered already, or if there are too many.
    func insert(_ name: String) -> Bool {
        let now = clock.now()
        return ends.withLock { ends in
            if let end = ends[name], end > now { return false }
            if ends.count >= Self.maxCount { ends = ends.filter { $0.value > now } }
            guard ends.count < Self.maxCount else { return false }
            ends[name] = now + Self.window
            return true
        }
    }
}

/// Returns unused memory to the system, which the C library does not do by itself.
public final class MallocTrimmer: Sendable {
    private let isScheduled = Mutex(false)

    /// Call at launch: few arenas, so that threads reuse each other’s memory, and large blocks directly from the
    /// system.
    public static func prepare() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
        mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }

    /// Returns memory in two seconds, once for all calls until then.
    func giveBackSoon() {
        let isFirst = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 2) {
            self.isScheduled.withLock { $0 = false }
            malloc_trim(0)
        }
    }
}
