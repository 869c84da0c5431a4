import DirectoryModel

/// How a list that arrived is merged into the local one.
public enum MergeStrategy: String, Sendable, CaseIterable {
    /// The list replaces the local list.
    case replace
    /// Per key, update or add; records that are only here stay.
    case update
}
