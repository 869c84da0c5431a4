public import DirectoryModel
public import DirectoryStore

/// The user's own record, edited here and not uploaded, that a list which arrived contains in another version or not at
/// all.
public struct Unpublished<R: DirectoryRecord>: Equatable, Sendable {
    /// The version here.
    public let mine: R
    /// The version that arrived, or nil where there is not one.
    public let theirs: R?
    /// The common base of both, or nil where it is not known.
    public let base: R?
    /// True where the server's version is the one that was edited here, so that it was not changed elsewhere.
    public let isTheirsKnown: Bool

    /// The merge of both, or nil where there is only mine.
    public var merge: ThreeWayMerge<R>? { theirs.map { ThreeWayMerge(mine: mine, theirs: $0, base: base) } }

    /// The fields in which they differ, including the key, from mine to theirs; empty where there is only mine.
    public var differences: [FieldDifference] { theirs.map { mine.differences(from: $0) } ?? [] }
}

/// How the user's own record that was edited here and not uploaded is treated when a list is taken over.
public enum OwnRecord<R: DirectoryRecord>: Equatable, Sendable {
    /// It stays unchanged.
    case mine
    /// The list's version replaces it. Where the list does not have one, one's own record stays, and Replace removes that
    /// of somebody who was signed in before.
    case theirs
    /// This merge of both replaces it. Its key is theirs, or mine where the server does not have a version.
    case merged(R)
    /// This merge replaces it, but the fields that both sides changed are undecided: the next upload asks.
    case undecided(R)

    /// The merge of both where the user cannot be asked: fields that both sides changed stay as in mine.
    public init(unasked unpublished: Unpublished<R>?) {
        guard let merge = unpublished?.merge else {
            self = .mine
            return
        }
        self = merge.isDecided ? .merged(merge.merged()) : .undecided(merge.merged())
    }
}

extension Download.FetchedList {
    /// The user's own record here that taking over the list would lose, or nil: it differs from what arrived, and the
    /// server is not known to have ever had it in this state.
    /// - Throws: `SyncError.store`.
    public func unpublished(in store: Store) throws(SyncError) -> Unpublished<R>? {
        try stored { () throws(StoreError) in
            let edited = try store.editedOwnKeys(of: R.self, owner: owner)
            let everEdited = try store.everEditedOwnKeys(of: R.self, owner: owner)
            for key in edited + everEdited.filter({ !edited.contains($0) }) {
                guard let mine = try store.find(R.self, key: key) else { continue }
                let known = try store.publishedVersion(of: R.self, key: key)
                let theirs = try theirs(for: mine, isPublished: known != nil, in: store)
                if theirs?.contentHash == mine.contentHash { continue }
                // Where the server had the present version, its version is a newer one.
                if theirs == nil ? how == .update : !edited.contains(key) { continue }
                let isKnown = theirs.map { $0.contentHash == known?.hash } ?? false
                let base = isKnown ? theirs : try store.publishedRecord(of: R.self, key: mine.key)
                return Unpublished(mine: mine, theirs: theirs, base: base, isTheirsKnown: isKnown)
            }
            return nil
        }
    }

    /// The server's version of `mine`: the record of the person who is signed in, or of its owner, or the one it
    /// published.
    private func theirs(for mine: R, isPublished: Bool, in store: Store) throws(StoreError) -> R? {
        let isCurrent = try store.ownKey(of: R.self, owner: owner) == mine.key
        for name in [isCurrent ? owner : nil, mine.owner].compactMap(\.self) where !name.isEmpty {
            if let theirs = try staging.record(of: name) { return theirs }
        }
        return isPublished ? try staging.record(key: mine.key) : nil
    }

    /// The changes that taking over the list would make; the store is not changed.
    /// - Throws: `SyncError.store`.
    public func preview(in store: Store, own: OwnRecord<R>) throws(SyncError) -> ChangePreview {
        var request = try request(own, in: store)
        return try stored { () throws(StoreError) in
            request.dropping.formUnion(try store.sampleKeys(of: R.self))
            return try store.preview(staging, request)
        }
    }

    /// What the store does with the list, and with the user's own record.
    func request(_ own: OwnRecord<R>, in store: Store) throws(SyncError) -> MergeRequest<R> {
        var request = MergeRequest<R>(how, owner: owner)
        guard let unpublished = try unpublished(in: store) else { return request }
        let mine = unpublished.mine
        let moved = unpublished.theirs.flatMap { $0.key == mine.key ? nil : $0.key }
        if case .mine = own, moved == nil {
            request.keeping = [mine.key]
            return request
        }
        request.releasing = [mine.key]
        if moved != nil { request.dropping = [mine.key] }
        switch own {
        case .theirs: break
        case .merged(let record): request.own = record
        case .undecided(let record): (request.own, request.base) = (record, unpublished.merge?.undecidedBase)
        // It takes the key that the server uses for it.
        case .mine: request.own = moved.map(mine.keyed)
        }
        return request
    }
}
