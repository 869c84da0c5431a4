import DirectoryModel
import DirectoryStore

/// What stands in the place of a list without rows: what it is, and the next step.
public struct EmptyState: Equatable, Sendable {
    /// What the button under it does.
    public enum Step: Equatable, Sendable { case download, add, refresh, clearSearch, showAll, tryAgain }

    public let iconName: String
    public let title: String
    public let body: String
    public let step: Step
    public let stepLabel: String

    /// The collection has no records yet; where it is at home says what the next step is.
    static func nothingHere(_ collection: Collection, at home: Home) -> EmptyState {
        let (body, step, label): (String, Step, String) =
            switch home {
            case .published: ("Download the \(collection.many) of your class from its server.", .download, "Download…")
            case .here: ("Add the first one; it rests on this computer only.", .add, "Add…")
            case .hosted: ("Add the first one; it lives on the class server.", .add, "Add…")
            case .fetched:
                ("Fetch the \(collection.many) from the class server; they stay here then.", .refresh, "Fetch")
            case .booked: ("Book the first one; what you booked is listed here.", .add, "Book…")
            }
        return EmptyState(
            iconName: collection.iconName, title: "No \(collection.title) Yet", body: body, step: step, stepLabel: label
        )
    }

    static func nothingAsked(_ query: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: "Nothing Here", body: "Nothing belongs to “\(query)”.",
            step: .showAll, stepLabel: "Show All")
    }

    static func unreadable(_ problem: StoreProblem) -> EmptyState {
        EmptyState(
            iconName: "dialog-error-symbolic", title: "The List Cannot Be Read", body: problem.description,
            step: .tryAgain, stepLabel: "Try Again")
    }

    static func noMatch(_ text: String, problem: String?, example: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: "No Match",
            body: problem ?? "Nothing fits “\(text)”. Try fewer letters, or a field as in \(example).",
            step: .clearSearch,
            stepLabel: "Clear Search")
    }
}
