public import DirectoryModel
import Language

/// What merging a list changed.
public struct ChangeSummary: Equatable, Sendable {
    public var new = 0
    public var changed = 0
    public var removed = 0
    /// How many elements were rejected.
    public var rejected = 0
    /// The first elements to correct: rejected ones, and those with a value left out.
    public var rejectedElements: [RejectedElement] = []
    /// How many records lost a value.
    public var leftOutCount = 0
    /// The first values left out, with their records.
    public var leftOut: [RejectedElement] = []
    /// The values that a file removed from records.
    public var cleared = ClearedValues()
    /// How many equal records of a file became one.
    public var repeated = 0
    /// The names of the records of a file that had no number and got a free one, by that number.
    public var numbered: [Int: String] = [:]
    /// The columns and properties of a file that have no field.
    public var unread: [UnreadColumn] = []
    /// How many members groups got, by the groups' names.
    public var groups: [String: Int] = [:]
    /// The groups that were not made, or the members that were not found, a sentence each.
    public var groupProblems: [String] = []
    /// How many groups a file of groups changed.
    public var changedGroups = 0
    /// How many records the list has.
    public var arrived = 0
    /// The keys of records that were not removed, because their part of the list arrived empty.
    public var preservedKeys: Set<Int> = []
    public var preservedCount: Int { preservedKeys.count }
    /// True if the user's own edited record is unchanged although the list has another version of it, or none.
    public var preservesOwn = false
    /// True if that other version is in a file, and the user can choose it.
    public var fileHasOwn = false
    /// The keys of own records whose version on the server was not recorded as listed.
    public var unlisted: Set<Int> = []
    /// The records of a file that look like stored records, and what was done with them.
    public var lookalikes: [Lookalike] = []
    /// True if the sample class was removed.
    public var removedSample = false
    /// True if records were added or changed that the user has not seen.
    public var hasUnseen = false
    /// The collection's revision right after the change.
    public var revision: Int64 = 0

    public init(new: Int = 0, changed: Int = 0, removed: Int = 0, rejected: Int = 0, arrived: Int = 0) {
        self.new = new
        self.changed = changed
        self.removed = removed
        self.rejected = rejected
        self.arrived = arrived
    }

    public var isChange: Bool { new + changed + removed > 0 }

    /// "150 new, 3 changed, 1 removed, 2 skipped", without zero counts.
    public var text: String {
        let parts = parts()
        guard parts.isEmpty else { return parts.joined(separator: translated(", ")) }
        return groups.isEmpty ? translated("no changes") : Self.message(changedGroups: groups.count)
    }

    private static func message(changedGroups count: Int) -> String {
        translated(count, one: "\(count) group changed", many: "\(count) groups changed")
    }

    /// "Ana Li had no DUID and got 0000152.", a sentence for each record that got a free number.
    public func freeNumberMessages(of definition: Definition) -> [String] {
        numbered.sorted { $0.key < $1.key }.map { key, name in
            let field = definition.keyField
            let number = field.displayText(Record(definition, key: key))
            return translated("\(name.line(cutAt: 60)) had no \(field.label) and got \(number).")
        }
    }

    /// The parts of `text`, and the number of unchanged records.
    public func parts(same: Int = 0) -> [String] {
        [
            (new, translated(new, one: "\(new) new", many: "\(new) new")),
            (changed, translated(changed, one: "\(changed) changed", many: "\(changed) changed")),
            (
                cleared.count,
                translated(
                    cleared.count, one: "\(cleared.count) value cleared", many: "\(cleared.count) values cleared")
            ),
            (
                numbered.count,
                translated(
                    numbered.count, one: "\(numbered.count) got a free number",
                    many: "\(numbered.count) got free numbers")
            ),
            (repeated, translated(repeated, one: "\(repeated) repeated", many: "\(repeated) repeated")),
            (changedGroups, Self.message(changedGroups: changedGroups)),
            (same, translated(same, one: "\(same) unchanged", many: "\(same) unchanged")),
            (removed, translated(removed, one: "\(removed) removed", many: "\(removed) removed")),
            (
                leftOutCount,
                translated(
                    leftOutCount, one: "\(leftOutCount) with a value not imported",
                    many: "\(leftOutCount) with values not imported")
            ),
            (rejected, translated(rejected, one: "\(rejected) skipped", many: "\(rejected) skipped")),
        ].filter { $0.0 > 0 }.map(\.1)
    }
}

extension ChangeSummary {
    /// Reports the records that were not removed because part of the list was empty; nil if there are none.
    public func preservedMessage(of collection: CollectionInfo) -> String? {
        guard preservedCount > 0 else { return nil }
        let counted = collection.counted(preservedCount)
        return translated(
            preservedCount, one: "Part of the server’s list was empty, so \(counted) was kept.",
            many: "Part of the server’s list was empty, so \(counted) were kept.")
    }

    /// The sentence that names the columns that are not read, or nil if there are none.
    public static func text(unread: [UnreadColumn]) -> String? {
        guard !unread.isEmpty else { return nil }
        let names = unread.prefix(maxUnread).map { $0.name.line(cutAt: 60) } + (unread.count > maxUnread ? ["…"] : [])
        return translated("Not read: \(names.joined(separator: translated(", ")))")
    }

    private static let maxUnread = 50

    /// The question whether to remove the records of the empty part.
    public static func removalQuestion(of collection: CollectionInfo) -> String {
        translated(
            "Part of the server’s list was empty. Its \(collection.many) are still here. Remove them here too?")
    }

    /// "12 people downloaded: 1 new, 2 changed", or "12 people downloaded" if all are new.
    public func downloaded(of collection: CollectionInfo) -> String {
        let what = collection.counted(arrived)
        return detailed(translated(arrived, one: "\(what) downloaded", many: "\(what) downloaded"))
    }

    /// "12 people imported: 1 new, 2 changed, 9 unchanged", or "12 people imported" if all are new.
    public func imported(of collection: CollectionInfo) -> String {
        let what = collection.counted(arrived)
        return detailed(
            translated(arrived, one: "\(what) imported", many: "\(what) imported"), same: arrived - new - changed)
    }

    private func detailed(_ sentence: String, same: Int = 0) -> String {
        let count = parts().count
        if new > 0 && new == arrived && count == 1 { return sentence }
        return "\(sentence): \(count == 0 ? text : parts(same: same).joined(separator: translated(", ")))"
    }
}
