import DirectoryModel

/// The subject and the look of a roster.
public struct RosterOptions: Equatable, Sendable {
    /// Which records are printed.
    public enum Subject: String, CaseIterable, Sendable {
        /// The records the list shows.
        case list
        /// The records that are selected in the list.
        case selected
        /// Everything about the open record.
        case card
    }

    public var subject: Subject
    /// The id of the grouping that makes the sections.
    public var grouping: String
    /// How many faces are side by side if they fit the paper; nil for as many as look good.
    public var columns: Int?
    /// True where every record gets a line to sign on.
    public var hasSignIn: Bool
    public var title: String
    public var paper: Paper
    public var isLandscape: Bool

    public init(
        subject: Subject = .list, grouping: String = "", columns: Int? = nil, hasSignIn: Bool = false,
        title: String = "", paper: Paper = .a4, isLandscape: Bool = false
    ) {
        (self.subject, self.grouping, self.columns) = (subject, grouping, columns)
        (self.hasSignIn, self.title, self.paper, self.isLandscape) = (hasSignIn, title, paper, isLandscape)
    }
}

/// What is printed, in order.
struct RosterList: Equatable, Sendable {
    var sections: [ListEntry.Header] = []
    var rows: [Int64] = []

    /// False where no section has a title.
    var hasHeaders: Bool { sections.contains { !$0.title.isEmpty } }
}
