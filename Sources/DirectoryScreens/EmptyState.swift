import DirectoryModel

/// What stands in the place of a list without rows: what it is, and the next step.
public struct EmptyState: Equatable, Sendable {
    /// What the button under it does.
    public enum Step: Equatable, Sendable { case download, clearSearch }

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

    static func noMatch(_ text: String, problem: String?) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: "No Match",
            body: problem ?? "Nobody fits “\(text)”. Try fewer letters, or a field as in ho=swim.", step: .clearSearch,
            stepLabel: "Clear Search")
    }
}
