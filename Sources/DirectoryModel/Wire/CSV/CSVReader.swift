import Language

/// Reads the rows of a table of comma separated values, whose first row names the columns.
public struct CSVReader<R: DirectoryRecord>: Sendable {
    private let columns: TableColumns<R>

    /// Finds the columns by label, key or alias, in any case, or by the names that other programs have for them; by
    /// search tokens only where every column is one.
    /// - Parameters:
    ///   - header: the first row.
    ///   - assigned: the keys of the fields that a person assigned to columns, by the columns' places from 0; nil where
    ///     no one can assign any.
    /// - Throws: `ListError.notAList` where no column is known, and no one can assign any.
    public init(header: CSVRow, assigned: [Int: String]? = nil) throws(ListError) {
        columns = TableColumns(names: header.cells ?? [], assigned: assigned ?? [:])
        if columns.isEmpty, assigned == nil || header.cells == nil { throw .notAList }
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
        guard let cells = row.cells else {
            let reason = NotARecord(reason: Self.reasonAgainst(row))
            return ImportedElement(RejectedElement(reason: reason.sentence(about: R.self), raw: row.raw))
        }
        let found = columns.read(cells.map(CSVText.unguarded))
        do throws(NotARecord) {
            var odd: [OddField] = []
            var fields: [ImportedField<R>] = []
            for (field, found) in found.values {
                var value = found
                if case .text(let text) = found { value = .text(field.tidied(text, &odd)) }
                if let field = try ImportedField.unlessOdd(field, value, &odd) { fields.append(field) }
            }
            return ImportedElement(fields, odd: odd, unread: found.unread) { row.raw }
        } catch {
            return ImportedElement(RejectedElement(reason: error.sentence(about: R.self), raw: row.raw))
        }
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
