import Language

/// Reads the rows of a table of comma separated values, whose first row names the columns.
public struct CSVReader<R: DirectoryRecord>: Sendable {
    /// The columns of each field that has at least one.
    private let columns: [Columns]

    private struct Columns: Sendable {
        let field: Field<R>
        /// Their places in a row; the first that is not empty counts.
        let places: [Int]
        /// True where they have the names other programs use.
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

    /// The record in `row`, checked against its fields' rules, or the row set aside with its reason.
    /// - Parameters:
    ///   - row: the line of the table.
    ///   - here: returns the record here that the imported one matches, or else the imported one, under its number; nil
    ///     where it does not have a number. Fields without a column in the file stay as in that record.
    public func read<Failure: Error>(
        _ row: CSVRow, onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> ReadElement<R> {
        try decode(row).placed(onto: here)
    }

    /// The values in `row`, without a look at the records here: it may be called on any thread.
    public func decode(_ row: CSVRow) -> ImportedElement<R> {
        var odd: [OddField] = []
        do throws(NotARecord) {
            let fields = try self.fields(row, &odd)
            return ImportedElement(fields, odd: odd) { row.raw }
        } catch {
            return ImportedElement(RejectedElement(reason: error.sentence(about: R.self), raw: row.raw))
        }
    }

    private func fields(_ row: CSVRow, _ odd: inout [OddField]) throws(NotARecord) -> [ImportedField<R>] {
        guard let cells = row.cells else { throw NotARecord(reason: Self.reasonAgainst(row)) }
        var fields: [ImportedField<R>] = []
        for column in columns {
            let texts = column.places.filter { $0 < cells.count }.map { CSVText.unguarded(cells[$0]) }
            if !column.isElsewhere, let text = texts.first {
                // Only commas divide lists that this program wrote.
                let tidied = column.field.tidy(text)
                let value: FieldValue = column.field.editor == .list ? .list(tidied.commaSeparated) : .text(tidied)
                fields += [try .unlessOdd(column.field, value, &odd)].compactMap(\.self)
            } else if let text = texts.first(where: { !$0.trimmed.isEmpty }) {
                // Google puts several values into one cell.
                let first = text.split(separator: " ::: ").first.map(String.init) ?? text
                fields += [try .unlessOdd(column.field, .text(column.field.tidy(first)), &odd)].compactMap(\.self)
            }
        }
        return fields
    }
}

extension CSVReader {
    /// Why a row does not have cells.
    private static func reasonAgainst(_ row: CSVRow) -> String {
        if row.isTooLarge { return translated("it is larger than 4 MB") }
        if row.hasTooManyCells { return translated("it has too many cells") }
        return translated("it is not UTF-8 or Windows-1252 text")
    }
}

extension DirectoryRecord {
    /// The keys of the fields by the names of their columns: a label, a key, a token or an alias, in lower case.
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
