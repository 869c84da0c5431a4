public import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// The page shown instead of an empty list, with the next step.
public struct EmptyState: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
        case download, add, refresh, clearSearch, searchEverywhere, showAll, leaveGroup, tryAgain, restore
        /// Searches the collection of this name, which has matches.
        case searchIn(String)
    }

    public let iconName: String
    public let title: String
    public let body: String
    public let step: Step
    public let stepLabel: String
    public var other: Action?

    public struct Action: Equatable, Sendable {
        public let step: Step
        public let label: String
    }

    var isUnreadable: Bool { step == .tryAgain || step == .restore }

    static func noRecords(_ collection: CollectionInfo, at home: RecordSource) -> EmptyState {
        let (body, step, label) = nextStep(collection, at: home)
        return EmptyState(
            iconName: collection.iconName, title: translated("No \(collection.manyInHeadings) Yet"), body: body,
            step: step,
            stepLabel: label)
    }

    private static func nextStep(_ collection: CollectionInfo, at home: RecordSource) -> (
        body: String, Step, label: String
    ) {
        switch home {
        case .published:
            (
                translated("Download the \(collection.many) of your class from the server."), .download,
                translated("Download…")
            )
        case .local: (translated("\(collection.title) are stored only on this computer."), .add, translated("Add…"))
        case .hosted:
            (translated("\(collection.title) are shared with everyone in the class."), .add, translated("Add…"))
        case .fetched:
            (
                translated("Download the \(collection.many) from the class server. They are stored on this computer."),
                .refresh,
                translated("Refresh")
            )
        case .past: ("", .clearSearch, "")
        case .booked: (translated("Your bookings are listed here."), .add, translated("Book…"))
        }
    }

    static func noQueryResults(_ query: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: translated("No Results"),
            body: translated("“\(query)” contains no records."), step: .showAll, stepLabel: translated("Show All"))
    }

    static func emptyGroup(_ name: String, reason: String?) -> EmptyState {
        EmptyState(
            iconName: "view-list-symbolic", title: translated("“\(name.line(cutAt: 60))” Is Empty"),
            body: reason ?? translated("Drag records onto the group, or use Add to Group in their menus."),
            step: .leaveGroup, stepLabel: translated("Show All"))
    }

    public static var restoreLabel: String { translated("Restore from people.json") }
    public static var tryAgainLabel: String { translated("Try Again") }

    static func unreadable(_ problem: StoreError) -> EmptyState {
        EmptyState(
            iconName: "dialog-error-symbolic", title: translated("The List Could Not Be Read"),
            body: problem.description,
            step: problem.isDamage ? .restore : .tryAgain,
            stepLabel: problem.isDamage ? restoreLabel : tryAgainLabel)
    }

    /// - Parameter elsewhere: the matches in other collections, most first.
    static func noMatch(_ text: String, in elsewhere: [GlobalSearchScreen.Found]) -> EmptyState? {
        guard let most = elsewhere.first else { return nil }
        let counts = elsewhere.map { $0.collection.counted($0.count) }.joined(separator: translated(", "))
        return EmptyState(
            iconName: "edit-find-symbolic", title: translated("No Results"),
            body: translated("No results for “\(text)” here. Other collections have \(counts)."),
            step: .searchIn(most.collection.name), stepLabel: translated("\(most.count) in \(most.collection.title)"),
            other: Action(step: .clearSearch, label: translated("Clear Search")))
    }

    static func noMatch(_ text: String, problem: String?, example: String) -> EmptyState {
        EmptyState(
            iconName: "edit-find-symbolic", title: translated("No Results"),
            body: problem
                ?? translated(
                    "No results for “\(text)”. Try another word, or search one field, for example “\(example)”."),
            step: .clearSearch, stepLabel: translated("Clear Search"),
            other: problem == nil ? Action(step: .searchEverywhere, label: translated("Search Everywhere")) : nil)
    }
}

/// English capitalizes words in headings; other languages do not.
extension CollectionInfo {
    /// "Person".
    public var oneInHeadings: String { Localization.isThere ? one : one.capitalized }

    /// "People".
    public var manyInHeadings: String { Localization.isThere ? many : title }

    /// "2 People".
    public func inHeadings(_ count: Int) -> String {
        Localization.isThere ? counted(count) : counted(count).capitalized
    }
}
