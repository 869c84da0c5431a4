public import Foundation
import Language

/// Some fields of a record, as the body of a request has them: an absent field stays, a null one is reset.
///
/// Unlike in downloaded lists, the types must match: a number in place of a text is refused.
public struct RecordPart<R: DirectoryRecord>: Sendable {
    private let values: [(field: Field<R>, value: FieldValue?)]

    /// Reads the fields that people may change from an object; other keys are ignored.
    /// - Throws: `FieldBroken`, which names the first field of another type or against its rule; `NotAnObject`;
    ///   `DecodingError.dataCorrupted` where it is not JSON.
    public init(_ json: Data) throws {
        let decoder = JSONDecoder()
        let object: [String: WireValue]
        do { object = try decoder.decode([String: WireValue].self, from: json) } catch DecodingError.typeMismatch {
            throw NotAnObject()
        } catch DecodingError.valueNotFound { throw NotAnObject() }
        values = try R.fields.filter { !$0.isKey && $0.editor != .readOnly }.compactMap { field in
            guard let value = object[field.key] else { return nil }
            return (field, try field.checked(value))
        }
    }

    /// `record` with these fields changed; a null field gets the default of a new record.
    public func applied(to record: R) -> R {
        var record = record
        let empty = R(key: record.key)
        for (field, value) in values { field.set(value ?? field.value(empty), in: &record) }
        return record
    }

    /// Checks that every field that a form requires is given.
    /// - Throws: `FieldBroken` for the first that is not.
    public func requireWhole() throws(FieldBroken) {
        for field in R.fields where field.isRequired {
            let given = values.first { $0.field.key == field.key }?.value?.text ?? ""
            guard given.isEmpty, let reason = field.reasonAgainst(given) else { continue }
            throw FieldBroken(field, reason)
        }
    }
}

/// The body is JSON, but not an object.
public struct NotAnObject: Error {}

extension Field {
    /// The value as the field keeps it, or nil for null.
    fileprivate func checked(_ value: WireValue) throws(FieldBroken) -> FieldValue? {
        guard let sent = try fitting(value) else { return nil }
        switch checked(sent) {
        case .success(let kept): return kept
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

    /// The reason against a value of another type.
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

/// A record as a client publishes it.
struct SentRecord<R: DirectoryRecord>: Decodable {
    let record: Result<R, any Error>
    /// The fault of the first field that has another word than it can be chosen from.
    let broken: FieldBroken?

    init(from decoder: any Decoder) throws {
        record = Result { try R(from: decoder) }
        let object = try? WireObject(decoder)
        broken = R.fields.lazy.compactMap { field in object?.value(of: field).flatMap(field.broken) }.first
    }
}

extension Field {
    /// The fault of `value`, where it cannot be chosen.
    fileprivate func broken(by value: WireValue) -> FieldBroken? {
        guard case .choice(let options) = editor, let text = value.text?.trimmed, !text.isEmpty,
            !PlaceholderText.isWord(text), !options.contains(where: { $0.isMeant(by: text) }),
            // Older dialects have numbers, and true or false, for some of the words.
            fieldValue(of: value).map(kept) == kept(.text("\u{0}")), let reason = reasonAgainst(text, .sent)
        else { return nil }
        return FieldBroken(self, reason)
    }
}
