import Language

/// The values of one record of a collection.
public struct Record: Equatable, Encodable, Sendable {
    public let definition: Definition
    /// A value for each field, in the order of the definition; the first is the key.
    public private(set) var values: [FieldValue]

    /// A record in which each field has its default.
    public init(_ definition: Definition, key: Int) {
        self.definition = definition
        values = definition.defaultValues
        values[0] = .number(key)
    }

    /// The value of a field of the definition. Setting the key, or a value that the field cannot hold, does nothing.
    public subscript(field: Field) -> FieldValue {
        get { values[field.index] }
        set { set(newValue, at: field.index) }
    }

    mutating func set(_ newValue: FieldValue, at index: Int) {
        guard index > 0, let value = definition.fields[index].kind.stored(newValue) else { return }
        values[index] = value
    }

    /// The value of the field with this key, which must exist.
    public subscript(key: String) -> FieldValue {
        get { values[definition.index(of: key)] }
        set { self[definition.fields[definition.index(of: key)]] = newValue }
    }

    /// The value of the field with this key for display, or "" if it is not given.
    public func displayText(_ key: String) -> String {
        definition.fields[definition.index(of: key)].displayText(self)
    }

    public var key: Int { Int(fieldValue: values[0]) ?? 0 }

    /// The same record under another key.
    public func keyed(_ key: Int) -> Record {
        var record = self
        record.values[0] = .number(key)
        return record
    }

    public static func == (one: Record, other: Record) -> Bool {
        one.definition === other.definition && one.values == other.values
    }
}

extension Record {
    /// The owner of the record, "" if it is not given, or nil if records of this type have no owner.
    public var owner: String? { definition.owner.map { definition.owner(in: self[$0].text) } }

    /// What all versions of one record share if numbers do not identify records, because the store or several servers
    /// assign them; otherwise "".
    public var identity: String { definition.identity(self) }

    /// True if every field but the key and those in `ignored` is empty.
    public func isEmpty(but ignored: Set<String> = []) -> Bool {
        definition.fields.allSatisfy { $0.isKey || ignored.contains($0.key) || $0.inputText(self).isEmpty }
    }

    /// The labels of the fields that are given in this record and not in `other`. A switch is always given.
    package func fieldsCleared(in other: Record) -> [String] {
        definition.fields
            .filter { $0.editor != .flag && !$0.inputText(self).isEmpty && $0.inputText(other).isEmpty }.map(\.label)
    }

    /// The fields whose values differ in `other`, in field order.
    public func differences(from other: Record) -> [FieldDifference] {
        definition.fields.compactMap { FieldDifference(in: $0, from: self, to: other) }
    }

    /// Why a new record cannot be saved as it is, one sentence per field.
    public var reasonsAgainst: [String] { reasonsAgainst(replacing: nil) }

    /// Why the record cannot be saved, one sentence per field. What no form edits may be as it was.
    /// - Parameters:
    ///   - old: the version that it replaces; nil for a new record.
    ///   - isPartial: true if required values may be missing.
    public func reasonsAgainst(replacing old: Record?, isPartial: Bool = false) -> [String] {
        let isNamed = definition.fields.contains { $0.editor == .text(.name) && !$0.inputText(self).isEmpty }
        return definition.fields.compactMap { field in
            let text = field.inputText(self)
            guard !field.isKey, field.isEdited || old?[field] != self[field], !(isPartial && text.isEmpty) else {
                return nil
            }
            return field.broken(by: text, .sent, replacing: old.map(field.inputText), isNamed: isNamed)
                .map { translated("\(field.label) \($0.reason).") }
        }
    }

    /// The record with only its key, owner, and name.
    public var cleared: Record {
        var cleared = Record(definition, key: key)
        for field in definition.fields where field.key == definition.owner?.key || field.editor == .text(.name) {
            cleared[field] = self[field]
        }
        return cleared
    }

    public var isGiven: Bool { definition.fields.contains { $0.isGiven(by: $0.inputText(self)) } }

    /// The record, moved to the end of a list whose last position is `largest`, unless it has a position. No position
    /// follows the largest number; records without a position come last.
    public func positioned(after largest: Int?) -> Record {
        guard let field = definition.position, field.inputText(self).isEmpty else { return self }
        let next = max(0, largest ?? 0).addingReportingOverflow(1)
        guard !next.overflow else { return self }
        var record = self
        record[field] = .number(next.partialValue)
        return record
    }

    /// The record with the number and address that the server assigned.
    public func hosted(as key: Int, at url: String) -> Record {
        var record = keyed(key)
        if let address = definition.address { record[address] = .text(url) }
        return record
    }

    /// The record with its flag off, as new records are.
    public var withToggleOff: Record { withToggle { _ in false } }

    /// The record with its flag flipped.
    public var toggled: Record { withToggle { !$0 } }

    private func withToggle(_ change: (Bool) -> Bool) -> Record {
        guard let toggle = definition.toggle else { return self }
        var record = self
        record[toggle.key] = .flag(change(self[toggle.key].isOn))
        return record
    }

    /// What the server reported about an order, one item per line: the sentence first, then the day in the local time
    /// zone, then the other fields with labels.
    public var answerLines: [String] {
        let answers = definition.fields.filter { $0.editor == .readOnly && !$0.displayText(self).isEmpty }
        let days = definition.fields.filter { $0.editor == .day && !$0.displayText(self).isEmpty }
        let labeled = (days + answers.dropFirst()).map { translated("\($0.label): \($0.displayText(self))") }
        return (answers.first.map { [$0.displayText(self)] } ?? []) + labeled
    }
}
