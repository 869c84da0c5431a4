public import ClassAPI
import Language

extension DirectoryRecord {
    public static var collection: CollectionInfo { definition.collection }
    /// Every field, the key first, in display order.
    public static var fields: [Field] { definition.fields }
    public static var home: RecordSource { definition.home }
    /// The paths where entries are published; they follow from the collection's name unless its home contains them.
    public static var entryPaths: EntryPaths { home.published ?? EntryPaths("/\(collection.name)") }
    public static var bundled: BundledList? { definition.bundled }
    public static var sandboxFile: String? { definition.sandboxFile }

    /// The field with this key, which must exist.
    public static func field(_ key: String) -> Field { fields[definition.index(of: key)] }

    /// The field that a token or a key names, case-insensitively, or nil.
    public static func field(named name: String) -> Field? {
        definition.fieldsByName[name] ?? definition.fieldsByName[name.lowercased()]
    }

    /// The value of a field for display, or "" if it is not given.
    public func displayText(_ key: String) -> String { record.displayText(key) }

    /// The owner of the record, "" if it is not given, or nil if records of this type have no owner.
    public var owner: String? { Self.definition.owner.map { Self.owner(in: record[$0].text) } }

    /// The owner that a text of the owner's field names; a placeholder names none.
    public static func owner(in text: String) -> String { definition.owner?.isPlaceholder(text) == true ? "" : text }

    /// What all versions of one record share if numbers do not identify records, because the store or several servers
    /// assign them; otherwise "".
    public var identity: String { Self.definition.identity(record) }

    /// True if every field but the key and those in `ignored` is empty.
    public func isEmpty(but ignored: Set<String> = []) -> Bool {
        Self.fields.allSatisfy { $0.isKey || ignored.contains($0.key) || $0.inputText(record).isEmpty }
    }

    /// The labels of the fields that are given in this record and not in `other`. A switch is always given.
    package func fieldsCleared(in other: Self) -> [String] {
        Self.fields.filter { $0.editor != .flag && !$0.inputText(record).isEmpty && $0.inputText(other.record).isEmpty }
            .map(\.label)
    }

    /// The fields whose values differ in `other`, in field order.
    public func differences(from other: Self) -> [FieldDifference] {
        Self.fields.compactMap { FieldDifference(in: $0, from: record, to: other.record) }
    }
}

/// Whether a record can be kept, no matter if it comes from a form, the command line, or a request.
extension Field {
    /// Why `text` cannot be kept, as the rest of a sentence that starts with the label, or nil.
    public func reasonAgainst(_ text: String, _ origin: Rule.Origin = .typed) -> String? {
        broken(by: text, origin)?.reason
    }

    /// Why `text` cannot be kept, and what to do, or nil.
    public func broken(by text: String, _ origin: Rule.Origin = .typed) -> RuleBroken? {
        if isPlaceholder(text) { return isRequired ? missing : nil }
        return switch rule.checked(text, origin) {
        case .failure(let broken): broken
        case .success(let kept): isRequired && kept.isEmpty ? missing : nil
        }
    }

    /// The advice to give it a value, in words that suit singular and plural labels.
    public var missingWords: String { translated("Fill in \(label).") }

    private var missing: RuleBroken { RuleBroken(translated("must be filled in"), advice: missingWords) }

    /// True if `text` gives a value. A switch alone does not, nor does a text that the rule reduces to nothing.
    public func isGiven(by text: String) -> Bool {
        guard !isKey, editor != .flag, !isPlaceholder(text) else { return false }
        return (try? rule.checked(text).get())?.isEmpty == false
    }
}

extension DirectoryRecord {
    /// Why the record cannot be kept as it is, one sentence per field except the key.
    public var reasonsAgainst: [String] {
        Self.fields.filter { !$0.isKey }.compactMap { field in
            field.reasonAgainst(field.inputText(record), .sent).map { translated("\(field.label) \($0).") }
        }
    }

    /// The record with only its key, owner, and name.
    public var cleared: Self {
        var cleared = Self(key: key)
        for field in Self.fields where field.key == Self.definition.owner?.key || field.editor == .text(.name) {
            cleared.record[field] = record[field]
        }
        return cleared
    }

    public var isGiven: Bool { Self.fields.contains { $0.isGiven(by: $0.inputText(record)) } }

    /// The record, placed last in a list whose largest place is `largest` unless it has a place. No place is after the
    /// largest number; records without one are last.
    public func placed(after largest: Int?) -> Self {
        guard let field = Self.definition.place, field.inputText(record).isEmpty else { return self }
        let next = max(0, largest ?? 0).addingReportingOverflow(1)
        guard !next.overflow else { return self }
        var record = self
        record.record[field] = .number(next.partialValue)
        return record
    }

    /// What the server reported about an order, one item per line: the sentence first, then the day in the local time
    /// zone, then the other fields with labels.
    public var answerLines: [String] {
        let told = Self.fields.filter { $0.editor == .readOnly && !$0.displayText(record).isEmpty }
        let days = Self.fields.filter { $0.editor == .day && !$0.displayText(record).isEmpty }
        let labeled = (days + told.dropFirst()).map { translated("\($0.label): \($0.displayText(record))") }
        return (told.first.map { [$0.displayText(record)] } ?? []) + labeled
    }
}

extension DirectoryRecord {
    /// Records that together have a value in every field, and every option of its choices.
    public static var specimens: [Self] {
        let options = fields.map { field in
            if case .choice(let options) = field.editor { options.map(\.value) } else { [String]() }
        }
        return (0..<max(1, options.map(\.count).max() ?? 1)).map { number in
            var record = Self(key: number + 1)
            for (field, options) in zip(fields, options) where !field.isPicture {
                switch field.editor {
                case .choice where !options.isEmpty: record.record[field] = .text(options[number % options.count])
                case .flag: record.record[field] = .flag(number.isMultiple(of: 2))
                case .number, .steps: record.record[field] = .number(number + 2)
                case .decimal: record.record[field] = .decimal(Double(number) + 0.5)
                case .list: record.record[field] = .list(["\(field.key) Éa", "b"])
                default: record.record[field] = .text("\(field.key) Éa")
                }
            }
            return record
        }
    }
}
