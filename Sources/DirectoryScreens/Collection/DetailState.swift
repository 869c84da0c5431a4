public import DirectoryModel
import Language

/// What the detail's side shows.
public enum DetailState: Equatable, Sendable {
    /// The one record that is selected.
    case record(DetailContent)
    /// Several records are selected: how many, and what can be done with them.
    case several(title: String, body: String)
    /// No record is selected.
    case unselected(title: String, body: String)
    /// The list is empty and shows that itself.
    case empty
}

extension DetailState {
    /// What the detail's side shows now.
    @MainActor
    public init<R: DirectoryRecord>(of screen: CollectionScreen<R>) {
        let detail = screen.detail
        self =
            if let content = detail.content {
                .record(content)
            } else if detail.selectedCount > 1 {
                Self.several(detail.selectedCount, of: R.self)
            } else if screen.list.emptyState == nil {
                .unselected(title: R.collection.selectTitle, body: "")
            } else {
                .empty
            }
    }

    private static func several<R: DirectoryRecord>(_ count: Int, of type: R.Type) -> DetailState {
        .several(
            title: translated("\(R.collection.inHeadings(count)) Selected"),
            body: translated("Use the buttons below the list."))
    }
}
