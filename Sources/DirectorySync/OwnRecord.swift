public import DirectoryModel
public import DirectoryStore

/// The user's own record, edited here and not uploaded, if a downloaded list has another version of it, or none.
public struct Unpublished<R: DirectoryRecord>: Equatable, Sendable {
    public let mine: R
    public let theirs: R?
    public let base: R?
    /// True if the server's version is the one that was edited here.
    public let isTheirsKnown: Bool
    /// True if only the tag of the last published version is known, as in folders of 0.1.
    public let isBaseLost: Bool
    /// True if the server has no version, but another person's record with the number.
    public let isNumberTaken: Bool

    /// The merge of both, if there are two.
    public var merge: ThreeWayMerge? { theirs.map { ThreeWayMerge(mine: mine.record, theirs: $0.record, base: base?.record) } }

    /// The fields that differ, from mine to theirs; empty without theirs.
    public var differences: [FieldDifference] { theirs.map { mine.differences(from: $0) } ?? [] }
}

/// How to merge the user's own record that was edited here and not uploaded.
public enum OwnRecord<R: DirectoryRecord>: Equatable, Sendable {
    /// It stays unchanged.
    case mine
    /// The list's version replaces it. If there is none, the record stays; Replace removes that of someone signed in
    /// earlier.
    case theirs
    /// This merge replaces it, with their key, or mine without theirs.
    case merged(R)
    /// The same, but the fields that both sides changed are undecided: the next upload asks.
    case undecided(R)

    /// The merge without asking the user: fields that both sides changed stay as in mine. If the common base is lost, all
    /// of mine stays, and the next upload compares tags.
    public init(unasked unpublished: Unpublished<R>?) {
        guard let unpublished, !unpublished.isBaseLost, let merge = unpublished.merge else {
            self = .mine
            return
        }
        let merged = R(merge.merged())
        self = merge.isDecided ? .merged(merged) : .undecided(merged)
    }
}

extension Download.FetchedList {
    /// The user's own record that merging the list would lose, or nil: it differs from what arrived, and the server is
    /// not known to have had it in this state.
    public func unpublished(in store: Store) throws(SyncError) -> Unpublished<R>? {
        try stored { () throws(StoreError) in
            let edited = try store.editedOwnKeys(of: R.self, owner: owner)
            let everEdited = try store.everEditedOwnKeys(of: R.self, owner: owner)
            for key in edited + everEdited.filter({ !edited.contains($0) }) {
                guard let mine = try store.find(R.self, key: key) else { continue }
                let known = try store.publishedVersion(of: R.self, key: key)
                let theirs = try theirs(for: mine, isPublished: known != nil, in: store)
                if theirs?.contentHash == mine.contentHash { continue }
                // If the server had the present version, its version is newer.
                if theirs == nil ? how == .update : !edited.contains(key) { continue }
                let isKnown = theirs.map { $0.contentHash == known?.hash } ?? false
                let base = isKnown ? theirs : try store.publishedRecord(of: R.self, key: mine.key)
                let arrived = try staging.record(key: key)
                return Unpublished(
                    mine: mine, theirs: theirs, base: base, isTheirsKnown: isKnown,
                    isBaseLost: base == nil && known?.tag != nil,
                    isNumberTaken: theirs == nil && arrived != nil)
            }
            return nil
        }
    }

    /// The server's version of `mine`: that of the person who is signed in, of its owner, or the published one.
    private func theirs(for mine: R, isPublished: Bool, in store: Store) throws(StoreError) -> R? {
        let isCurrent = try store.ownKey(of: R.self, owner: owner) == mine.key
        for name in [isCurrent ? owner : nil, mine.owner].compactMap(\.self) where !name.isEmpty {
            if let theirs = try staging.record(of: name) { return theirs }
        }
        return isPublished ? try staging.record(key: mine.key) : nil
    }

    /// The changes that merging the list would make. The store is not changed.
    public func preview(in store: Store, own: OwnRecord<R>) throws(SyncError) -> ChangePreview {
        var request = try request(own, in: store)
        return try stored { () throws(StoreError) in
            request.removing = try store.sampleKeys(of: R.self)
            request.dropping.formUnion(request.removing)
            return try store.preview(staging, request)
        }
    }

    /// How the store merges the list, with the user's own record.
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
        case .undecided(let record): (request.own, request.base) = (record, (unpublished.merge?.undecidedBase).map(R.init))
        // It takes the server's key.
        case .mine: request.own = moved.map(mine.keyed)
        }
        return request
    }
}
