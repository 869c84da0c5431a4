public import DirectoryModel
import Foundation
import GRDB

/// A fetch request, or an arranged list, as a query of SQLite.
struct SelectStatement<R: DirectoryRecord> {
    private let section: String
    private let condition: String
    private let order: [String]
    private let limit: Int?
    let arguments: [DatabaseValue]

    init(_ request: RecordQuery<R>) { self.init(request, sectionedBy: nil, on: Date()) }

    /// A saved query with a sort of its own is one list; any other has the arrangement's sections and order, as they are
    /// at `now`.
    init(_ arrangement: ListArrangement, on now: Date) {
        var request = R.queries.first { $0.id == arrangement.query }?.request ?? RecordQuery<R>()
        let isArranged = request.sort.isEmpty
        if isArranged { request.sort = [.order(arrangement.order)] }
        let grouping = R.groupings.first { $0.id == arrangement.grouping } ?? R.groupings[0]
        self.init(request, sectionedBy: isArranged ? grouping : nil, on: now)
    }

    private init(_ request: RecordQuery<R>, sectionedBy grouping: Grouping<R>?, on now: Date) {
        var arguments: [DatabaseValue] = []
        switch grouping?.division {
        case nil: section = "''"
        case .told: section = "section_\(grouping?.id ?? "")"
        case .split(let split):
            let sql = Self.sql(split.predicate(now), &arguments)
            section = "CASE WHEN \(sql) THEN ? ELSE ? END"
            arguments += [
                SectionKey(rank: "0", words: split.fulfilled).stored.databaseValue,
                SectionKey(rank: "1", words: split.others).stored.databaseValue,
            ]
        }
        condition = Self.sql(request.predicate, &arguments)
        let sorts = request.sort.compactMap { sort in Self.reversed(sort, in: grouping) ?? Self.sql(sort) }
        order = (grouping == nil ? [] : ["2"]) + sorts + ["row"]
        limit = request.limit.map { max(0, $0) }
        self.arguments = arguments
    }

    /// Selects row numbers and their sections.
    var rows: String { statement(selecting: "row, \(section) AS section") }

    /// Selects what `RecordTable.record` reads. Only for requests, which have no sections.
    var records: String { statement(selecting: RecordTable<R>().selection) }

    private func statement(selecting columns: String) -> String {
        let condition = condition.isEmpty ? "" : " WHERE \(condition)"
        let limit = limit.map { " LIMIT \($0)" } ?? ""
        return
            "SELECT \(columns) FROM \(R.collection.name)\(condition) ORDER BY \(order.joined(separator: ", "))\(limit)"
    }

    private static func column(_ key: String) -> String? { R.field(named: key).map { "\"\($0.key)\"" } }

    private static func sql(_ sort: RecordQuery<R>.Sort) -> String? {
        switch sort {
        case .order(let id): return "sort_\((R.orders.first { $0.id == id } ?? R.orders[0]).id)"
        case .field(let key, let isDescending):
            return column(key).map { "folded(\($0))\(isDescending ? " DESC" : "")" }
        }
    }

    /// The order in two sections, the second of which has it backwards, or nil where none has.
    private static func reversed(
        _ sort: RecordQuery<R>.Sort, in grouping: Grouping<R>?
    ) -> String? {
        guard case .split(let split) = grouping?.division, let order = split.reversedOrder, sort == .order(order),
            let column = sql(sort)
        else { return nil }
        return "CASE WHEN section < '1' THEN \(column) END, \(column) DESC"
    }

    /// What has to hold, or "" for everything; a field that does not exist holds nothing.
    private static func sql(_ predicate: RecordQuery<R>.Predicate, _ arguments: inout [DatabaseValue])
        -> String
    {
        switch predicate {
        case .everything: return ""
        case .equals(let key, let value): return comparison(key, "=", value, &arguments)
        case .atLeast(let key, let value): return comparison(key, ">=", value, &arguments)
        case .begins(let key, let beginnings):
            guard let column = column(key) else { return "0" }
            let parts = beginnings.map { beginning in
                arguments.append(Folding.text(beginning).databaseValue)
                return "instr(folded(\(column)), ?) = 1"
            }
            return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
        case .not(let part):
            let sql = sql(part, &arguments)
            return sql.isEmpty ? "0" : "NOT coalesce(\(sql), 0)"
        case .all(let parts):
            let all = parts.map { sql($0, &arguments) }.filter { !$0.isEmpty }
            return all.isEmpty ? "" : "(\(all.joined(separator: " AND ")))"
        }
    }

    private static func comparison(
        _ key: String, _ sign: String, _ value: FieldValue, _ arguments: inout [DatabaseValue]
    ) -> String {
        guard let column = column(key) else { return "0" }
        arguments.append(value.databaseValue)
        return "\(column) \(sign) ?"
    }
}

extension FieldValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .text(let text): text.databaseValue
        case .number(let number): number.databaseValue
        case .decimal(let decimal): decimal.databaseValue
        case .flag(let isOn): isOn.databaseValue
        case .list: text.databaseValue
        }
    }
}

extension DatabaseFunction {
    /// A text without case and accents, as search compares it; a number stays what it is.
    static let folded = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
        guard case .string(let text) = values[0].storage else { return values[0] }
        return Folding.text(text)
    }
}

extension Store {
    /// The records `request` asks for, in its order, without pictures.
    public func fetch<R: DirectoryRecord>(_ request: RecordQuery<R>) throws(StoreError)
        -> [StoredRecord<R>]
    {
        let (select, table) = (SelectStatement(request), RecordTable<R>())
        return try read { db in
            try Row.fetchAll(db, sql: select.records, arguments: StatementArguments(select.arguments)).map(table.record)
        }
    }
}
