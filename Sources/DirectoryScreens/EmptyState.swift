import DirectoryModel
import DirectoryStore

/// What stands in the place of a list without rows: what it is, and the next step.
public struct EmptyState: Equatable, Sendable {
    /// What the button under it does.
    public enum Step: Equatable, Sendable { case download, clearSearch, tryAgain }

    public let iconName: String
    public let title: String
    public let body: String
    public let step: Step
    public let stepLabel: String

    static func nothingHere(_ collection: Collection) -> EmptyState {
        EmptyState(
            iconName: collection.iconName, title: "Nobody Here Yet",
            body: "Download the \(collection.many) of your class from its server.", step: .download,
            stepLabel: "Download…")
    }

    static func unreadable(_ problem: StoreProblem) -> EmptyState {
        EmptyState(
            iconName: "dialog-error-symbolic", title: "The List Cannot Be Read", body: problem.description,
            step: .tryAgain, stepLabel: "Try Again")
    }

    static func noMatch(_ text: String, problem: String?) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: "No Match",
            body: problem ?? "Nobody fits “\(text)”. Try fewer letters, or a field as in ho=swim.", step: .clearSearch,
            stepLabel: "Clear Search")
    }
}
