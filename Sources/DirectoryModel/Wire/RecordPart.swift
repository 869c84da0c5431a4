public import Foundation
import Language

/// The fields in the body of a request. Absent fields do not change; null resets a field.
///
/// Unlike in downloaded lists, types must match.
public struct RecordPart: Sendable {
    private let definition: Definition
    private let values: [(field: Field, value: FieldValue?)]

    /// Reads the editable fields of an object, ignoring other keys.
    /// - Throws: `FieldBroken` for the first field with the wrong type or an invalid value, or `JSONError`.
    public init(_ json: Data, of definition: Definition) throws {
        self.definition = definition
        let members = try json.withUnsafeBytes { try JSONCursor.members(of: $0) }
        values = try definition.fields.filter { !$0.isKey && $0.editor != .readOnly }.compactMap { field in
            guard let sent = members.first(where: { $0.key == field.key }) else { return nil }
            return (field, try field.checked(sent.value.trimmed))
        }
    }

    /// `record` with these fields changed.
    public func applied(to record: Record) -> Record {
        var record = record
        for (field, value) in values { record[field] = value ?? field.defaultValue }
        return record
    }

    /// Requires a value for every required field.
    /// - Throws: `FieldBroken` for the first that is missing.
    public func requireWhole() throws(FieldBroken) {
        for field in definition.fields where field.isRequired {
            let given = values.first { $0.field.key == field.key }?.value?.text ?? ""
            guard given.isEmpty, let reason = field.reasonAgainst(given) else { continue }
            throw FieldBroken(field, reason)
        }
    }
}

extension Field {
    /// The value to store, or nil for null.
    fileprivate func checked(_ value: WireValue) throws(FieldBroken) -> FieldValue? {
        guard let sent = try fitting(value) else { return nil }
        switch checked(sent) {
        case .success(let normalized): return normalized
        case .failure(let broken): throw FieldBroken(self, broken.reason)
        }
    }

    private func fitting(_ value: WireValue) throws(FieldBroken) -> FieldValue? {
        switch (editor, value) {
        case (_, .null): return nil
        case (.flag, .value(.flag(let isOn))): return .flag(isOn)
        case (.number, .value(.number(let number))), (.steps, .value(.number(let number))): return .number(number)
        case (.decimal, .value(.number(let number))): return .decimal(Double(number))
        case (.decimal, .value(.decimal(let decimal))): return .decimal(decimal)
        case (.list, .value(.list(let items))): return .list(items)
        case (.text, .value(.text(let text))), (.choice, .value(.text(let text))), (.day, .value(.text(let text))):
            return .text(text)
        default: throw FieldBroken(self, wantedType)
        }
    }

    /// The error for a value of the wrong type.
    private var wantedType: String {
        switch editor {
        case .flag: translated("must be true or false")
        case .number: translated("must be a whole number")
        case .steps(let range): translated("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        case .decimal: translated("must be a number")
        case .list: translated("must be a list")
        default: translated("must be text")
        }
    }
}
