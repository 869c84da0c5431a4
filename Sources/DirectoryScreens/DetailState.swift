import DirectoryModel
import Language

/// What the detail's side shows.
public enum DetailState: Equatable, Sendable {
    /// The one record that is selected.
    case record(DetailContent)
    /// Several records are selected: how many, and what the button does with them; a button without a label is none.
    case several(title: String, body: String, button: String?)
    /// No record is selected.
    case nothing(title: String, body: String)
    /// The list is empty, and says so.
    case empty
}

extension CollectionScreen {
    /// What the detail's side shows now.
    public var detailState: DetailState {
        if let content = detail.content { return .record(content) }
        if detail.selectedCount > 1 { return several(detail.selectedCount) }
        guard list.emptyState == nil else { return .empty }
        return .nothing(
            title: translated("No \(R.collection.oneInHeadings) Selected"), body: translated("Choose one in the list."))
    }

    private func several(_ count: Int) -> DetailState {
        let title = translated("\(R.collection.inHeadings(count)) Selected")
        guard R.home.canDelete else {
            return .several(title: title, body: translated("Choose one in the list."), button: nil)
        }
        return .several(
            title: title,
            body: R.home.isBooked
                ? translated("The bookings stay valid when they are removed from your list.")
                : translated("Delete removes them from your list; Undo brings them back."),
            button: R.home.deleteLabel)
    }
}
