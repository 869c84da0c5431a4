import DirectoryModel
import GRDB
import Synchronization

/// What merging a list does, decided before anything is written. The preview describes it, and `MergeTransaction` does
/// it.
struct MergePlan {
    let request: MergeRequest
    let staging: StagedList
    let table: RecordTable
    /// What arrived, without the records that are rejected because the user's own has their number.
    private(set) var list: StagedRecords
    /// The hashes of the stored records, without those that the request removes, by key.
    private(set) var stored: [Int: Int64]
    /// The hashes in the server's last list, by key.
    let listed: [Int: Int64]
    /// The user's own record before the merge.
    let own: OwnRecordPolicy
    /// The keys of the records that the request or the user's edits preserve, including the own record.
    private(set) var preservedKeys: Set<Int> = []
    /// The same without the keys that other parts of the request change.
    private var protectedKeys: Set<Int> = []
    /// The keys of the own record, if it is still edited after the merge.
    private(set) var editedKeys: Set<Int> = []
    /// True if an edited own record is preserved although the list has another version of it, or none.
    private(set) var preservesOwn = false
    /// True if the list has another version of a preserved own record.
    private(set) var hasOwn = false
    /// True if only the user's own record is in the store.
    let isWithoutOthers: Bool
    /// The current own record if somebody else's arrived with its number.
    private(set) var strangersKey: Int?
    /// The own record that gives way to the one that arrived for its owner.
    private(set) var replaced: (key: Int, by: Int, isRemoved: Bool)?
    /// The keys of the stored records that the list lacks, in ascending order.
    private(set) var removed: [Int] = []
    private(set) var changed: [StagedRecord] = []
    private(set) var new: [StagedRecord] = []
    /// How many records with a number the request removes, besides an own one that gets another number.
    private let droppedCount: Int
    /// What storing the user's own record is, or nil.
    let ownKind: ChangePreview.Kind?

    init(_ request: MergeRequest, _ staging: StagedList, in db: Database) throws {
        self.request = request
        self.staging = staging
        let table = staging.table
        self.table = table
        list = try staging.records
        var stored = try table.hashes(in: db)
        listed = try table.listedHashes(in: db)
        let own = try OwnRecordPolicy(table, owner: request.owner, in: db)
        self.own = own
        isWithoutOthers = stored.keys.allSatisfy { $0 == own.key }
        func removing(_ keys: Set<Int>) -> Int { keys.count { stored.removeValue(forKey: $0) != nil && $0 != 0 } }
        let moved = removing(request.dropping)
        droppedCount = removing(request.removing) + (request.own == nil ? moved : 0)
        let isOther = request.own.map { table.content(of: $0).hash != stored[$0.key] } ?? false
        ownKind = !isOther ? nil : moved > 0 || request.own.flatMap { stored[$0.key] } != nil ? .changed : .new
        self.stored = stored
        preservedKeys = request.preserving
        if preservesOwnRecord, let key = own.key { preservedKeys.insert(key) }
        protectedKeys = preservedKeys.subtracting(request.dropping).union(request.own.map { [$0.key] } ?? [])
        editedKeys = editedOwnKeys
        try rejectReusedNumber(in: db)
        replaceOwn()
        compare()
    }

    var strategy: MergeStrategy { request.strategy }
    var owner: String? { request.owner }
    var definition: Definition { table.definition }

    /// True if the key is not in the list.
    func isAbsent(_ key: Int) -> Bool {
        !list.contains(key) && staging.delta.map { $0.absent.contains(key) } ?? true
    }

    private mutating func compare() {
        for record in list.all where !protectedKeys.contains(record.key) && stored[record.key] != record.hash {
            if stored[record.key] == nil { new.append(record) } else { changed.append(record) }
        }
        guard strategy == .replace else { return }
        let gone = replaced.flatMap { $0.isRemoved ? $0.key : nil }
        removed = stored.keys.filter { isAbsent($0) && !protectedKeys.contains($0) && $0 != gone }.sorted()
    }

    // MARK: The user's own record

    private mutating func rejectReusedNumber(in db: Database) throws {
        guard let key = own.key, protectedKeys.contains(key) else { return }
        guard let arrived = list[key], let record = try table.record(of: arrived, in: db) else {
            if own.wasEdited, strategy == .replace { preservesOwn = true }
            return
        }
        if own.published != nil || own.names.contains(where: arrived.owner.caseInsensitiveEquals) {
            guard arrived.hash != own.hash else { return }
            hasOwn = true
            preservesOwn = own.wasEdited
        } else {
            let reason = OwnerConflict.stranger.reason(for: record)
            list.reject(arrived, because: reason, raw: OwnerConflict.raw(of: record))
        }
    }

    /// Finds the record that arrived for the user's own unedited one: that of a first launch, or one that has another
    /// number on the server now.
    private mutating func replaceOwn() {
        guard let key = own.key, stored[key] != nil, !protectedKeys.contains(key) else { return }
        if isStranger(at: key) { strangersKey = key }
        let theirs = list.all.first {
            $0.key != key && $0.isOwned(by: own.owner) && !protectedKeys.contains($0.key)
        }
        guard let theirs, isReplaceable(key) else { return }
        replaced = (key, theirs.key, !list.contains(key))
    }

    // MARK: Changes since it was decided

