import DirectoryModel
import Foundation
import GRDB

/// A query or an arranged list as an SQL statement.
struct SelectStatement {
    let table: RecordTable
    private let section: String
    private let condition: String
    private let order: [String]
    /// The order of the rows that `order` and `limit` select, if it differs.
    private let lastOrder: [String]?
    private let limit: Int?
    let arguments: [DatabaseValue]

    /// A saved query with its own sort has no sections; others are arranged as they are at `now`.
    init(_ table: RecordTable, _ arrangement: ListArrangement, on now: Date) {
        let definition = table.definition
        var request = definition.queries.first { $0.id == arrangement.query }?.request ?? RecordQuery()
        let column = definition.fields.first { $0.key == arrangement.column && !$0.isPicture }?.key
        let isArranged = request.sort.isEmpty && column == nil
        if isArranged { request.sort = [.order(arrangement.order)] }
        let grouping = definition.groupings.first { $0.id == arrangement.grouping } ?? definition.groupings[0]
        let chosen = column.map {
            [RecordQuery.Sort.field($0, isDescending: arrangement.isDescending), .order(arrangement.order)]
        }
        self.init(table, request, sectionedBy: isArranged ? grouping : nil, sortedAgain: chosen, on: now)
    }

    /// - Parameter again: sorts the rows that the request selects by its own sort.
    init(
        _ table: RecordTable, _ request: RecordQuery, sectionedBy grouping: Grouping? = nil,
        sortedAgain again: [RecordQuery.Sort]? = nil, on now: Date
    ) {
        self.table = table
        var arguments: [DatabaseValue] = []
        switch grouping?.division {
        case nil: section = "''"
        case .perRecord: section = "section_\(grouping?.id ?? "")"
        case .split(let split):
            let sql = Self.sql(split.predicate(now), &arguments)
            section = "CASE WHEN \(sql) THEN ? ELSE ? END"
            arguments += [
                SectionKey(rank: "0", title: split.fulfilled).stored.databaseValue,
                SectionKey(rank: "1", title: split.others).stored.databaseValue,
            ]
        }
        condition = request.predicate.map { Self.sql($0, &arguments) } ?? ""
        let definition = table.definition
        let sorts = request.sort.map { Self.reversed($0, in: grouping, definition) ?? Self.sql($0, definition) }
        order = (grouping == nil ? [] : ["2"]) + sorts + ["row"]
        lastOrder = again.map { $0.map { Self.sql($0, definition) } + ["row"] }
        limit = request.limit.map { max(0, $0) }
        self.arguments = arguments
    }

    var selectsAll: Bool { condition.isEmpty && limit == nil }

    /// Counts the rows of the section that is its last argument.
    var sizeOfSection: String {
        "SELECT COUNT(*) FROM (SELECT \(section) AS section FROM \(table.name)) WHERE section = ?"
    }

    /// Selects the rows and their sections.
    var rows: String {
        let columns = "row, \(section) AS section"
        let condition = condition.isEmpty ? "" : " WHERE \(condition)"
        let limit = limit.map { " LIMIT \($0)" } ?? ""
        let (name, order) = (table.name, order.joined(separator: ", "))
        guard let lastOrder else { return "SELECT \(columns) FROM \(name)\(condition) ORDER BY \(order)\(limit)" }
        let last = lastOrder.joined(separator: ", ")
        if limit.isEmpty { return "SELECT \(columns) FROM \(name)\(condition) ORDER BY \(last)" }
        return "SELECT \(columns) FROM (SELECT * FROM \(name)\(condition) ORDER BY \(order)\(limit)) ORDER BY \(last)"
    }

    private static func column(_ key: String) -> String { "\"\(key)\"" }

    private static func sql(_ sort: RecordQuery.Sort, _ definition: Definition) -> String {
        switch sort {
        case .order(let id):
            return "sort_\((definition.orders.first { $0.id == id } ?? definition.orders[0]).id)"
        case .field(let key, let isDescending):
            let column = column(key)
            // A missing value is smaller than any other, as is a text that is no number.
            let value =
                definition.field(key).isNumeric
                ? "CASE WHEN typeof(\(column)) <> 'text' THEN \(column) END" : "nullif(folded(\(column)), '')"
            return value + (isDescending ? " DESC" : "")
        }
    }

    /// The order for two sections, the second of which is reversed, or nil.
    private static func reversed(
        _ sort: RecordQuery.Sort, in grouping: Grouping?, _ definition: Definition
    ) -> String? {
        guard case .split(let split) = grouping?.division, let order = split.reversedOrder, sort == .order(order)
        else { return nil }
        let column = sql(sort, definition)
        return "CASE WHEN section < '1' THEN \(column) END, \(column) DESC"
    }

    /// A missing value only differs.
    private static func sql(_ predicate: RecordQuery.Predicate, _ arguments: inout [DatabaseValue]) -> String {
        switch predicate {
        case .equals(let key, let value): return comparison(key, "=", value, &arguments)
        case .differs(let key, let value): return comparison(key, "IS NOT", value, &arguments)
        case .atLeast(let key, let value): return comparison(key, ">=", value, &arguments)
        case .begins(let key, let beginnings):
            let column = column(key)
            let parts = beginnings.map { beginning in
                arguments.append(Folding.text(beginning).databaseValue)
                return "instr(folded(\(column)), ?) = 1"
            }
            return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
        }
    }

    private static func comparison(
        _ key: String, _ sign: String, _ value: FieldValue, _ arguments: inout [DatabaseValue]
    ) -> String {
        arguments.append(value.databaseValue)
        return "nullif(\(column(key)), '') \(sign) ?"
    }
}

extension DatabaseFunction {
    /// Folds text as search compares it; numbers are unchanged.
    static let folded = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
        guard case .string(let text) = values[0].storage else { return values[0] }
        return Folding.text(text)
    }
}
