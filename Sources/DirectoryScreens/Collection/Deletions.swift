/// What was deleted in this session, so that undo can select it again.
struct Deletions {
    private struct Deletion {
        let keys: [Int]
        /// The collection's revision before the deletion, and after it.
        let before: Int64
        var after: Int64
    }

    private var last: [Deletion] = []
    /// As many changes as can be undone.
    private static let most = 50

    /// Remembers a deletion, with the revision of the collection before and after it.
    mutating func deleted(_ keys: [Int], _ before: Int64, _ after: Int64) {
        guard after != before else { return }
        last = (last + [Deletion(keys: keys, before: before, after: after)]).suffix(Self.most)
    }

    /// The keys of what an undo put back, or none where it did not undo a deletion.
    /// - Parameters:
    ///   - before: the collection's revision before the undo.
    ///   - after: the revision now.
    mutating func undone(_ before: Int64, _ after: Int64) -> [Int] {
        guard after != before, let deletion = last.last, deletion.after == before else { return [] }
        last.removeLast()
        // What was there before the deletion is there again.
        if let place = last.indices.last, last[place].after == deletion.before { last[place].after = after }
        return deletion.keys
    }
}
