import HTTPTypes
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

    private let repository: any DirectoryRepository
    private let isReadingOpen: Bool
    private let key = SecretHash.Key()
    private let known = Mutex(Known())

    /// - Parameter isReadingOpen: true where reading does not require credentials.
    init(repository: any DirectoryRepository, isReadingOpen: Bool) {
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
