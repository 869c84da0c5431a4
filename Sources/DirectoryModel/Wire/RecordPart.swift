public import Foundation
import Language

/// Some fields of a record, as the body of a request names them: what is absent stays, what is null is taken out.
///
/// Unlike lists that are downloaded, a body is held to its types: a number where a text belongs is refused.
public struct RecordPart<R: DirectoryRecord>: Sendable {
    private let values: [(field: Field<R>, value: FieldValue?)]

    /// Reads the fields that people may change out of an object; other keys are ignored.
    /// - Throws: `FieldBroken`, which names the first field of another type or against its rule; `NotAnObject`.
    public init(_ json: Data) throws {
        let decoder = JSONDecoder()
        let object: [String: PartValue]
        do { object = try decoder.decode([String: PartValue].self, from: json) } catch { throw NotAnObject() }
        values = try R.fields.filter { !$0.isKey && $0.editor != .readOnly }.compactMap { field in
            guard let value = object[field.key] else { return nil }
            return (field, try field.checked(value.value))
        }
    }

    /// `record` with these fields changed; what is null has the default of a new record.
    public func applied(to record: R) -> R {
        var record = record
        let empty = R(key: record.key)
        for (field, value) in values { field.set(value ?? field.value(empty), in: &record) }
        return record
    }

    /// Throws the first field that a form could not do without and that is not given.
    public func requireWhole() throws(FieldBroken) {
        for field in R.fields where field.isRequired {
            let given = values.first { $0.field.key == field.key }?.value?.text ?? ""
            guard given.isEmpty, let reason = field.reasonAgainst(given) else { continue }
            throw FieldBroken(key: field.key, label: field.label, reason: reason)
        }
    }
}

/// The body is JSON, but no object.
public struct NotAnObject: Error {}

/// A value of an object, and null told apart from nothing.
private struct PartValue: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws { value = try WireValue(from: decoder) }
}

extension Field {
    /// The value as the field keeps it, or nil for null.
    fileprivate func checked(_ value: WireValue) throws(FieldBroken) -> FieldValue? {
        guard let sent = try fitting(value) else { return nil }
        switch checked(sent) {
        case .success(let kept): return kept
        case .failure(let broken): throw FieldBroken(key: key, label: label, reason: broken.reason)
        }
    }

    private func fitting(_ value: WireValue) throws(FieldBroken) -> FieldValue? {
        switch (editor, value) {
        case (_, .nothing): return nil
        case (.flag, .bool(let isOn)): return .flag(isOn)
        case (.number, .number(let number)), (.steps, .number(let number)): return .number(number)
        case (.decimal, .number(let number)): return .decimal(Double(number))
        case (.decimal, .decimal(let decimal)): return .decimal(decimal)
        case (.list, .list(let items)): return .list(items)
        case (.text, .text(let text)), (.choice, .text(let text)), (.day, .text(let text)): return .text(text)
        default: throw FieldBroken(key: key, label: label, reason: wantedType)
        }
    }

    /// What is wrong with a value of another type.
    private var wantedType: String {
        switch editor {
        case .flag: translated("has to be true or false")
        case .number: translated("has to be a whole number")
        case .steps(let range): translated("has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
        case .decimal: translated("has to be a number")
        case .list: translated("has to be a list of texts")
        default: translated("has to be a text")
        }
    }
}

/// What a form sends to a server that makes records of orders: the fields people may change, and no others.
public struct BookingOrder<R: DirectoryRecord>: Encodable, Sendable {
    private let record: R

    public init(_ record: R) { self.record = record }

    public func encode(to encoder: any Encoder) throws {
        try record.encode(R.fields.filter { !$0.isKey && $0.editor != .readOnly }, to: encoder)
    }
}
