import Language

/// A record in an imported card or row of a table, before it is matched with a record here.
public struct ImportedRecord<R: DirectoryRecord>: Sendable {
    /// The imported values; every other field has the value of a new imported record.
    public let record: R
    /// True where it contains its number.
    public let isNumbered: Bool
    /// The identifier that its card has among all cards, or "".
    public let uid: String
}

/// The value of one field in an imported card or row of a table.
struct ImportedField<R: DirectoryRecord>: Sendable {
    let field: Field<R>
    /// The imported text.
    let text: String
    /// The value after the field's rule; "" means the value of a new record.
    let kept: FieldValue

    /// The longest text that is kept although it breaks its rule, in bytes.
    private static var longestOdd: Int { 10_000 }

    /// - Throws: `NotARecord` where the field cannot hold it; a text that breaks the rule is kept as it came.
    init(_ field: Field<R>, _ value: FieldValue) throws(NotARecord) {
        let kept = try Self.kept(field, value)
        // Invisible characters may hide a word for "none" until they are removed.
        self.kept = field.isPlaceholder(kept.text) ? .text("") : kept
        (self.field, text) = (field, value.text)
    }

    private static func kept(_ field: Field<R>, _ value: FieldValue) throws(NotARecord) -> FieldValue {
        switch field.checked(value) {
        case .success(let kept): return kept
        case .failure where field.isPicture: return value
        case .failure where field.holdsAnyText && value.text.utf8.count <= longestOdd: return value.printable
        case .failure(let broken):
            // A word that the field does not know may mean another one to it.
            var record = R(key: 0)
            field.set(.text(value.text), in: &record)
            if case .choice = field.editor, !field.inputText(record).isEmpty { return field.value(record) }
            throw NotARecord(field.label, broken.reason)
        }
    }

    /// The field's value, or nil where the field cannot hold it: that field is added to `odd`, and the other fields are
    /// kept.
    /// - Throws: `NotARecord` where the field is the number that records are known by.
    static func unlessOdd(
        _ field: Field<R>, _ value: FieldValue, _ odd: inout [OddField]
    ) throws(NotARecord) -> ImportedField<R>? {
        do throws(NotARecord) { return try ImportedField(field, value) } catch {
            if field.isKey, R.definition.numbering != .counted { throw error }
            odd.append(OddField(key: field.key, label: field.label, text: value.text, reason: error.reason))
            return nil
        }
    }
}

extension FieldValue {
    /// The value without control characters and what else a printable text omits.
    fileprivate var printable: FieldValue {
        if case .list(let items) = self { return .list(items.map(\.printable.trimmed)) }
        return .text(text.printable.trimmed)
    }
}

extension DirectoryRecord {
    /// A new record before any value is imported: every field at its default, but texts without words for "none".
    static func unsaid(key: Int) -> Self {
        var record = Self(key: key)
        for field in fields where field.hasTextPlaceholders { field.set(.text(""), in: &record) }
        return record
    }

    /// The record with the imported values; a value that is equivalent to the present one does not change it.
    func with(_ imported: [ImportedField<Self>]) -> Self {
        var record = self
        let empty = Self(key: key)
        for value in imported where !value.isSaid(by: self) {
            value.field.set(value.kept.text.isEmpty ? value.field.value(empty) : value.kept, in: &record)
        }
        return record
    }
}

extension ImportedField {
    /// True where `record` has the same value, or neither has one.
    fileprivate func isSaid(by record: R) -> Bool {
        let written = field.inputText(record)
        return written == text || (written.isEmpty && kept.text.isEmpty)
    }
}

extension Field {
    /// True where a text that breaks the field's rule can be kept.
    fileprivate var holdsAnyText: Bool {
        switch editor {
        case .text, .list: !isKey
        default: false
        }
    }

    /// True for a text that may be a word for "none".
    fileprivate var hasTextPlaceholders: Bool {
        if case .text = editor { !unsetWords.isEmpty } else { false }
    }
}

extension ReadElement {
    /// The record that these fields make, based on the one that `here` returns, or why they do not make one.
    static func placing<Failure: Error>(
        _ fields: [ImportedField<R>], uid: String, onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> Result<R, NotARecord> {
        let written = fields.first { $0.field.isKey }?.kept.text ?? ""
        let number = Int(written)
        let record = R.unsaid(key: number ?? 0).with(fields)
        if R.definition.numbering == .counted, record.identity.isEmpty {
            return .failure(NotARecord(reason: translated("it has no key or name")))
        }
        guard let here = try here(ImportedRecord(record: record, isNumbered: number != nil, uid: uid)) else {
            return .failure(NotARecord(reason: translated("it has no \(R.fields[0].label)")))
        }
        return .success(here.with(fields))
    }
}
