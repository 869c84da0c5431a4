public import DirectoryModel
public import DirectoryStore
import Language

/// How a record goes to the server.
public enum UploadWay: Sendable {
    /// The first time it is added, later it replaces; the server is asked which.
    case asked
    /// It is added, and refused where there is one.
    case firstTime
    /// It replaces, and is refused where there is none.
    case later
}

/// Publishes one's own record as it stands in the store (REQUIREMENTS 1.6).
///
/// The store remembers what the server is known to have (`Store.publishedVersion`). A version on the server that is
/// neither that nor ours was changed elsewhere, and is never replaced without being shown first.
public struct Upload<R: Record>: Sendable {
    private let client: Client
    private let store: Store

    public init(client: Client, store: Store) {
        self.client = client
        self.store = store
    }

    /// The server that is told.
    public var server: ServerAddress { client.server }

    /// What became of it.
    public enum Outcome: Equatable, Sendable {
        case created
        case replaced
        /// The server had it already as it is here.
        case upToDate
        /// The server's version was changed elsewhere; nothing was sent. To replace it all the same, save the record
        /// as it shall be and publish again, expecting `tag`.
        case conflict(theirs: R, tag: String)

        /// One sentence.
        public var words: String {
            switch self {
            case .created: translated("Your record is published now, for the first time.")
            case .replaced: translated("Your published record is the one you have here now.")
            case .upToDate: translated("The server has your record already as it is here.")
            case .conflict: translated("Your record was changed elsewhere meanwhile, so nothing was sent.")
            }
        }
    }

    /// Publishes the record that has `key`: unless there is a conflict the server has it when this returns, and the
    /// store has what the server made of it.
    /// - Parameter tag: the version of a conflict that was shown and may be replaced.
    /// - Throws: `SyncProblem`; `notHere` or `notYours` before the server is asked, `existsAlready` and `notPublished`
    ///   where `way` was not the server's, `refused` where it names a field.
    public func publish(
        key: Int, expecting tag: String? = nil, _ way: UploadWay = .asked
    ) async throws(SyncProblem) -> Outcome {
        let netid = try netid()
        let mine = try own(key, netid)
        if way == .firstTime { return try await create(mine) }
        guard let theirs = try await client.entry(netid, as: R.self) else {
            guard way == .asked else { throw .notPublished(server: server.description) }
            return try await create(mine)
        }
        if theirs.record.contentHash == mine.contentHash {
            try keep(theirs, for: mine)
            return .upToDate
        }
        guard try mayReplace(theirs, with: mine, expecting: tag) else { return Self.conflict(theirs) }
        return try await replace(theirs, with: mine, netid)
    }

    /// Removes one's own record from the server; the one here stays.
    /// - Throws: `SyncProblem`; `notPublished` where the server has none.
    public func withdraw() async throws(SyncProblem) {
        let netid = try netid()
        try await client.remove(R.self, netid: netid)
        try stored { () throws(StoreProblem) in
            var keys = Set(try store.records(of: R.self, ownedBy: netid).map(\.key))
            if let own = try store.ownKey(of: R.self, owner: netid) { keys.insert(own) }
            for key in keys { try store.forgetPublished(R.self, key: key) }
        }
    }

    // MARK: What is sent

    private func netid() throws(SyncProblem) -> String {
        guard let netid = client.credentials?.netid, !netid.isEmpty else {
            throw .signInNeeded(server: server.description)
        }
        return netid
    }

    private func own(_ key: Int, _ netid: String) throws(SyncProblem) -> R {
        let found = try stored { () throws(StoreProblem) in try store.find(R.self, key: key) }
        guard let mine = found else { throw .notHere(one: R.collection.one) }
        guard let owner = mine.owner, owner.caseInsensitiveEquals(netid) else {
            throw .notYours(owner: mine.owner ?? "", netid: netid)
        }
        return mine
    }

    private func create(_ mine: R) async throws(SyncProblem) -> Outcome {
        try keep(try await client.create(mine), for: mine)
        return .created
    }

    private func replace(_ theirs: Published<R>, with mine: R, _ netid: String) async throws(SyncProblem) -> Outcome {
        do throws(SyncProblem) {
            try keep(try await client.replace(mine, netid: netid, ifMatch: theirs.tag), for: mine)
            return .replaced
        } catch {
            guard case .conflict = error, let newer = try await client.entry(netid, as: R.self) else { throw error }
            return Self.conflict(newer)
        }
    }

    private func keep(_ published: Published<R>, for mine: R) throws(SyncProblem) {
        try stored { () throws(StoreProblem) in
            try store.keepPublished(published.record, tag: published.tag, inPlaceOf: mine)
        }
    }

    // MARK: Conflicts

    private static func conflict(_ theirs: Published<R>) -> Outcome {
        .conflict(theirs: theirs.record, tag: theirs.version)
    }

    /// True where `theirs` is the version that was shown, or else the one the store last knew.
    private func mayReplace(_ theirs: Published<R>, with mine: R, expecting tag: String?) throws(SyncProblem) -> Bool {
        if let tag { return theirs.version == tag }
        return try stored { () throws(StoreProblem) in
            // A record that was given another key here is known under the one it had.
            for key in [mine.key, theirs.record.key] {
                guard let known = try store.publishedVersion(of: R.self, key: key) else { continue }
                if known.hash == theirs.record.contentHash || known.tag == theirs.version { return true }
            }
            return false
        }
    }
}
