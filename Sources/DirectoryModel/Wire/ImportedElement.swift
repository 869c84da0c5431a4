import Language

/// The values of a card or table row, not yet matched with a local record.
public struct ImportedElement<R: DirectoryRecord>: Sendable {
    /// The columns or properties that no field reads.
    public let unread: [UnreadColumn]

    private let fields: [ImportedField<R>]
    private let odd: [FieldBroken]
    private let uid: String
    /// The text of the element.
    private let raw: @Sendable () -> String
    /// Set if the element is not a record.
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

    /// Matches the values with a local record.
    /// - Parameter here: returns the local record that matches, or else the imported one if it has a number, or else
    ///   nil. Fields that the element lacks keep that record's values.
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

/// A record from a card or table row, not yet matched with a local record.
public struct ImportedRecord<R: DirectoryRecord>: Sendable {
    /// The imported values, and defaults for other fields.
    public let record: R
    /// True if a number was imported.
    public let isNumbered: Bool
    /// The card's UID, or "".
    public let uid: String
}

/// The value of a field in a card or table row.
struct ImportedField<R: DirectoryRecord>: Sendable {
    let field: Field<R>
    let text: String
    /// The normalized value; "" means the default.
    let kept: FieldValue

    /// The longest invalid text that is kept, in bytes.
    private static var maxOddLength: Int { 10_000 }

    /// Keeps a text that breaks the rule.
    /// - Throws: `RecordDecodingError` if the field cannot hold the value.
    init(_ field: Field<R>, _ value: FieldValue) throws(RecordDecodingError) {
        let kept = try Self.kept(field, value)
        // Invisible characters may have hidden a placeholder.
        self.kept = field.isPlaceholder(kept.text) ? .text("") : kept
        (self.field, text) = (field, value.text)
    }

    private static func kept(_ field: Field<R>, _ value: FieldValue) throws(RecordDecodingError) -> FieldValue {
        switch field.checked(value) {
        case .success(let kept): return kept
        case .failure where field.isPicture: return value
        case .failure where field.holdsAnyText && value.text.utf8.count <= maxOddLength: return value.printable
        case .failure(let broken):
            // The field may map an unknown word to another value.
            let kept = field.kept(.text(value.text))
            if case .choice = field.editor, !field.isUnset(kept.text) { return kept }
            throw RecordDecodingError(field.label, broken.reason)
        }
    }

    /// The field's value, or nil if the field cannot hold it and was added to `odd`.
    /// - Throws: `RecordDecodingError` for the record's number.
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
    fileprivate var printable: FieldValue {
        if case .list(let items) = self { return .list(items.map(\.printable.trimmed)) }
        return .text(text.printable.trimmed)
    }
}

extension DirectoryRecord {
    /// A record for imported values: defaults, but "" instead of placeholders.
    static func unsaid(key: Int) -> Self {
        var record = Self(key: key)
        for field in fields where field.hasTextPlaceholders { field.set(.text(""), in: &record) }
        return record
    }

    /// The record with the imported values; equivalent values do not change it.
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
    /// True if the field may keep a text that breaks its rule.
    fileprivate var holdsAnyText: Bool {
        switch editor {
        case .text, .list: !isKey
        default: false
        }
    }

    /// True if the field's default text is a placeholder.
    fileprivate var hasTextPlaceholders: Bool {
        if case .text = editor { !unsetWords.isEmpty } else { false }
    }
}

/// Full names in other programs' files.
extension DirectoryRecord {
    /// The fields of last and first name with their places in a vCard's N property, or [].
    static var nameFields: [(field: Field<Self>, part: Int)] {
        fields.compactMap { field in
            guard field.card?.property == "N", let part = field.card?.part, part < 2 else { return nil }
            return (field, part)
        }
    }

    /// Splits a full name: "Ana Li", or "Li, Ana".
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

    /// Words after a comma that are not first names.
    private static var suffixes: Set<String> {
        ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "inc", "llc", "ltd", "corp", "co"]
    }

    /// An organization's name as a last name, or [] if the record has a field for it.
    static func named(organization: String) -> [(field: Field<Self>, text: String)] {
        guard !fields.contains(where: { $0.card?.property == "ORG" }) else { return [] }
        return nameFields.filter { $0.part == 0 }.map { ($0.field, organization.plain) }
    }
}
