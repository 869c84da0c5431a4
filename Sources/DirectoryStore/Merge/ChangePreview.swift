public import DirectoryModel

/// The changes that merging a list would make.
public struct ChangePreview: Equatable, Sendable {
    /// What would happen to a record.
    public enum Kind: Int, Sendable, CaseIterable {
        case changed
        case removed
        case new
    }

    /// A record that would be changed.
    public struct Item: Equatable, Sendable, Identifiable {
        public let key: Int
        public let title: String
        public let kind: Kind
        /// Empty unless `kind` is `changed`.
        public var differences: [FieldDifference] = []
        /// How many of its values would be removed.
        public var clearedCount = 0
        /// Why a form would refuse its new values, a sentence each.
        public var problems: [String] = []

        public var id: Int { key }
    }

    public var summary = ChangeSummary()
    /// Changed records first, then removed, then new; of each kind up to the limit.
    public var items: [Item] = []
    /// The keys of changed records that were edited locally since the server last sent them.
    public var edited: Set<Int> = []

    /// The user's own record, if the list changes it as they chose.
    var own: Item?

    /// True if a listed record would be removed or overwritten.
    public var losesSomething: Bool { items.contains { $0.kind != .new && $0 != own } }
}
