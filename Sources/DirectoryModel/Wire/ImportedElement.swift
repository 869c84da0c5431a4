import Language

/// The values of a card or table row, not yet matched with a local record.
public struct ImportedElement: Sendable {
    private struct Value: Sendable {
        let field: Field
        let text: String
        /// The normalized value; "" means the default.
        let normalized: FieldValue
    }

    /// The columns or properties that no field reads.
    public internal(set) var unread: [UnreadColumn] = []
    /// True for a card of this program, or a row of a table that has all fields under their names. Its values have the
    /// forms of their fields.
    var isOurs = false
    /// The card's UID, or "".
    var uid = ""
    /// The names of the groups that the record is in.
    var groups: [String] = []
    /// Set if the element is a group of other elements.
    public internal(set) var group: ImportedGroup?
    /// Set if the element is not a record.
    private(set) var rejected: RejectedElement?
    private let definition: Definition
    private var values: [Value] = []
    private var broken: [FieldBroken] = []
    /// The text of the element.
    private let raw: @Sendable () -> String

    init(of definition: Definition, raw: @escaping @Sendable () -> String) {
        self.definition = definition
        self.raw = raw
    }

    init(of definition: Definition, _ rejected: RejectedElement) {
        self.init(of: definition) { rejected.raw }
        self.rejected = rejected
    }

    /// Rejects the element.
    /// - Parameter reason: the end of a sentence.
    mutating func reject(_ reason: String) {
        rejected = RejectedElement(reason: definition.refusal(reason), raw: raw())
    }

    /// Adds a value. One that the field cannot hold is reported; a text that breaks the rule is imported.
    mutating func add(_ value: FieldValue, to field: Field) {
        switch field.imported(value) {
        case .success(let normalized):
            // Invisible characters may have hidden a placeholder.
            let isPlaceholder = field.isPlaceholder(normalized.text)
            values.append(Value(field: field, text: value.text, normalized: isPlaceholder ? .text("") : normalized))
        case .failure(let error): leaveOut(FieldBroken(field, error.reason, text: value.text), of: field)
        }
    }

    /// Reports a value that could not be read; without its number, the element is rejected.
    mutating func leaveOut(_ problem: FieldBroken, of field: Field) {
        broken.append(problem)
        guard field.isKey, definition.numbering != .counted else { return }
        rejected = RejectedElement(reason: problem.sentence, raw: raw())
    }

    /// `text` in the form of `field`. Letters or digits at its end that do not fit the form are reported.
    mutating func tidied(_ text: String, for field: Field) -> String {
        let printable = text.printable
        let whole = isOurs ? printable : field.tidy(printable)
        // A text that fits is unchanged to the letter.
        if whole == printable { return text }
        let (given, fitting) = (printable.trimmed, whole.trimmed)
        guard fitting.utf8.count < given.utf8.count, given.hasPrefix(fitting) else { return whole }
        let end = given.dropFirst(fitting.count)
        if end.contains(where: { $0.isLetter || $0.isNumber }) {
            let reason = fitting.isEmpty ? field.reasonAgainst(given, .sent) : nil
            broken.append(
                FieldBroken(
                    field, reason ?? translated("can be only “\(fitting)”"), text: String(end).trimmed,
                    isEnd: !fitting.isEmpty))
        }
        return whole
    }

    /// Reports why the value of `field` may not be what the file has; nothing for nil.
    mutating func note(_ fault: String?, of field: Field) {
        if let fault { broken.append(FieldBroken(field, fault, isEnd: true)) }
    }

    /// True if a part of the person's name was added.
    var isNamed: Bool { values.contains { $0.field.card?.property == "N" } }

    /// The number that was added, or nil.
    private var number: Int? { values.first { $0.field.isKey }.flatMap { Int($0.normalized.text) } }

    /// True if a record without another name would be called `name`.
    func isCalled(_ name: String) -> Bool {
        [Record(definition, key: number ?? 0), definition.blank(key: number ?? 0)].contains {
            definition.presentation.name(applied(to: $0)).plain == name
        }
    }

