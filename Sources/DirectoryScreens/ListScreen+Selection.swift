import DirectoryModel

extension ListScreen {
    /// Shows all records with a value that was followed, which the search finds.
    func searchFollowed(_ text: String) {
        searchChanged(text)
        isSearchFollowed = true
    }

    public func searchStopped() {
        searchChanged("")
        rowToReveal = selectedRow
    }

    /// True where the row to bring into view is in the list, or does not come into it.
    public var canReveal: Bool {
        guard let row = rowToReveal, !isPartial, !isSearching else { return false }
        return isCurrent || entries.rows.contains(row)
    }

    /// The row the keyboard moves to once the selected ones are gone, or nil.
    var rowAfterSelected: Int64? {
        let (rows, selected) = (entries.rows, Set(selectedRows))
        guard let last = rows.lastIndex(where: selected.contains) else { return nil }
        return rows[(last + 1)...].first ?? rows[..<last].last { !selected.contains($0) }
    }
}
