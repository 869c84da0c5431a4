import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// The answers to reading requests that were sent lately, by address, and the credentials that were right lately. All
/// are dropped after any change of the database, by this process or another.
final class PreparedAnswers: Sendable {
    /// An answer with its head.
    struct Ready: Sendable {
        let head: HTTPResponseHead
        let body: PreparedAnswer.Body
        /// Who signed in, or nil where that was not required.
        var netid: String?
    }

    /// Credentials that were right.
    fileprivate struct SignIn {
        let netid: String
        /// The moment until which they count.
        let end: ContinuousClock.Instant
    }

    /// What is known of one version of the database.
    fileprivate struct Known {
        var version: Int64?
        var answers: [String: Ready] = [:]
        /// How many bytes the answers take together.
        var memory = 0
        /// The `Authorization` headers, by their hash.
        var signIns: [SecretHash: SignIn] = [:]
    }

    /// Headers that only the routes understand.
    private static let others: Set<String> = [
        "connection", "content-length", "expect", "if-match", "if-none-match", "transfer-encoding", "upgrade",
    ]
    private static let mostAnswers = 16_384
    private static let mostMemory = 16 << 20
    private static let mostSignIns = 4096

    private let repository: SQLRepository
    private let isReadingOpen: Bool
    private let key = SecretHash.Key()
    private let known = Mutex(Known())

    /// - Parameter isReadingOpen: true where reading does not require credentials.
    init(repository: SQLRepository, isReadingOpen: Bool) {
        (self.repository, self.isReadingOpen) = (repository, isReadingOpen)
    }

    /// The version of the database now; what is kept must be read after this.
    func version() -> Int64? { repository.changeCount() }

    /// Keeps `answer` for requests of `path` while the database has `version`.
    func keep(_ answer: PreparedAnswer, at path: String?, of version: Int64?) {
        guard let version, let path, !path.contains("?"), path.utf8.count <= 256 else { return }
        let ready = Ready(head: answer.head, body: answer.body)
        known.withLock { known in
            known.move(to: version)
            guard known.version == version, known.answers[path] == nil else { return }
            let isFull = known.answers.count >= Self.mostAnswers || known.memory + answer.memory > Self.mostMemory
            if isFull { (known.answers, known.memory) = ([:], 0) }
            known.answers[path] = ready
            known.memory += answer.memory
        }
    }

    /// Keeps that the `Authorization` header `credentials` is that of `account` until `end`, while the database has
    /// `version`.
    func keep(
        credentials: String, of account: Account, until end: ContinuousClock.Instant, of version: Int64?
    ) {
        guard let version else { return }
        let hash = SecretHash(credentials, key: key)
        known.withLock { known in
            known.move(to: version)
            guard known.version == version else { return }
            if known.signIns.count >= Self.mostSignIns { known.signIns = [:] }
            known.signIns[hash] = SignIn(netid: account.netid, end: end)
        }
    }

    /// The answer to a request that consists of `head` only, or nil where a route must make it.
    func answer(to head: HTTPRequestHead) -> Ready? {
        guard head.method == .GET, head.version == .http1_1 else { return nil }
        var credentials: String?
        for (name, value) in head.headers {
            let name = name.lowercased()
            if name == "authorization" {
                guard credentials == nil else { return nil }
                credentials = value
            } else if Self.others.contains(name) {
                return nil
            }
        }
        guard isReadingOpen || credentials != nil, let version = repository.changeCount() else { return nil }
        let hash = isReadingOpen ? nil : credentials.map { SecretHash($0, key: key) }
        return known.withLock { known in
            guard known.version == version, var answer = known.answers[head.uri] else { return nil }
            if isReadingOpen { return answer }
            guard let hash, let signIn = known.signIns[hash], signIn.end > .now else { return nil }
            answer.netid = signIn.netid
            return answer
        }
    }
}

extension PreparedAnswers.Known {
    /// Drops what is of another version; versions only grow.
    fileprivate mutating func move(to new: Int64) {
        guard version.map({ $0 < new }) ?? true else { return }
        self = Self(version: new)
    }
}

/// An answer of status 200 whose headers and body are complete.
struct PreparedAnswer: Sendable {
    /// What is sent after the headers.
    enum Body: Sendable {
        case bytes(ByteBuffer)
        case list(SentList)
    }

    let fields: HTTPFields
    let body: Body

    /// - Parameter etag: with its quotation marks.
    init(_ body: Body, etag: String, mediaType: String = "application/json") {
        fields = Self.fields(etag: etag, mediaType: mediaType)
        self.body = body
    }

    /// The headers that describe a body; `etag` has its quotation marks.
    static func fields(etag: String, mediaType: String) -> HTTPFields {
        [.contentType: "\(mediaType); charset=utf-8", .eTag: etag]
    }

    /// How many bytes the body has.
    var length: Int {
        switch body {
        case .bytes(let buffer): buffer.readableBytes
        case .list(let file): file.length
        }
    }

    /// How many bytes of memory the body takes.
    var memory: Int {
        switch body {
        case .bytes(let buffer): buffer.readableBytes
        case .list: 0
        }
    }

    /// The head that is sent without Hummingbird, but for the date.
    var head: HTTPResponseHead {
        let all = Array(fields) + Array(ExplainErrors.headers)
        var headers = HTTPHeaders(all.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Length", value: String(length))
        return HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    }

    /// The same answer for Hummingbird.
    func response(on channel: any Channel) -> Response {
        Response(status: .ok, headers: fields, body: body.responseBody(on: channel))
    }
}

/// The `Date` header of the present second, formatted once a second.
struct AnswerDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private var second: time_t = -1
    private var text = ""

    /// The text, as "Sun, 06 Nov 1994 08:49:37 GMT".
    mutating func now() -> String {
        let now = time(nil)
        if now != second { (second, text) = (now, Self.text(of: now)) }
        return text
    }

    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let hour = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(day) \(Int(parts.tm_year) + 1900) \(hour) GMT"
    }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
