import DirectoryModel
import DirectoryStore
import Language

/// The list as a table: its columns, and the one it is sorted by.
extension ListScreen {
    /// The columns; empty where the list is not a table.
    public var columns: [TableColumn] {
        guard looks.look == .table else { return [] }
        return zip(R.tableFields, samples).map { field, sample in
            TableColumn(
                key: field.key, label: field.label, sample: sample, isNumeric: field.isNumeric,
                isMinor: field.isMinorInTable,
                direction: arrangement.column == field.key ? (arrangement.isDescending ? .descending : .ascending) : nil
            )
        }
    }

    /// The longest text of each column, among the first records.
    private var samples: [String] {
        if let tableSamples, tableSamples.revision == contentRevision { return tableSamples.texts }
        let texts = (try? contents.samples(of: Array(listing.rows.prefix(200)))) ?? R.tableFields.map { _ in "" }
        tableSamples = listing.rows.isEmpty ? nil : (contentRevision, texts)
        return texts
    }

    /// The columns to sort by, for a menu, including those that do not fit into the table.
    var columnOrders: [Arrangements.Item] {
        guard looks.look == .table else { return [] }
        return R.tableFields.map {
            Arrangements.Item(id: Self.orderID(ofColumn: $0.key), label: translated("Sort by \($0.label)"))
        }
    }

    /// The key of the column that the table is sorted by, or nil.
    var sortedColumn: String? {
        looks.look == .table && !arrangement.column.isEmpty ? arrangement.column : nil
    }

    /// The name of a column among the orders of a menu.
    static func orderID(ofColumn key: String) -> String { "column-\(key)" }

    /// Sorts by a column, which is then shown; numbers begin with the largest.
    func columnChosen(_ field: Field<R>) {
        arrange { ($0.column, $0.isDescending) = (field.key, field.isNumeric) }
    }

    /// A heading was clicked: sorts by its column, then backwards, then again as the list is sorted without it. Numbers
    /// begin with the largest.
    public func columnTapped(_ key: String) {
        guard let field = R.tableFields.first(where: { $0.key == key }) else { return }
        arrange { arrangement in
            if arrangement.column != key {
                (arrangement.column, arrangement.isDescending) = (key, field.isNumeric)
            } else if arrangement.isDescending == field.isNumeric {
                arrangement.isDescending.toggle()
            } else {
                (arrangement.column, arrangement.isDescending) = ("", false)
            }
        }
    }

    /// The list is sorted by a column only where it has headings for columns. What is selected stays in view.
    func lookChanged() {
        contents.forget()
        rowToReveal = selectedRows.first
        if !arrangement.column.isEmpty { observe() }
    }

    /// How the store arranges the list now.
    var wantedArrangement: ListArrangement {
        var wanted = arrangement
        if looks.look != .table { wanted.column = "" }
        return wanted
    }

    /// What a search found, in the order of the column that the table is sorted by.
    func inOrder(_ found: Listing) -> Listing {
        guard !wantedArrangement.column.isEmpty else { return found }
        return listing.filtered(Set(found.rows).contains)
    }

    func rememberColumn() {
        let sign = arrangement.isDescending ? "-" : ""
        memory.remember(
            arrangement.column.isEmpty ? nil : sign + arrangement.column, as: "column-\(R.collection.name)")
    }

    /// The column of the last session, as far as there is one.
    var rememberedColumn: (key: String, isDescending: Bool)? {
        guard let word = memory.remembered("column-\(R.collection.name)") else { return nil }
        let key = word.hasPrefix("-") ? String(word.dropFirst()) : word
        return R.tableFields.contains { $0.key == key } ? (key, word.hasPrefix("-")) : nil
    }
}
