/// Reads the rows of a table of comma separated values, whose first row names the columns.
public struct CSVReader<R: Record>: Sendable {
    /// The field of each column, or nil where none has its name.
    private let columns: [Field<R>?]

    /// Finds the columns by label, key, token or alias, in any case; the first of two for one field counts.
    /// - Throws: `ListProblem.notAList` where no column is known.
    public init(header: CSVRow) throws(ListProblem) {
        var seen: Set<String> = []
        columns = (header.cells ?? []).map { name in
            guard let field = R.field(called: name.plain), !field.isPicture, seen.insert(field.key).inserted else {
                return nil
            }
            return field
        }
        if seen.isEmpty { throw .notAList }
    }

    /// The record `row` holds, held against its fields' rules, or the row set aside with its reason.
    /// - Parameter here: the record that is the same one here, or else the one it was given, under its number. Fields
    ///   that the file has no column for stay as they are there.
    public func read<Failure: Error>(
        _ row: CSVRow, onto here: (R) throws(Failure) -> R
    ) throws(Failure) -> ReadElement<R> {
        let cells: [Cell]
        let record: R
        do throws(NotARecord) {
            cells = try self.cells(row)
            record = try R(key: key(cells)).with(cells)
            if R.numbering == .counted, record.identity.isEmpty {
                throw NotARecord(reason: "it has nothing to know it by")
            }
        } catch {
            return .setAside(SetAside(reason: error.sentence(about: R.self), raw: row.raw))
        }
        return .record(try here(record).with(cells))
    }

    private func cells(_ row: CSVRow) throws(NotARecord) -> [Cell] {
        guard let texts = row.cells else { throw NotARecord(reason: "it is not UTF-8, or larger than 4 MB") }
        var cells: [Cell] = []
        for (field, text) in zip(columns, texts) {
            guard let field else { continue }
            let text = CSVText.unguarded(text)
            switch field.rule.checked(text) {
            case .success(let kept): cells.append(Cell(field: field, text: text, kept: kept))
            case .failure(let broken): throw NotARecord(field.label, broken.reason)
            }
        }
        return cells
    }

    /// Records that the store counts may come without a number: 0 stands for the next one.
    private func key(_ cells: [Cell]) throws(NotARecord) -> Int {
        let text = cells.first { $0.field.isKey }?.kept ?? ""
        if let key = Int(text) { return key }
        guard R.numbering == .counted else { throw NotARecord(reason: "it has no \(R.fields[0].label)") }
        return 0
    }

    private typealias Cell = CSVCell<R>
}

/// What a row says of one field.
private struct CSVCell<R: Record> {
    let field: Field<R>
    /// As it stood there.
    let text: String
    /// As the field's rule keeps it.
    let kept: String
}

extension Record {
    /// The field a column's name means: a label, a key, a token or an alias.
    fileprivate static func field(called name: String) -> Field<Self>? {
        let ways: [(Field<Self>) -> [String]] = [
            { [$0.label] }, { [$0.key] }, { [$0.token].compactMap(\.self) }, \.aliases,
        ]
        for names in ways {
            if let found = fields.first(where: { names($0).contains { $0.caseInsensitiveEquals(name) } }) {
                return found
            }
        }
        return nil
    }

    /// The record with what the cells say; one that says what stands here already changes nothing.
    fileprivate func with(_ cells: [CSVCell<Self>]) -> Self {
        var record = self
        let empty = Self(key: key)
        for cell in cells where cell.field.written(self) != cell.text {
            cell.field.set(cell.kept.isEmpty ? cell.field.value(empty) : .text(cell.kept), in: &record)
        }
        return record
    }
}
