import DirectoryModel

/// What a roster is of and how it looks.
public struct RosterOptions: Equatable, Sendable {
    /// Which records are printed.
    public enum Subject: String, CaseIterable, Sendable {
        /// Those the list shows.
        case list
        /// Those that are selected in it.
        case selected
        /// Everything about the one that is open.
        case card
    }

    public var subject: Subject
    /// The id of the grouping that makes the sections.
    public var grouping: String
    /// How many faces stand side by side if so many fit the paper; nil for as many as look well.
    public var columns: Int?
    /// True where everybody gets a line to sign on.
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

    /// False where there are no sections to speak of.
    var hasHeaders: Bool { sections.contains { !$0.title.isEmpty } }
}