    /// `record` with these values; equivalent values do not change it.
    private func applied(to record: Record) -> Record {
        var changed = record
        for value in values {
            let written = value.field.inputText(record)
            if written == value.text || (written.isEmpty && value.normalized.text.isEmpty) { continue }
            changed[value.field] = value.normalized.text.isEmpty ? value.field.defaultValue : value.normalized
        }
        // A placeholder is a name only beside another name.
        for value in values where value.field.isNameWord(changed[value.field].text) {
            if value.field.inputText(changed).isEmpty { changed[value.field] = value.field.defaultValue }
        }
        return changed
    }

    /// Matches the values with a local record.
    /// - Parameter match: returns the local record that matches, or else the imported one if it has a number, or else
    ///   nil. Fields that the element lacks retain that record's values.
    public func resolved<Failure: Error>(
        onto match: (ImportedRecord) throws(Failure) -> Record?
    ) throws(Failure) -> ReadElement {
        if let rejected { return .rejected(rejected) }
        func refused(_ reason: String) -> ReadElement {
            .rejected(RejectedElement(reason: definition.refusal(reason), raw: raw()))
        }
        let imported = applied(to: definition.blank(key: number ?? 0))
        if definition.numbering == .counted, imported.identity.isEmpty {
            return refused(translated("it has no key or name"))
        }
        let record = ImportedRecord(record: imported, isNumbered: number != nil, uid: uid, groups: groups)
        guard let local = try match(record) else {
            return refused(translated("it has no \(definition.fields[0].label)"))
        }
        return ReadElement(applied(to: local), without: broken, raw: raw())
    }
}

/// A record from a card or table row, not yet matched with a local record.
public struct ImportedRecord: Sendable {
    /// The imported values, and defaults for other fields.
    public let record: Record
    /// True if a number was imported.
    public let isNumbered: Bool
    /// The card's UID, or "".
    public let uid: String
    public let groups: [String]
}

extension FieldValue {
    fileprivate var printable: FieldValue {
        if case .list(let items) = self { return .list(items.map(\.printable.trimmed)) }
        return .text(text.printable.trimmed)
    }
}

extension Definition {
    /// A record for imported values: defaults, but "" instead of placeholders.
    func blank(key: Int) -> Record {
        var record = Record(self, key: key)
        for field in fields where field.hasTextPlaceholders { record[field] = .text("") }
        return record
    }
}

extension Field {
    /// The most bytes of an invalid text that is imported.
    private static var maxInvalidLength: Int { 10_000 }

    /// `value` as it is imported, or why the field cannot hold it. One that breaks the rule is imported as it is.
    fileprivate func imported(_ value: FieldValue) -> Result<FieldValue, RuleBroken> {
        let checked = checked(value)
        guard case .failure = checked, !isKey else { return checked }
        if isPicture { return .success(value) }
        return value.text.utf8.count <= Self.maxInvalidLength ? .success(stored(value.printable)) : checked
    }

    /// True if the field's default text is a placeholder.
    fileprivate var hasTextPlaceholders: Bool {
        if case .text = editor { !unsetValues.isEmpty } else { false }
    }
}

/// Full names in other programs' files.
extension Definition {
    /// Splits a full name: "Ana Li", or "Li, Ana".
    func named(_ whole: String) -> [(field: Field, text: String)] {
        let whole = whole.plain
        var (first, last) = (whole, "")
        let halves = whole.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
        let isSuffixed = halves.count == 2 && Self.suffixes.contains(halves[1].lowercased().filter(\.isLetter))
        if halves.count == 2, !isSuffixed {
            first = halves[1]
            last = halves[0]
        } else {
            let parts = (isSuffixed ? halves[0] : whole).split(separator: " ")
            let end = isSuffixed ? ", \(halves[1])" : ""
            if parts.count > 1 {
                first = parts.dropLast().joined(separator: " ")
                last = parts[parts.count - 1] + end
            }
        }
        return nameFields.map { ($0.field, $0.part == 0 ? last : first) }.filter { !$0.1.isEmpty }
    }

    /// Words after a comma that are not first names.
    private static var suffixes: Set<String> {
        ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "inc", "llc", "ltd", "corp", "co"]
    }

    /// An organization's name as a last name, or [] if the record has a field for it.
    func named(organization: String) -> [(field: Field, text: String)] {
        guard !fields.contains(where: { $0.card?.property == "ORG" }) else { return [] }
        return nameFields.filter { $0.part == 0 }.map { ($0.field, organization.plain) }
    }
}
