public import DirectoryModel
public import DirectoryStore
import Language

/// What an upload may do.
public enum UploadMode: Sendable {
    /// It is added or replaced, as the server needs.
    case asNeeded
    /// It is added, and refused if it exists.
    case firstTime
    /// It is replaced, and refused if it does not exist.
    case later
}

/// Publishes the user's own record as it is in the store.
///
/// The store records what the server is known to have. A version on the server that is neither that nor ours was
/// changed elsewhere, and is not replaced without being shown.
public struct Upload: Sendable {
    private let collection: StoredCollection
    private let client: Client

    public init(_ collection: StoredCollection, client: Client) {
        self.collection = collection
        self.client = client
    }

    public var server: ServerAddress { client.server }
    private var definition: Definition { collection.definition }

    /// What uploading did.
    public enum Outcome: Equatable, Sendable {
        case created
        case replaced
        case upToDate
        /// Both sides now have the changes that were made elsewhere, in fields with these labels.
        case merged([String])
        /// Both sides changed the same fields, and nothing was sent. To replace the server's version, save the intended
        /// record and publish again, expecting `tag`.
        case conflict(ThreeWayMerge, tag: String)

        public var text: String {
            switch self {
            case .created: translated("Your record was published for the first time.")
            case .replaced: translated("Your record is published.")
            case .upToDate: translated("Your published record is already up to date.")
            case .merged(let labels):
                translated(
                    """
                    Your record is published, with these changes from elsewhere: \
                    \(labels.joined(separator: translated(", "))).
                    """
                )
            case .conflict: translated("Your record was changed elsewhere, so it was not sent.")
            }
        }
    }

    /// Publishes the record with `key`, and stores it as the server stored it.
    /// - Parameters:
    ///   - tag: the version of a conflict that was shown and may be replaced.
    ///   - mode: whether it is added or replaced.
    /// - Throws: `SyncError`; `notInStore`, `notYours` or `notOwn` before any request, `existsAlready` and
    ///   `notPublished` against `mode`, `refused` if it names a field.
    public func publish(
        key: Int, expecting tag: String? = nil, _ mode: UploadMode = .asNeeded
    ) async throws(SyncError) -> Outcome {
        let netid = try netid()
        if mode == .firstTime { return try await create(try own(key, netid)) }
        for _ in 1...Self.maxTries {
            do throws(SyncError) {
                return try await publishOnce(key, netid, expecting: tag, mode)
            } catch {
                // There was another change between reading and writing.
                switch error {
                case .conflict, .store(.changedMeanwhile): continue
                default: throw error
                }
            }
        }
        throw .conflict(server: server.description)
    }

    private static var maxTries: Int { 5 }

    private func publishOnce(
        _ key: Int, _ netid: String, expecting tag: String?, _ mode: UploadMode
    ) async throws(SyncError) -> Outcome {
        _ = try own(key, netid)
        let theirs = try await client.entry(netid, of: definition)
        // It may have been edited during the request.
        let mine = try own(key, netid)
        guard let theirs else {
            if mode == .asNeeded { return try await create(mine) }
            // No version has this tag: the server answers that it has none, or that it hides the entry.
            try await replace(Published(record: mine, tag: #""none""#), with: mine, netid)
            return .replaced
        }
        if theirs.record.contentHash == mine.contentHash {
            try save(theirs, for: mine)
            return .upToDate
        }
        guard try mayReplace(theirs, with: mine, expecting: tag) else {
            return try await publishMerged(theirs, with: mine, netid)
        }
        try await replace(theirs, with: mine, netid)
        return .replaced
    }

    /// Removes the user's own record from the server; the local one is unchanged.
    /// - Throws: `SyncError`; `notPublished` if the server has none.
    public func withdraw() async throws(SyncError) {
        let netid = try netid()
        try await client.remove(netid, from: definition)
        try client.storing(try forgetPublished(by: netid))
    }

    private func forgetPublished(by netid: String) throws(StoreError) {
        var keys = Set(try collection.records(ownedBy: netid).map(\.key))
        if let own = try collection.ownKey(owner: netid) { keys.insert(own) }
        for key in keys { try collection.forgetPublished(key: key) }
    }

    // MARK: The record to send

    private func netid() throws(SyncError) -> String {
        guard let netid = client.credentials?.netid, !netid.isEmpty else {
            throw .passwordNeeded(server: server.description)
        }
        return netid
    }

    private func own(_ key: Int, _ netid: String) throws(SyncError) -> Record {
        let found = try stored(try collection.find(key: key))
        guard let mine = found else { throw .notInStore(one: definition.collection.one) }
        guard let owner = mine.owner, owner.caseInsensitiveEquals(netid) else {
            throw .notYours(owner: mine.owner ?? "", netid: netid)
        }
        // Another record may have the same NetID.
        let own = try stored(try collection.ownKey(owner: netid))
        guard own == key else { throw .notOwn(one: definition.collection.one) }
        return mine
    }

    private func create(_ mine: Record) async throws(SyncError) -> Outcome {
        try save(try await client.create(mine), for: mine)
        return .created
    }

    private func replace(_ theirs: Published, with mine: Record, _ netid: String) async throws(SyncError) {
        try save(try await client.replace(mine, netid: netid, ifMatch: theirs.tag), for: mine)
    }

    private func save(_ published: Published, for mine: Record) throws(SyncError) {
        try client.storing(try collection.recordPublished(published.record, tag: published.tag, replacing: mine))
    }

    // MARK: Conflicts

    /// The merge of both versions over their common base.
    private func merge(_ theirs: Published, with mine: Record) throws(SyncError) -> ThreeWayMerge {
        let base = try stored { () throws(StoreError) -> Record? in
            for key in [mine.key, theirs.record.key] {
                if let base = try collection.publishedRecord(key: key) { return base }
            }
            return nil
        }
        return ThreeWayMerge(mine: mine, theirs: theirs.record, base: base)
    }

    /// Publishes mine with the changes made elsewhere, unless both sides changed the same fields.
    private func publishMerged(
        _ theirs: Published, with mine: Record, _ netid: String
    ) async throws(SyncError) -> Outcome {
        let merge = try merge(theirs, with: mine)
        let merged = merge.merged()
        guard merge.base != nil, merge.isDecided, merged.key == mine.key else {
            return .conflict(merge, tag: theirs.version)
        }
        // Stored first, so that neither version is lost if sending fails.
        _ = try stored { () throws(StoreError) in
            try collection.saveMerged(merged, of: mine, and: theirs.record, tag: theirs.tag)
        }
        let labels = merge.onlyTheirs.map(\.label)
        if merged.contentHash != theirs.record.contentHash { try await replace(theirs, with: merged, netid) }
        return .merged(labels)
    }

    /// True if `theirs` is the version that was shown, or the one that the store last knew.
    private func mayReplace(_ theirs: Published, with mine: Record, expecting tag: String?) throws(SyncError) -> Bool {
        if let tag { return theirs.version == tag }
        return try stored { () throws(StoreError) in
            // A record with a new key is known by its old one.
            for key in [mine.key, theirs.record.key] {
                guard let known = try collection.publishedVersion(key: key) else { continue }
                if known.hash == theirs.record.contentHash || known.tag == theirs.version { return true }
            }
            return false
        }
    }
}
