import Language

/// The values in a card or row of a table, which are not matched with a record here yet.
public struct ImportedElement<R: DirectoryRecord>: Sendable {
    /// The columns or properties with values that no field takes.
    public let unread: [UnreadColumn]

    private let fields: [ImportedField<R>]
    private let odd: [FieldBroken]
    private let uid: String
    /// The text of the element, as it is set aside.
    private let raw: @Sendable () -> String
    /// Set where it is not a record, whatever is here.
    private let rejected: RejectedElement?

    init(
        _ fields: [ImportedField<R>], odd: [FieldBroken], unread: [UnreadColumn] = [], uid: String = "",
        raw: @escaping @Sendable () -> String
    ) {
        (self.fields, self.odd, self.unread, self.uid, self.raw, rejected) = (fields, odd, unread, uid, raw, nil)
    }

    init(_ rejected: RejectedElement) {
        (fields, odd, unread, uid, raw) = ([], [], [], "", { "" })
        self.rejected = rejected
    }

    /// The record, or the element set aside with its reason.
    /// - Parameter here: returns the record here that the imported one matches, or else the imported one, under its
    ///   number; nil where it does not have a number. Fields that the element does not contain stay as in that record.
    public func placed<Failure: Error>(
        onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> ReadElement<R> {
        if let rejected { return .rejected(rejected) }
        let number = fields.first { $0.field.isKey }.flatMap { Int($0.kept.text) }
        let imported = R.unsaid(key: number ?? 0).with(fields)
        if R.definition.numbering == .counted, imported.identity.isEmpty {
            return rejected(translated("it has no key or name"))
        }
        guard let here = try here(ImportedRecord(record: imported, isNumbered: number != nil, uid: uid)) else {
            return rejected(translated("it has no \(R.fields[0].label)"))
        }
        return ReadElement(here.with(fields), without: odd, raw: raw())
    }

    private func rejected(_ reason: String) -> ReadElement<R> {
        .rejected(RejectedElement(reason: RecordDecodingError(reason: reason).sentence(about: R.self), raw: raw()))
    }
}

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
    private static var maxOddLength: Int { 10_000 }

    /// - Throws: `RecordDecodingError` where the field cannot hold it; a text that breaks the rule is kept as it came.
    init(_ field: Field<R>, _ value: FieldValue) throws(RecordDecodingError) {
        let kept = try Self.kept(field, value)
        // Invisible characters may hide a word for "none" until they are removed.
        self.kept = field.isPlaceholder(kept.text) ? .text("") : kept
        (self.field, text) = (field, value.text)
    }

    private static func kept(_ field: Field<R>, _ value: FieldValue) throws(RecordDecodingError) -> FieldValue {
        switch field.checked(value) {
        case .success(let kept): return kept
        case .failure where field.isPicture: return value
        case .failure where field.holdsAnyText && value.text.utf8.count <= maxOddLength: return value.printable
        case .failure(let broken):
            // A word that the field does not know may mean another one to it.
            let kept = field.kept(.text(value.text))
            if case .choice = field.editor, !field.isUnset(kept.text) { return kept }
            throw RecordDecodingError(field.label, broken.reason)
        }
    }

    /// The field's value, or nil where the field cannot hold it: that field is added to `odd`, and the other fields are
    /// kept.
    /// - Throws: `RecordDecodingError` where the field is the number that records are known by.
    static func unlessOdd(
        _ field: Field<R>, _ value: FieldValue, _ odd: inout [FieldBroken]
    ) throws(RecordDecodingError) -> ImportedField<R>? {
        do throws(RecordDecodingError) { return try ImportedField(field, value) } catch {
            if field.isKey, R.definition.numbering != .counted { throw error }
            odd.append(FieldBroken(field, error.reason, text: value.text))
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
        for value in imported {
            let (written, kept) = (value.field.inputText(self), value.kept)
            if written == value.text || (written.isEmpty && kept.text.isEmpty) { continue }
            value.field.set(kept.text.isEmpty ? value.field.value(empty) : kept, in: &record)
        }
        return record
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

/// Whole names in files of other programs.
extension DirectoryRecord {
    /// The fields of a last and of a first name, with their places in a vCard's name; empty where there are not any.
    static var nameFields: [(field: Field<Self>, part: Int)] {
        fields.compactMap { field in
            guard field.card?.property == "N", let part = field.card?.part, part < 2 else { return nil }
            return (field, part)
        }
    }

    /// The parts of a whole name: "Ana Li", or "Li, Ana".
    static func named(_ whole: String) -> [(field: Field<Self>, text: String)] {
        let whole = whole.plain
        var (first, last) = (whole, "")
        let halves = whole.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
        let isSuffixed = halves.count == 2 && suffixes.contains(halves[1].lowercased().filter(\.isLetter))
        if halves.count == 2, !isSuffixed {
            (first, last) = (halves[1], halves[0])
        } else {
            let words = (isSuffixed ? halves[0] : whole).split(separator: " ")
            let end = isSuffixed ? ", \(halves[1])" : ""
            if words.count > 1 {
                (first, last) = (words.dropLast().joined(separator: " "), words[words.count - 1] + end)
            }
        }
        return nameFields.map { ($0.field, $0.part == 0 ? last : first) }.filter { !$0.1.isEmpty }
    }

    /// What follows a name after a comma, and is not a first name.
    private static var suffixes: Set<String> {
        ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "inc", "llc", "ltd", "corp", "co"]
    }

    /// The name of an organization that is reached without a person's name: it stands where last names do. Empty where
    /// a field is the organization's.
    static func named(organization: String) -> [(field: Field<Self>, text: String)] {
        guard !fields.contains(where: { $0.card?.property == "ORG" }) else { return [] }
        return nameFields.filter { $0.part == 0 }.map { ($0.field, organization.plain) }
    }
}
