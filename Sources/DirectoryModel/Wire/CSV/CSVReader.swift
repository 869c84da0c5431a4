import Language

/// Reads the rows of a table of comma separated values, whose first row names the columns.
public struct CSVReader<R: DirectoryRecord>: Sendable {
    /// The columns of each field that has any.
    private let columns: [Columns]

    private struct Columns: Sendable {
        let field: Field<R>
        /// Where they are; the first that says something counts.
        let places: [Int]
        /// True where they are called as other programs call them.
        let isElsewhere: Bool
    }

    /// Finds the columns by label, key, token or alias, in any case, where the first of two for one field counts;
    /// or else by the names that other programs have for them.
    /// - Throws: `ListError.notAList` where no column is known.
    public init(header: CSVRow) throws(ListError) {
        let names = (header.cells ?? []).map { $0.plain.lowercased() }
        let known = R.fieldsByName
        let own = names.map { known[$0] }
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        columns = R.fields.filter { !$0.isPicture }.compactMap { field in
            if let place = own.firstIndex(of: field.key) {
                return Columns(field: field, places: [place], isElsewhere: false)
            }
            let places = field.columnNames.compactMap { places[$0.lowercased()] }
            return places.isEmpty ? nil : Columns(field: field, places: places, isElsewhere: true)
        }
        if columns.isEmpty { throw .notAList }
    }

    /// The record `row` holds, held against its fields' rules, or the row set aside with its reason.
    /// - Parameters:
    ///   - row: the line of the table.
    ///   - here: the record that is the same one here, or else the one it was given, under its number; nil where it has
    ///     none. Fields that the file has no column for stay as they are there.
    public func read<Failure: Error>(
        _ row: CSVRow, onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> ReadElement<R> {
        let fields: [ImportedField<R>]
        var odd: [OddField] = []
        do throws(NotARecord) { fields = try self.fields(row, &odd) } catch { return .rejected(rejected(row, error)) }
        switch try ReadElement<R>.placing(fields, onto: here) {
        case .success(let record):
            guard let first = odd.first else { return .record(record) }
            return .partly(record, unread: Set(odd.map(\.key)), rejected(row, first.reason))
        case .failure(let reason): return .rejected(rejected(row, reason))
        }
    }

    private func rejected(_ row: CSVRow, _ reason: NotARecord) -> RejectedElement {
        RejectedElement(reason: reason.sentence(about: R.self), raw: row.raw)
    }

    private func fields(_ row: CSVRow, _ odd: inout [OddField]) throws(NotARecord) -> [ImportedField<R>] {
        guard let cells = row.cells else { throw NotARecord(reason: Self.reasonAgainst(row)) }
        var fields: [ImportedField<R>] = []
        for column in columns {
            let texts = column.places.filter { $0 < cells.count }.map { CSVText.unguarded(cells[$0]) }
            if !column.isElsewhere, let text = texts.first {
                // Commas alone divide what we wrote.
                let tidied = column.field.tidy(text)
                let value: FieldValue = column.field.editor == .list ? .list(tidied.commaSeparated) : .text(tidied)
                fields += [try .unlessOdd(column.field, value, &odd)].compactMap(\.self)
            } else if let text = texts.first(where: { !$0.trimmed.isEmpty }) {
                // Several values in one cell are Google's way.
                let first = text.split(separator: " ::: ").first.map(String.init) ?? text
                fields += [try .unlessOdd(column.field, .text(column.field.tidy(first)), &odd)].compactMap(\.self)
            }
        }
        return fields
    }
}

extension CSVReader {
    /// Why a row has no cells.
    private static func reasonAgainst(_ row: CSVRow) -> String {
        if row.isTooLarge { return translated("it is larger than 4 MB") }
        if row.hasTooManyCells { return translated("it has more cells than any table") }
        return translated("it is neither UTF-8 nor Windows-1252")
    }
}

extension DirectoryRecord {
    /// The keys of the fields that columns' names mean, a label, a key, a token or an alias, in small letters.
    fileprivate static var fieldsByName: [String: String] {
        let ways: [(Field<Self>) -> [String]] = [
            { [$0.label, $0.name.english] }, { [$0.key] }, { [$0.token].compactMap(\.self) }, \.aliases,
        ]
        var keys: [String: String] = [:]
        for names in ways {
            for field in fields {
                for name in names(field).map({ $0.lowercased() }) where keys[name] == nil { keys[name] = field.key }
            }
        }
        return keys
    }
}
