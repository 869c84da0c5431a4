public import DirectoryModel
import Language

/// What a list that arrived changed.
public struct ChangeSummary: Equatable, Sendable {
    public var new = 0
    public var changed = 0
    public var removed = 0
    public var rejected = 0
    /// How many records the list held.
    public var arrived = 0
    /// The keys of those that stayed although the list does not have them, because a part of it arrived empty.
    public var keptKeys: Set<Int> = []
    /// How many those are.
    public var kept: Int { keptKeys.count }
    /// True where one's own record, edited here, stayed in the place of what the list has or does not have.
    public var keptOwn = false
    /// The collection's revision right after the change.
    public var revision: Int64 = 0

    public init(new: Int = 0, changed: Int = 0, removed: Int = 0, rejected: Int = 0, arrived: Int = 0) {
        self.new = new
        self.changed = changed
        self.removed = removed
        self.rejected = rejected
        self.arrived = arrived
    }

    /// True where anything of the local list is another now.
    public var isChange: Bool { new + changed + removed > 0 }

    /// "150 new, 3 changed, 1 removed, 2 set aside"; counts of zero are left out.
    public var words: String {
        let parts = parts()
        return parts.isEmpty ? translated("nothing changed") : parts.joined(separator: translated(", "))
    }

    /// "150 new", "3 changed", "85 the same", "1 removed", "2 set aside"; counts of zero are left out.
    public func parts(same: Int = 0) -> [String] {
        [
            (new, translated(new, one: "\(new) new", many: "\(new) new")),
            (changed, translated(changed, one: "\(changed) changed", many: "\(changed) changed")),
            (same, translated(same, one: "\(same) the same", many: "\(same) the same")),
            (removed, translated(removed, one: "\(removed) removed", many: "\(removed) removed")),
            (rejected, translated(rejected, one: "\(rejected) set aside", many: "\(rejected) set aside")),
        ].filter { $0.0 > 0 }.map(\.1)
    }
}

extension ChangeSummary {
    /// What stayed although the list does not have it, as a sentence; nil where nothing did.
    public func keptWords(of collection: CollectionInfo) -> String? {
        guard kept > 0 else { return nil }
        let counted = collection.counted(kept)
        return translated(
            kept, one: "A part of the server’s list arrived empty; \(counted) of it was kept here.",
            many: "A part of the server’s list arrived empty; \(counted) of it were kept here.")
    }

    /// The question whether what stayed is to be removed, in window and command line.
    public static func keptQuestion(of collection: CollectionInfo) -> String {
        translated(
            "The server sent nothing for one program. Its \(collection.many) are still here. Remove them here too?")
    }
}
