import DirectoryModel
import DirectoryStore

/// The queries saved over the list.
extension ListScreen {
    /// What the queries over the list are called; empty where there is only the whole list.
    public var queryLabels: [String] { R.queries.map(\.label) }

    /// Which of them is shown.
    public var chosenQuery: Int { R.queries.firstIndex { $0.id == arrangement.query } ?? 0 }

    public func queryChosen(_ place: Int) {
        guard R.queries.indices.contains(place), place != chosenQuery else { return }
        arrange { $0.query = R.queries[place].id }
    }

    /// Shows the query that has this id.
    /// - Returns: false where none has.
    public func queryChosen(id: String) -> Bool {
        guard let place = R.queries.firstIndex(where: { $0.id == id }) else { return false }
        queryChosen(place)
        return true
    }
}
