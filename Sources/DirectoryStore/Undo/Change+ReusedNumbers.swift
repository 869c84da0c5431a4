import DirectoryModel
import GRDB
import Language

/// Numbers that people type, such as DUIDs, may be given to somebody else.
extension Change {
    /// Removes numbers from groups, and marks of persons, if somebody else has their number with this change.
    /// - Parameters:
    ///   - arriving: a record that is about to be added; nil to compare all that the change touched.
    ///   - isMerge: true for a list that arrived, which may also replace a person; an edit does not.
    func removeReusedNumbers(_ arriving: Record? = nil, isMerge: Bool = false) throws {
        guard table.definition.numbering == .typed else { return }
        let marks = MarkTable(table, in: db)
        let marked = try Set(table.groups(in: db).flatMap(\.memberKeys)).union(marks.keysOfPersons())
        guard !marked.isEmpty else { return }
        let touched = try arriving.map { [$0.key] } ?? table.images(where: "change = \(id)", in: db).map(\.key)
        let own = try OwnRecordPolicy(table, in: db).key
        let reused = try Set(touched).intersection(marked).filter { key in
            guard key != own, let now = try arriving ?? table.whole(key: key, in: db),
                let image = try table.images(where: "key = \(key) AND before IS NOT NULL", in: db).last,
                let former = try table.record(of: image, in: db)
            else { return false }
            let isReplaced = image.change == id
            return (isMerge || !isReplaced) && Self.isOther(now, than: former, ifUnowned: !isReplaced)
        }
        guard !reused.isEmpty else { return }
        try changeGroups { groups in
            for index in groups.indices { groups[index].members.removeAll { Int($0).map(reused.contains) == true } }
        }
        try marks.forget(reused)
    }

    /// - Parameter ifUnowned: true if names distinguish people without owners.
    private static func isOther(_ now: Record, than former: Record, ifUnowned: Bool) -> Bool {
        guard let owner = now.owner, let before = former.owner, !owner.isEmpty, !before.isEmpty else {
            return ifUnowned && Folding.text(now.displayName) != Folding.text(former.displayName)
        }
        return !owner.caseInsensitiveEquals(before)
    }
}
