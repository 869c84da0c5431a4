private import CMalloc
private import Dispatch
import Foundation
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

/// The text form of Prometheus, which other programs read too.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    /// Adds a metric with one value.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [("", value)])
    }

    /// Adds a metric with a value for each set of labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(labels: String, value: Double)]) {
        describe(name, kind, help)
        for (labels, value) in values { line(name, labels, value) }
    }

    /// Adds a histogram of cumulative buckets.
    mutating func addHistogram(
        _ name: String, _ help: String, buckets: [(labels: String, value: Double)], sum: Double, count: Int
    ) {
        describe(name, .histogram, help)
        for (labels, value) in buckets { line("\(name)_bucket", labels, value) }
        line("\(name)_sum", "", sum)
        line("\(name)_count", "", Double(count))
    }

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(Self.full(name)) \(help)\n# TYPE \(Self.full(name)) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: String, _ value: Double) {
        let number = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
        text += "\(Self.full(name))\(labels.isEmpty ? "" : "{\(labels)}") \(number)\n"
    }

    /// Names of the process are the same for every program.
    private static func full(_ name: String) -> String {
        name.hasPrefix("process_") ? name : "duke_directory_\(name)"
    }
}

/// What the system says of this process.
enum OwnProcess {
    /// The memory it has now.
    static var residentBytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Raises the number of files that may be open at the same time as far as the system allows.
    /// - Returns: that number, or nil where the system does not tell it.
    static func raiseFileLimit() -> Int? {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return nil }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = setrlimit(files, &limit)
        return getrlimit(files, &limit) == 0 ? Int(limit.rlim_cur) : nil
    }
}

/// The names that were mentioned within the last minute.
final class RecentNames: Sendable {
    private static let window = Duration.seconds(60)
    /// More than so many are not remembered.
    private static let most = 1000
    private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Remembers `name` for a minute.
    /// - Returns: false where it is remembered already, or where there are too many.
    func insert(_ name: String, now: ContinuousClock.Instant = .now) -> Bool {
        ends.withLock { ends in
            if let end = ends[name], end > now { return false }
            if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
            guard ends.count < Self.most else { return false }
            ends[name] = now + Self.window
            return true
        }
    }
}

/// Gives memory that is not used any more back to the system; the C library keeps it otherwise.
public final class FreeMemory: Sendable {
    private let isScheduled = Mutex(false)

    /// Few arenas, so that memory that one thread freed is used by the others; and large blocks directly from the
    /// system. To be called when the program starts.
    public static func prepare() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
        mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }

    /// Gives it back two seconds from now, once for all calls until then.
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
