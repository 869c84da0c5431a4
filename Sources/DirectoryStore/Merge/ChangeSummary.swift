public import DirectoryModel
import Language

/// The changes of the store by a list that arrived.
public struct ChangeSummary: Equatable, Sendable {
    /// How many records were added.
    public var new = 0
    /// How many records were changed.
    public var changed = 0
    /// How many records were removed.
    public var removed = 0
    /// How many elements of the list were set aside.
    public var rejected = 0
    /// The first of the elements of the list that are to be corrected: those set aside, and those without a value.
    public var rejectedElements: [RejectedElement] = []
    /// Of how many records a value was left out.
    public var leftOutCount = 0
    /// What was left out of the first of them, and of whom.
    public var leftOut: [RejectedElement] = []
    /// The columns and properties of a file that no field takes.
    public var unread: [UnreadColumn] = []
    /// How many records the list held.
    public var arrived = 0
    /// The keys of the records that stayed although the list does not contain them, because a part of it arrived empty.
    public var keptKeys: Set<Int> = []
    /// The number of those records.
    public var kept: Int { keptKeys.count }
    /// True where the user's own record, edited here, stayed although the list has another version of it, or none.
    public var keptOwn = false
    /// True where that other version is in a file, for the user to take.
    public var fileHasOwn = false
    /// The keys of own records whose version on the server the store did not take for the one that is here.
    public var unlisted: Set<Int> = []
    /// True where the sample class went with this change.
    public var removedSample = false
    /// True where something changed that no count contains.
    var isOtherwiseChanged = false
    /// The collection's revision right after the change.
    public var revision: Int64 = 0

    /// Makes a summary; the parameters are the properties of the same names.
    public init(new: Int = 0, changed: Int = 0, removed: Int = 0, rejected: Int = 0, arrived: Int = 0) {
        self.new = new
        self.changed = changed
        self.removed = removed
        self.rejected = rejected
        self.arrived = arrived
    }

    /// True where the local list changed.
    public var isChange: Bool { new + changed + removed > 0 }

    /// "150 new, 3 changed, 1 removed, 2 set aside"; counts of zero are left out.
    public var words: String {
        let parts = parts()
        return parts.isEmpty ? translated("no changes") : parts.joined(separator: translated(", "))
    }

    /// "150 new", "3 changed", "85 the same", "1 removed", "2 set aside"; counts of zero are left out.
    public func parts(same: Int = 0) -> [String] {
        [
            (new, translated(new, one: "\(new) new", many: "\(new) new")),
            (changed, translated(changed, one: "\(changed) changed", many: "\(changed) changed")),
            (same, translated(same, one: "\(same) unchanged", many: "\(same) unchanged")),
            (removed, translated(removed, one: "\(removed) removed", many: "\(removed) removed")),
            (
                leftOutCount,
                translated(
                    leftOutCount, one: "\(leftOutCount) with a value left out",
                    many: "\(leftOutCount) with values left out")
            ),
            (rejected, translated(rejected, one: "\(rejected) skipped", many: "\(rejected) skipped")),
        ].filter { $0.0 > 0 }.map(\.1)
    }
}

extension ChangeSummary {
    /// The records that stayed although the list does not contain them, as a sentence; nil where there are not any.
    public func keptWords(of collection: CollectionInfo) -> String? {
        guard kept > 0 else { return nil }
        let counted = collection.counted(kept)
        return translated(
            kept, one: "Part of the server’s list was empty, so \(counted) was kept.",
            many: "Part of the server’s list was empty, so \(counted) were kept.")
    }

    /// The columns and properties of a file that no field takes, as a sentence; nil where there are not any.
    public var unreadWords: String? { Self.words(unread: unread) }

    /// The same for these columns.
    public static func words(unread: [UnreadColumn]) -> String? {
        guard !unread.isEmpty else { return nil }
        let names = unread.prefix(maxUnread).map { $0.name.line(cutAt: 60) } + (unread.count > maxUnread ? ["…"] : [])
        return translated("Not read: \(names.joined(separator: translated(", ")))")
    }

    /// How many columns are named.
    private static let maxUnread = 50

    /// The question whether the records that stayed are to be removed, in window and command line.
    public static func keptQuestion(of collection: CollectionInfo) -> String {
        translated(
            "Part of the server’s list was empty. Its \(collection.many) are still here. Remove them here too?")
    }
}
