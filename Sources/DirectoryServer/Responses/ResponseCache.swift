import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// Recent answers of status 200. All are dropped after any change of the database by any process; if changes are
/// unknown, none are kept.
final class ResponseCache: Sendable {
    /// The answers for one version of the database.
    private struct Known {
        var version: Int64?
        /// Answers sent without a route, by path.
        var answers: [String: PreparedResponse] = [:]
        /// Their size in bytes.
        var memory = 0
        /// Answers that are slow to make, with the order of their last use.
        var large: [String: (answer: PreparedResponse, lastUse: Int)] = [:]
        var uses = 0

        /// Drops the answers of an older version.
        /// - Returns: false if `new` is out of date.
        mutating func move(to new: Int64) -> Bool {
            if version.map({ $0 < new }) ?? true { self = Self(version: new) }
            return version == new
        }
    }

    /// Headers that only the routes handle.
    private static let others: Set<String> = [
        "connection", "content-length", "expect", "if-match", "if-none-match", "transfer-encoding", "upgrade",
    ]
    private static let maxAnswers = 16_384
    private static let maxMemory = 16 << 20
    private static let maxLarge = 16

    private let repository: SQLRepository
    private let isReadingOpen: Bool
    /// The folder for the files of large answers.
    let folder: String
    private let known = Mutex(Known())
    /// - Parameters:
    ///   - isReadingOpen: true if reading requires no credentials.
    init(repository: SQLRepository, isReadingOpen: Bool, folder: String) {
        self.repository = repository
        (self.isReadingOpen, self.folder) = (isReadingOpen, folder)
    }

    /// The version of the database. Read it before the data of an answer.
    func version() -> Int64? { repository.changeCount() }

    // MARK: Answers without a route

    /// Keeps `answer` for `path` as long as the database has `version`.
    func keep(_ answer: PreparedResponse, at path: String?, of version: Int64?) {
        guard let version, let path, !path.contains("?"), path.utf8.count <= 256 else { return }
        known.withLock { known in
            guard known.move(to: version), known.answers[path] == nil else { return }
            let isFull = known.answers.count >= Self.maxAnswers || known.memory + answer.body.memory > Self.maxMemory
            if isFull { (known.answers, known.memory) = ([:], 0) }
            known.answers[path] = answer
            known.memory += answer.body.memory
        }
    }

    // MARK: Answers that take long to make

    /// The cached answer, or else the result of `make`.
    /// - Parameters:
    ///   - key: what the answer depends on besides the database.
    ///   - turns: limits how many answers of this kind are made at a time.
    /// - Throws: the error of `make`, or `CancellationError` if the client disconnected.
    func answer(
        to request: Request, on channel: any Channel, key: String, turns: AsyncSemaphore,
        _ make: @Sendable () async throws -> PreparedResponse
    ) async throws -> Response {
        let answer = try await keptOrMade(key, for: channel, turns, make)
        if let etag = answer.fields[.eTag], ETags.isKnown(etag, to: request.headers) {
            return Response(status: .notModified, headers: [.eTag: etag])
        }
        return answer.response(on: channel)
    }

    func keptOrMade(
        _ key: String, for client: any Channel, _ turns: AsyncSemaphore,
        _ make: @Sendable () async throws -> PreparedResponse
    ) async throws -> PreparedResponse {
        if let kept = large(key) { return kept }
        return try await turns.run(for: client) {
            let version = version()
            // Another request may have made it.
            if let kept = large(key) { return kept }
            let made = try await make()
            if let version { keepLarge(made, key, of: version) }
            return made
        }
    }

    private func large(_ key: String) -> PreparedResponse? {
        guard let version = version() else { return nil }
        return known.withLock { known in
            guard known.version == version else { return nil }
            known.uses += 1
            known.large[key]?.lastUse = known.uses
            return known.large[key]?.answer
        }
    }

    private func keepLarge(_ answer: PreparedResponse, _ key: String, of version: Int64) {
        known.withLock { known in
            guard known.move(to: version) else { return }
            // Drops the least recently used, so that invented host names do not displace the usual one.
            if known.large.count >= Self.maxLarge,
                let oldest = known.large.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                known.large[oldest.key] = nil
            }
            known.uses += 1
            known.large[key] = (answer, known.uses)
        }
    }
}
