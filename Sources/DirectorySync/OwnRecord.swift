public import DirectoryModel
public import DirectoryStore

/// The user's own record, edited locally and not uploaded, if a downloaded list has another version of it, or none.
public struct Unpublished: Equatable, Sendable {
    public let mine: Record
    public let theirs: Record?
    public let base: Record?
    /// True if only the tag of the last published version is known, as in folders of 0.1.
    public let isBaseLost: Bool
    /// True if the server has no version, but another person's record with the number.
    public let isNumberTaken: Bool

    /// The merge of both, if there are two.
    public var merge: ThreeWayMerge? { theirs.map { ThreeWayMerge(mine: mine, theirs: $0, base: base) } }

    /// The fields that differ, from mine to theirs; empty without theirs.
    public var differences: [FieldDifference] { theirs.map { mine.differences(from: $0) } ?? [] }
}

/// How to merge the user's own record that was edited locally and not uploaded.
public enum OwnRecord: Equatable, Sendable {
    /// It is unchanged.
    case mine
    /// The list's version replaces it. If there is none, the record is unchanged.
    case theirs
    /// This merge replaces it, with their key, or mine without theirs.
    case merged(Record)
    /// The same, but the fields that both sides changed are undecided: the next upload asks.
    case undecided(Record)

    /// The merge without asking the user: fields that both sides changed are mine. If the common base is lost, all
    /// fields are mine, and the next upload compares tags.
    public init(unasked unpublished: Unpublished?) {
        guard let unpublished, !unpublished.isBaseLost, let merge = unpublished.merge else {
            self = .mine
            return
        }
        let merged = merge.merged()
        self = merge.isDecided ? .merged(merged) : .undecided(merged)
    }
}

extension Download.FetchedList {
    /// The user's own record that merging the list would lose, or nil: it differs from what arrived, and the server is
    /// not known to have had it in this state.
    public func unpublished() throws(SyncError) -> Unpublished? {
        try stored { () throws(StoreError) in
            let own = try collection.own(owner: owner)
            guard own.wasEdited, let key = own.key, let mine = try collection.find(key: key) else { return nil }
            let known = try collection.publishedVersion(key: key)
            let theirs = try theirs(for: mine, isPublished: known != nil)
            if theirs?.contentHash == mine.contentHash { return nil }
            // If the server had the present version, its version is newer.
            if theirs == nil ? strategy == .update : !own.isEdited { return nil }
            let isKnown = theirs.map { $0.contentHash == known?.hash } ?? false
            let base = isKnown ? theirs : try collection.publishedRecord(key: mine.key)
            let arrived = try staging.record(key: key)
            return Unpublished(
                mine: mine, theirs: theirs, base: base,
                isBaseLost: base == nil && known?.tag != nil,
                isNumberTaken: theirs == nil && arrived != nil)
        }
    }

    /// The server's version of `mine`: that of the person who is signed in, of its owner, or the published one.
    private func theirs(for mine: Record, isPublished: Bool) throws(StoreError) -> Record? {
        for name in [owner, mine.owner].compactMap(\.self) where !name.isEmpty {
            if let theirs = try staging.record(of: name) { return theirs }
        }
        return isPublished ? try staging.record(key: mine.key) : nil
    }

    /// The changes that merging the list would make. The store is not changed.
    /// - Parameter preserved: the keys of other records to leave unchanged.
    public func preview(own: OwnRecord, preserving preserved: Set<Int> = []) throws(SyncError) -> ChangePreview {
        let request = try request(own, preserving: preserved)
        return try stored(try collection.preview(staging, request))
    }

    /// The request to merge the list, with the user's own record.
    func request(_ own: OwnRecord, preserving preserved: Set<Int>) throws(SyncError) -> MergeRequest {
        var request = MergeRequest(strategy, owner: owner, preserving: preserved)
        request.removing = try stored(try collection.sampleKeys())
        guard let unpublished = try unpublished() else { return request }
        let mine = unpublished.mine
        let moved = unpublished.theirs.flatMap { $0.key == mine.key ? nil : $0.key }
        var put: Record?
        switch own {
        case .theirs: break
        case .merged(let record): put = record
        case .undecided(let record): (put, request.base) = (record, unpublished.merge?.undecidedBase)
        // It takes the server's key.
        case .mine: put = moved.map(mine.keyed)
        }
        if own == .mine && put == nil || put.map({ preserved.contains($0.key) }) == true {
            request.base = nil
            request.preserving.insert(mine.key)
            return request
        }
        request.own = put
        request.releasing = [mine.key]
        if moved != nil { request.dropping = [mine.key] }
        return request
    }
}
