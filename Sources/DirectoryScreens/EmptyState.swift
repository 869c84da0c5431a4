import DirectoryModel
import DirectoryStore
import Language

/// What stands in the place of a list without rows: what it is, and the next step.
public struct EmptyState: Equatable, Sendable {
    /// What the button under it does.
    public enum Step: Equatable, Sendable {
        case download, add, refresh, clearSearch, showAll, tryAgain, restore
        /// The collection of this name has what is not here.
        case searchIn(String)
    }

    public let iconName: String
    public let title: String
    public let body: String
    public let step: Step
    public let stepLabel: String

    /// The collection has no records yet; where it is at home says what the next step is.
    static func nothingHere(_ collection: CollectionInfo, at home: Home) -> EmptyState {
        let (body, step, label) = nextStep(collection, at: home)
        return EmptyState(
            iconName: collection.iconName, title: translated("No \(collection.manyInHeadings) Yet"), body: body,
            step: step,
            stepLabel: label)
    }

    private static func nextStep(_ collection: CollectionInfo, at home: Home) -> (body: String, Step, label: String) {
        switch home {
        case .published:
            (
                translated("Download the \(collection.many) of your class from its server."), .download,
                translated("Download…")
            )
        case .here: (translated("Add the first one; it rests on this computer only."), .add, translated("Add…"))
        case .hosted: (translated("Add the first one; it lives on the class server."), .add, translated("Add…"))
        case .fetched:
            (
                translated("Fetch the \(collection.many) from the class server; they stay here then."), .refresh,
                translated("Fetch")
            )
        case .booked: (translated("Book the first one; what you booked is listed here."), .add, translated("Book…"))
        }
    }

    static func nothingAsked(_ query: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: translated("Nothing Here"),
            body: translated("Nothing belongs to “\(query)”."), step: .showAll, stepLabel: translated("Show All"))
    }

    /// What the button says that restores a damaged file.
    public static var restoreLabel: String { translated("Restore from people.json") }

    static func unreadable(_ problem: StoreError) -> EmptyState {
        EmptyState(
            iconName: "dialog-error-symbolic", title: translated("The List Cannot Be Read"), body: problem.description,
            step: problem.isDamage ? .restore : .tryAgain,
            stepLabel: problem.isDamage ? restoreLabel : translated("Try Again"))
    }

    /// - Parameter elsewhere: what the other collections have, the most first.
    static func noMatch(_ text: String, in elsewhere: [GlobalSearchScreen.Found]) -> EmptyState? {
        guard let most = elsewhere.first else { return nil }
        let counts = elsewhere.map { $0.collection.counted($0.count) }.joined(separator: translated(", "))
        return EmptyState(
            iconName: "edit-find-symbolic", title: translated("No Match"),
            body: translated("Nothing here fits “\(text)”. Other collections have \(counts)."),
            step: .searchIn(most.collection.name), stepLabel: translated("Show in \(most.collection.title)"))
    }

    static func noMatch(_ text: String, problem: String?, example: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: translated("No Match"),
            body: problem
                ?? translated("Nothing fits “\(text)”. Try fewer letters, or a field as in \(example)."),
            step: .clearSearch, stepLabel: translated("Clear Search"))
    }
}
