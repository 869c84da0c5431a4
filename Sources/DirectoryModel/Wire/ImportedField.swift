import Language

/// A record that a card or a row of a table brought along, before it is known which one here it is.
public struct ImportedRecord<R: DirectoryRecord>: Sendable {
    /// What was brought, and every other field at what a new record that is brought says.
    public let record: R
    /// True where it says its number.
    public let isNumbered: Bool
}

/// What a card or a row of a table says of one field.
struct ImportedField<R: DirectoryRecord> {
    let field: Field<R>
    /// As it stood there.
    let text: String
    /// As the field's rule keeps it; "" stands for what a new record says.
    let kept: FieldValue

    /// The longest text that is kept although it breaks its rule, in bytes.
    private static var longestOdd: Int { 10_000 }

    /// - Throws: `NotARecord` where the field cannot hold it; a text that breaks the rule is kept as it came.
    init(_ field: Field<R>, _ value: FieldValue) throws(NotARecord) {
        let kept = try Self.kept(field, value)
        // What is not seen may hide a word for nothing until it is left out.
        self.kept = field.isWordForNothing(kept.text) ? .text("") : kept
        (self.field, text) = (field, value.text)
    }

    private static func kept(_ field: Field<R>, _ value: FieldValue) throws(NotARecord) -> FieldValue {
        switch field.checked(value) {
        case .success(let kept): return kept
        case .failure where field.holdsAnyText && value.text.utf8.count <= longestOdd: return value.printable
        case .failure(let broken):
            // A word that is none of those the field knows may be another one to it.
            var record = R(key: 0)
            field.set(.text(value.text), in: &record)
            if case .choice = field.editor, !field.written(record).isEmpty { return field.value(record) }
            throw NotARecord(field.label, broken.reason)
        }
    }

    /// What the field says, or nil where it must be one of a few words and this is another: that one is added to
    /// `odd`, and costs nothing but itself.
    static func unlessOdd(
        _ field: Field<R>, _ value: FieldValue, _ odd: inout [OddField]
    ) throws(NotARecord) -> ImportedField<R>? {
        do throws(NotARecord) { return try ImportedField(field, value) } catch {
            guard case .choice = field.editor else { throw error }
            odd.append(OddField(key: field.key, reason: error))
            return nil
        }
    }
}

/// A field that was brought, and that the record cannot hold.
struct OddField {
    let key: String
    let reason: NotARecord
}

extension FieldValue {
    /// As it came, but for control characters and what else is left out of a printable text.
    fileprivate var printable: FieldValue {
        if case .list(let items) = self { return .list(items.map(\.printable.trimmed)) }
        return .text(text.printable.trimmed)
    }
}

extension DirectoryRecord {
    /// A new record before anything is said of it: every field at its default, but no word that stands for a text.
    static func unsaid(key: Int) -> Self {
        var record = Self(key: key)
        for field in fields where field.hasTextWordsForNothing { field.set(.text(""), in: &record) }
        return record
    }

    /// The record with what was brought; what says the same as stands here already changes nothing.
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
    /// True where `record` says the same, or both say nothing.
    fileprivate func isSaid(by record: R) -> Bool {
        let written = field.written(record)
        return written == text || (written.isEmpty && kept.text.isEmpty)
    }
}

extension Field {
    /// True where a text can be kept that breaks the field's rule.
    fileprivate var holdsAnyText: Bool {
        switch editor {
        case .text, .list: !isKey
        default: false
        }
    }

    /// True for a text that may say by a word of its own that it was not given.
    fileprivate var hasTextWordsForNothing: Bool {
        if case .text = editor { !unsetWords.isEmpty } else { false }
    }
}

extension ReadElement {
    /// The record that these fields make, on the one that `here` says it is, or why it is none.
    static func placing<Failure: Error>(
        _ fields: [ImportedField<R>], onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> Result<R, NotARecord> {
        let written = fields.first { $0.field.isKey }?.kept.text ?? ""
        let number = Int(written)
        let record = R.unsaid(key: number ?? 0).with(fields)
        if R.numbering == .counted, record.identity.isEmpty {
            return .failure(NotARecord(reason: translated("it has nothing to know it by")))
        }
        guard let here = try here(ImportedRecord(record: record, isNumbered: number != nil)) else {
            return .failure(NotARecord(reason: translated("it has no \(R.fields[0].label)")))
        }
        return .success(here.with(fields))
    }
}