    /// What the request expects must still be true.
    func refuseOtherState(in db: Database) throws {
        let isSame =
            try request.revision.map { try Schema.revision(of: definition.collection, in: db) == $0 } != false
            && request.published.map { try table.publishedHashes(in: db) == $0 } != false
            && request.setting.map { try $0.isStored(in: db) } != false
        // A record that was staged as unchanged must still be unchanged, and the pictures of others must be there.
        let isThere = try (changed + new).allSatisfy { record in
            guard let prepared = record.prepared else { return false }
            return try prepared.pictureHash.map { try PictureTable(db: db).contains($0) } != false
        }
        guard isSame, isThere, try !isEditedMeanwhile(in: db) else { throw StoreError.changedMeanwhile }
    }

    /// If only a difference arrived, all other records must still equal the server's last list.
    private func isEditedMeanwhile(in db: Database) throws -> Bool {
        guard let delta = staging.delta, try Schema.revision(of: definition.collection, in: db) != delta.revision else {
            return false
        }
        // Only a list that replaces the local one removes local additions.
        let keys = strategy == .replace ? Set(listed.keys).union(stored.keys) : Set(listed.keys)
        return keys.contains { key in
            stored[key] != listed[key] && !delta.absent.contains(key) && !list.contains(key)
                && !protectedKeys.contains(key)
        }
    }

    // MARK: Description

    /// The counts and rejected elements, before anything is written.
    func summary(in db: Database) throws -> ChangeSummary {
        // Records of a file that the user skipped are not imported.
        let skipped = staging.isOfFile ? request.preserving.count(where: list.contains) : 0
        var summary = ChangeSummary(
            new: new.count + (ownKind == .new ? 1 : 0), changed: changed.count + (ownKind == .changed ? 1 : 0),
            removed: removed.count + droppedCount, rejected: list.setAside { $0 == .whole }.count,
            arrived: (staging.delta?.count ?? list.count) - skipped)
        summary.rejectedElements = Array(list.setAside { $0 != .reported }.prefix(StoredCollection.maxReportedRejected))
        let leftOut = list.setAside { $0 != .whole }
        summary.leftOut = Array(leftOut.prefix(StoredCollection.maxReportedRejected))
        summary.leftOutCount = leftOut.count
        summary.cleared = try cleared(in: db)
        summary.repeated = staging.repeatedCount
        summary.numbered = staging.notes.withLock(\.numbered).filter { !request.preserving.contains($0.key) }
        summary.unread = staging.unread
        summary.preservesOwn = preservesOwn
        summary.fileHasOwn = hasOwn || staging.notes.withLock(\.hasOwn)
        summary.unlisted = editedKeys
        return summary
    }

    func preview(limit: Int, in db: Database) throws -> ChangePreview {
        var preview = ChangePreview()
        preview.summary = try summary(in: db)
        var groups = try table.groups(in: db)
        preview.summary.groups = try fill(&groups, with: arrivedMembers(in: db))
        preview.summary.groupProblems = try groupProblems(in: db)
        let edited = listed.isEmpty ? [] : changed.filter { listed[$0.key] != stored[$0.key] }
        // The own record only changes here if it is not edited, or the user agreed.
        preview.edited = Set(edited.map(\.key)).subtracting(own.keys).subtracting(request.releasing)
        // Losses are listed first, the user's own record before others.
        func rank(_ record: StagedRecord) -> Int {
            request.releasing.contains(record.key) ? 0 : preview.edited.contains(record.key) ? 1 : 2
        }
        let first = (0...2).flatMap { some in changed.lazy.filter { rank($0) == some }.prefix(limit) }.prefix(limit)
        let items =
            try first.map { try item($0.key, $0, in: db) }
            + removed.prefix(limit).map { try item($0, nil, in: db) }
            + new.prefix(limit).map { try item($0.key, $0, in: db) }
        preview.items = items.compactMap(\.self)
        if ownKind != nil, let own = try ownItem(in: db) {
            preview.own = own
            preview.items.insert(own, at: 0)
        }
        return preview
    }

    private func item(_ key: Int, _ record: StagedRecord?, in db: Database) throws -> ChangePreview.Item? {
        let before = stored[key] == nil ? nil : try table.whole(key: key, in: db)
        // It was the same when it arrived, and was edited since.
        if let record, record.prepared == nil { throw StoreError.changedMeanwhile }
        let after = try record.flatMap { try table.record(of: $0, in: db) }
        var item = ChangePreview.Item(key, before, after, title: before?.displayName)
        if let before, let after { item?.clearedCount = before.fieldsCleared(in: after).count }
        if let after {
            let known = before?.problems ?? []
            item?.problems = after.problems.filter { !known.contains($0) }
        }
        return item
    }

    /// What storing the user's own record changes.
    private func ownItem(in db: Database) throws -> ChangePreview.Item? {
        guard let own = request.own else { return nil }
        // A record that had no number before counts as new.
        let keys = [own.key] + request.dropping.filter { $0 != 0 }
        return ChangePreview.Item(own.key, try keys.lazy.compactMap { try table.whole(key: $0, in: db) }.first, own)
    }
}

extension StagedRecord {
    /// True if it is new or changed, and this is its owner.
    func isOwned(by owner: String) -> Bool {
        prepared != nil && !owner.isEmpty && self.owner.caseInsensitiveEquals(owner)
    }
}
