import DirectoryModel
import GRDB

/// Whether a list leaves the user's own record unchanged.
extension MergePlan {
    /// True if the merge preserves the own record.
    var preservesOwnRecord: Bool {
        guard let key = own.key else { return false }
        // Only a newer version replaces one that the server has had.
        let isProtected = own.isEdited || own.wasEdited && (staging.isOfFile || !own.names.contains(where: arrives))
        return isProtected && !request.releasing.contains(key) || !hasOther(than: key)
    }

    /// True if the list has a record of this owner that may replace a local one.
    private func arrives(_ name: String) -> Bool {
        list.all.contains { $0.isOwned(by: name) && !request.preserving.contains($0.key) }
    }

    /// True if the list has another version of the own record. No list leaves the user without one, and no file
    /// replaces it unasked.
    private func hasOther(than key: Int) -> Bool {
        guard !staging.isOfFile || request.releasing.contains(key) else { return false }
        if own.names.contains(where: arrives) { return true }
        // A record with only the number in common, in a file or from a server that never had this one, is another
        // person.
        return !staging.isOfFile && own.published != nil && list.contains(key) && !request.preserving.contains(key)
    }

    /// The keys of the own record, under which it is still edited after the merge.
    var editedOwnKeys: Set<Int> {
        guard own.wasEdited, let key = own.key else { return [] }
        return request.own.map { [key, $0.key] } ?? Set([key]).subtracting(request.releasing)
    }

    /// True if the user agreed to lose the own record, it was never published, or it is unedited and no longer on the
    /// server.
    func isReplaceable(_ key: Int) -> Bool {
        guard !request.releasing.contains(key), let published = own.published else { return true }
        return !list.contains(key) && own.hash == published
    }

    /// True if a record of another owner arrived with the number of the own record.
    func isStranger(at key: Int) -> Bool {
        guard own.published == nil, let record = list[key], record.prepared != nil else { return false }
        return !own.names.contains(where: record.owner.caseInsensitiveEquals)
    }
}
