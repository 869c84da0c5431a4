import Glibc
import Synchronization

/// What the server did since it started, in the text form of Prometheus.
final class ServerMetrics: Sendable {
    /// How a sign-in ended.
    enum SignInResult: String, CaseIterable {
        case right, wrong, limited
    }

    private struct Answer: Hashable {
        let method: String
        let status: Int
    }

    private struct Counts {
        var answers: [Answer: Int] = [:]
        var signIns: [SignInResult: Int] = [:]
        var bytes = 0
        var seconds = 0.0
        var slower = [Int](repeating: 0, count: ServerMetrics.bounds.count)
        var refusedConnections = 0
    }

    /// The upper bounds of the histogram of durations, in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]
    /// The methods that are counted by name; a client can make up any other.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT",
    ]

    private let counts = Mutex(Counts())
    private let start = time(nil)

    /// A request was answered.
    func answered(_ method: String, status: Int, bytes: Int, seconds: Double) {
        let answer = Answer(method: Self.methods.contains(method) ? method : "other", status: status)
        counts.withLock { counts in
            counts.answers[answer, default: 0] += 1
            counts.bytes += bytes
            counts.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts.slower[index] += 1 }
        }
    }

    /// A connection was refused or dropped.
    func refusedConnection() { counts.withLock { $0.refusedConnections += 1 } }

    func signedIn(_ result: SignInResult) { counts.withLock { $0.signIns[result, default: 0] += 1 } }

    /// The page of metrics.
    /// - Parameter connections: how many connections are open.
    func text(connections: Int) -> String {
        let counts = counts.withLock { $0 }
        let total = counts.answers.values.reduce(0, +)
        var text = MetricsText()
        text.add(
            "http_requests_total", .counter, "Requests that were answered.",
            counts.answers.map { ("method=\"\($0.method)\",status=\"\($0.status)\"", Double($1)) }.sorted {
                $0.0 < $1.0
            })
        text.add("http_response_bytes_total", .counter, "Bytes of the bodies of answers.", Double(counts.bytes))
        let buckets = zip(Self.bounds, counts.slower).map { ("le=\"\($0)\"", Double($1)) }
        text.addHistogram(
            "http_request_duration_seconds", "From the head of a request to the end of its answer.",
            buckets: buckets + [("le=\"+Inf\"", Double(total))], sum: counts.seconds, count: total)
        text.add("connections", .gauge, "Open connections.", Double(connections))
        text.add(
            "connections_refused_total", .counter, "Connections that were refused, because there were too many.",
            Double(counts.refusedConnections))
        text.add(
            "sign_ins_total", .counter, "Passwords that were checked, and those that were refused unchecked.",
            SignInResult.allCases.map { ("result=\"\($0.rawValue)\"", Double(counts.signIns[$0] ?? 0)) })
        text.add("process_start_time_seconds", .gauge, "When the server started, since 1970.", Double(start))
        text.add("process_resident_memory_bytes", .gauge, "Memory of the process.", Double(OwnProcess.residentBytes))
        return text.text
    }
}
