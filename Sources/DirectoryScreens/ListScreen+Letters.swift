import DirectoryModel
import DirectoryStore

/// The letters beside the list.
extension ListScreen {
    /// The letters that names in the list begin with, in order; empty where the list is short, searched, a table, or
    /// not sorted by a name.
    public var letters: [String] {
        looks.look == .table || !searchText.isEmpty || emptyState != nil ? [] : letterFinder.index.letters
    }

    /// A letter was clicked.
    /// - Parameter seen: the rows in view, first to last.
    /// - Returns: the row to bring to the top of the view.
    public func letterTapped(_ letter: String, seen: [Int64]) -> Int64? {
        letterFinder.row(of: letter, seen: seen, in: entries.rows)
    }

    /// Finds the letters of what the list shows now.
    func findLetters() {
        guard searchText.isEmpty, !isPartial, entries.rows.count > Self.mostWithoutLetters, isSortedByName else {
            return letterFinder.clear()
        }
        let (store, entries, order, own) = (store, entries, orderID, own?.row)
        letterFinder.find(in: entries.rows.count) { () throws(StoreError) in
            LetterIndex(
                try store.firstSigns(R.self, inOrder: order, of: entries.rows), of: entries, pinned: own)
        }
    }

    /// A list of more rows has letters beside it.
    private static var mostWithoutLetters: Int { 40 }

    private var isSortedByName: Bool {
        let query = R.definition.queries.first { $0.id == wantedArrangement.query }
        return ["last", "first", "name"].contains(orderID) && query?.request.sort.isEmpty != false
    }
}
