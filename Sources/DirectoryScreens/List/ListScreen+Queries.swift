import DirectoryModel
import DirectoryStore
import Language

/// The queries saved over the list, and the ways to divide and sort it.
extension ListScreen {
    /// How much the list shows, in words: "12 people".
    public var foundWords: String {
        emptyState?.title ?? R.collection.counted(isPartial ? total : entries.rows.count)
    }

    /// What the records of the list have in common, where it does not show all: "Team: Owls", "“chess”".
    public var shownName: String {
        let query = chosenQuery == 0 ? [] : [R.definition.queries[chosenQuery].label]
        return (query + searchNames).joined(separator: translated(", "))
    }

    private var searchNames: [String] {
        let text = searchText.trimmed
        guard !text.isEmpty else { return [] }
        guard Tokens<R>.looksLikeTokens(text), let tokens = try? Tokens<R>(searching: text).tokens else {
            return [translated("“\(text.line(cutAt: 60))”")]
        }
        return tokens.map { translated("\($0.field.label): ") + $0.text.line(cutAt: 60) }
    }

    /// The id of the grouping the list is divided by.
    public var groupingID: String { arrangement.grouping }
    /// The id of the order the list is sorted by.
    public var orderID: String { arrangement.order }

    var arrangements: Arrangements {
        Arrangements(
            groupings: R.definition.groupings.map { Arrangements.Item(id: $0.id, label: $0.label) },
            orders: R.definition.orders.map { Arrangements.Item(id: $0.id, label: $0.label) },
            grouping: groupingID, order: sortedColumn.map(Self.orderID(ofColumn:)) ?? orderID, columns: columnOrders,
            looks: looks.menu)
    }

    /// The labels of the queries over the list; empty where there is only the whole list.
    public var queryLabels: [String] { R.definition.queries.map(\.label) }

    /// Which of them is shown.
    public var chosenQuery: Int { R.definition.queries.firstIndex { $0.id == arrangement.query } ?? 0 }

    public func groupingChosen(_ id: String) { arrange { ($0.grouping, $0.column) = (id, "") } }

    public func orderChosen(_ id: String) {
        if let field = R.tableFields.first(where: { Self.orderID(ofColumn: $0.key) == id }) {
            return columnChosen(field)
        }
        arrange { ($0.order, $0.column) = (id, "") }
    }

    public func queryChosen(_ place: Int) {
        guard R.definition.queries.indices.contains(place), place != chosenQuery else { return }
        arrange { $0.query = R.definition.queries[place].id }
    }

    /// Shows the query with this id.
    /// - Returns: false where no query has it.
    public func queryChosen(id: String) -> Bool {
        guard let place = R.definition.queries.firstIndex(where: { $0.id == id }) else { return false }
        queryChosen(place)
        return true
    }
}

extension ListScreen {
    /// Why the typed search cannot match, where it was meant as fields, or nil.
    var unmatched: String? {
        do throws(TokenError) {
            try Tokens<R>.refuseUnmatched(searchText)
            return nil
        } catch { return "\(error)" }
    }
}
