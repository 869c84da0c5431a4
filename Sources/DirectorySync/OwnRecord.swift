public import DirectoryModel
public import DirectoryStore

/// One's own record, edited here and not uploaded, that a list which arrived has otherwise or not at all.
public struct Unpublished<R: DirectoryRecord>: Equatable, Sendable {
    /// As it stands here.
    public let mine: R
    /// As it arrived, or nil where it did not.
    public let theirs: R?
    /// What both were made of, or nil where it is not known.
    public let base: R?
    /// True where the server's version is the one that was edited here, so that nothing was changed elsewhere.
    public let isTheirsKnown: Bool

    /// Both put together, or nil where there is only mine.
    public var merge: ThreeWayMerge<R>? { theirs.map { ThreeWayMerge(mine: mine, theirs: $0, base: base) } }

    /// The fields in which both differ, the key too, from mine to theirs; empty where there is only mine.
    public var differences: [FieldDifference] { theirs.map { mine.differences(from: $0) } ?? [] }
}

/// What becomes of one's own record that was edited here and not uploaded, when a list is taken over.
public enum OwnRecord<R: DirectoryRecord>: Equatable, Sendable {
    /// It stays as it is here.
    case mine
    /// The list's version takes its place; where the list has none, Replace removes it.
    case theirs
    /// This does, put together of both. Its key is theirs, or mine where there is no theirs.
    case merged(R)
    /// This does, but the fields that both sides changed were not decided on: the next upload asks.
    case undecided(R)

    /// What both sides changed put together, where nobody can be asked: of the fields that both changed mine stay.
    public init(unasked unpublished: Unpublished<R>?) {
        guard let merge = unpublished?.merge else {
            self = .mine
            return
        }
        self = merge.isDecided ? .merged(merge.merged()) : .undecided(merge.merged())
    }
}

extension Download.FetchedList {
    /// One's own record here that taking the list over would lose, or nil: it differs from what arrived, and the server
    /// is not known to have ever had it as it is here.
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
                // What the server had as it is here is its newer version from now on.
                if theirs == nil ? how == .update : !edited.contains(key) { continue }
                let isKnown = theirs.map { $0.contentHash == known?.hash } ?? false
                let base = isKnown ? theirs : try store.publishedRecord(of: R.self, key: mine.key)
                return Unpublished(mine: mine, theirs: theirs, base: base, isTheirsKnown: isKnown)
            }
            return nil
        }
    }

    /// What the server has of `mine`: what is whoever's is signed in, or of its owner, or the one it published.
    private func theirs(for mine: R, isPublished: Bool, in store: Store) throws(StoreError) -> R? {
        let isCurrent = try store.ownKey(of: R.self, owner: owner) == mine.key
        for name in [isCurrent ? owner : nil, mine.owner].compactMap(\.self) where !name.isEmpty {
            if let theirs = try staging.record(of: name) { return theirs }
        }
        return isPublished ? try staging.record(key: mine.key) : nil
    }

    /// What taking the list over would change; nothing is changed.
    /// - Throws: `SyncError.store`.
    public func preview(in store: Store, own: OwnRecord<R>) throws(SyncError) -> ChangePreview {
        let parts = try parts(of: own, in: store)
        return try stored { () throws(StoreError) in
            try store.preview(
                staging, how, keeping: parts.keeping, dropping: parts.dropping, putting: parts.putting,
                rule: OwnRule(releasing: parts.releasing), owner: owner)
        }
    }

    /// What the store makes of one's own record.
    struct Parts {
        /// Keys that stay as they are.
        var keeping: Set<Int> = []
        /// Keys that go: one's record under a number the server does not know it by.
        var dropping: Set<Int> = []
        /// What takes the place of what arrived.
        var putting: R?
        /// What `putting` is made of, where nobody decided on the fields that both sides changed; nil where it is what
        /// arrived.
        var base: R?
        /// Keys that somebody agreed to lose.
        var releasing: Set<Int> = []
    }

    func parts(of own: OwnRecord<R>, in store: Store) throws(SyncError) -> Parts {
        guard let unpublished = try unpublished(in: store) else { return Parts() }
        let mine = unpublished.mine
        let theirs = unpublished.theirs?.key
        let dropping: Set<Int> = theirs.map { $0 != mine.key ? [mine.key] : [] } ?? []
        switch own {
        case .theirs: return Parts(dropping: dropping, releasing: [mine.key])
        case .merged(let record): return Parts(dropping: dropping, putting: record, releasing: [mine.key])
        case .undecided(let record):
            return Parts(
                dropping: dropping, putting: record, base: unpublished.merge?.undecidedBase, releasing: [mine.key])
        case .mine:
            guard let theirs, theirs != mine.key else { return Parts(keeping: [mine.key]) }
            // It takes the key that the server knows it by.
            return Parts(dropping: dropping, putting: mine.keyed(theirs), releasing: [mine.key])
        }
    }
}
