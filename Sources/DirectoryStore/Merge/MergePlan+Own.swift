import DirectoryModel
import GRDB

/// Which own records a list leaves unchanged.
extension MergePlan {
    /// The keys of the own records that the merge preserves.
    func preservedOwnKeys(_ own: OwnTable) throws -> Set<Int> {
        guard definition.owner != nil else { return [] }
        var preserved = try Set(own.edited(owner: owner).map(\.key))
        // Only a newer version replaces one that the server has had.
        for mark in try own.everEdited(owner: owner) {
            let names = [mark.owner, mark.isFormer ? nil : owner].compactMap(\.self)
            if staging.isOfFile || !names.contains(where: arrives) { preserved.insert(mark.key) }
        }
        preserved.subtract(request.releasing)
        if let mark = try own.current(owner: owner), try !hasOther(than: mark, own) { preserved.insert(mark.key) }
        return preserved
    }

    /// True if the list has a record of this owner that may replace a local one.
    private func arrives(_ name: String) -> Bool {
        list.all.contains { $0.isOwned(by: name) && !request.keeping.contains($0.key) }
    }

    /// True if the list has another version of the user's current record. No list leaves the user without one, and no
    /// file replaces it unasked.
    private func hasOther(than mark: OwnTable.Mark, _ own: OwnTable) throws -> Bool {
        guard !staging.isOfFile || request.releasing.contains(mark.key) else { return false }
        if try [mark.owner, owner ?? own.netid].compactMap(\.self).contains(where: arrives) { return true }
        // A record with only the number in common, in a file or from a server that never had this one, is another
        // person.
        return !staging.isOfFile && mark.published != nil && list.contains(mark.key)
            && !request.keeping.contains(mark.key)
    }

    /// The keys of own records that are still edited after the merge.
    func editedOwnKeys(_ own: OwnTable) throws -> Set<Int> {
        let edited = try Set(own.everEdited(owner: owner).map(\.key))
        guard let mine = request.own else { return edited.subtracting(request.releasing) }
        return edited.isEmpty ? [] : edited.union([mine.key])
    }

    /// The marks of own records that the merge does not change, edited ones first.
    func protectedMarks(_ own: OwnTable) throws -> [(mark: OwnTable.Mark, isEdited: Bool)] {
        guard definition.owner != nil else { return [] }
        let protectedKeys = protectedKeys
        let edited = try own.everEdited(owner: owner).filter { protectedKeys.contains($0.key) }
        let others = try own.marks.filter { mark in
            protectedKeys.contains(mark.key) && !edited.contains { $0.key == mark.key }
        }
        return edited.map { ($0, true) } + others.map { ($0, false) }
    }

    /// True if the user agreed to lose the record, it was never published, or it is unedited and no longer on the
    /// server.
    func isReplaceable(_ mark: OwnTable.Mark) -> Bool {
        guard !request.releasing.contains(mark.key), let published = mark.published else { return true }
        return !list.contains(mark.key) && mark.hash == published
    }

    /// True if a record of another owner arrived with the number of an own record.
    func isStranger(at mark: OwnTable.Mark, _ own: OwnTable) throws -> Bool {
        guard mark.published == nil, let record = list[mark.key], record.values != nil else { return false }
        let names = try [mark.owner, owner, own.netid].compactMap(\.self)
        return !names.contains(where: record.owner.caseInsensitiveEquals)
    }
}
