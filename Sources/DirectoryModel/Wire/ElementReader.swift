public import Foundation
import Language

/// An element of a list that is not a record. It is saved so that a person can correct it.
public struct RejectedElement: Equatable, Sendable {
    /// Why, as a sentence in the user's language at the time.
    public let reason: String
    /// The start of the element's text.
    public let raw: String
    /// What was left out of which record, if the rest was read.
    public let leftOut: String?

    public init(reason: String, raw: String, leftOut: String? = nil) {
        (self.reason, self.raw, self.leftOut) = (reason, raw, leftOut)
    }

    init(reason: String, bytes: Data) {
        self.init(reason: reason, raw: bytes.rejectedText)
    }

    /// The most bytes of an element that are saved.
    public static let maxRawLength = 65_536
}

/// Reads the elements of a JSON list one by one, so that a bad element does not affect the others.
public struct ElementReader: Sendable {
    let definition: Definition
    private let isStrict: Bool
    private let isNumbered: Bool

    /// - Parameters:
    ///   - isStrict: true if records must follow their fields' rules.
    ///   - isNumbered: true if an element without a number is rejected.
    public init(_ definition: Definition, isStrict: Bool = false, isNumbered: Bool = false) {
        self.definition = definition
        self.isStrict = isStrict
        self.isNumbered = isNumbered
    }

    /// The record in `element`, or the element with the reason why it is rejected.
    public func read(_ element: ListElement) -> ReadElement {
        switch element {
        case .rejected(let rejected): .rejected(rejected)
        case .whole(let bytes): bytes.withUnsafeBytes { read($0, ByteOutline($0)) }
        }
    }

    /// Reads with `JSONDecoder` alone, which defines what `read` must return.
    package func decode(_ element: ListElement) -> ReadElement {
        switch element {
        case .rejected(let rejected): .rejected(rejected)
        case .whole(let bytes): decode(bytes)
        }
    }

    /// - Parameter outline: the outline of `bytes`.
    func read(_ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline) -> ReadElement {
        guard !Self.hasTooManyValues(bytes), let record = JSONObjectReader.record(bytes, outline, in: definition)
        else {
            return decode(Data(bytes))
        }
        do { return .record(try checked(record)) } catch { return rejected(error, Data(bytes)) }
    }

    /// Reads a record that a client publishes. Unlike in downloaded lists, choices must be known words.
    /// - Returns: the record, and the error of the first field with an unknown word.
    /// - Throws: `DecodingError` if the bytes are not JSON.
    public func readSent(_ bytes: Data) throws -> (element: ReadElement, broken: FieldBroken?) {
        guard !bytes.withUnsafeBytes(Self.hasTooManyValues) else { return (decode(bytes), nil) }
        do {
            let object = try JSONDecoder().decode(WireObject.self, from: bytes)
            let broken = definition.fields.lazy.compactMap { field in object.value(of: field).flatMap(field.broken) }
                .first
            return (element(bytes) { try Record(definition, object) }, broken)
        } catch let error as RecordDecodingError { return (rejected(error, bytes), nil) }
    }

    private func decode(_ bytes: Data) -> ReadElement {
        element(bytes) {
            guard !bytes.withUnsafeBytes(Self.hasTooManyValues) else {
                throw RecordDecodingError(reason: translated("it is nested too deeply or too long"))
            }
            return try Record(definition, JSONDecoder().decode(WireObject.self, from: bytes))
        }
    }

    private func element(_ bytes: Data, _ record: () throws -> Record) -> ReadElement {
        do {
            do { return .record(try checked(try record())) } catch let partly as PartialDecodingError {
                return ReadElement(try checked(partly.record), without: partly.fields, raw: bytes.rejectedText)
            }
        } catch { return rejected(error, bytes) }
    }

    private func checked(_ record: Record) throws -> Record {
        if isNumbered, record.key <= 0 { throw RecordDecodingError(reason: translated("it has no number")) }
        return isStrict ? try record.normalized() : record
    }

    private func rejected(_ error: any Error, _ bytes: Data) -> ReadElement {
        .rejected(RejectedElement(reason: reason(for: error), bytes: bytes))
    }

    /// A decoder needs hundreds of bytes per value, no matter how short.
    private static func hasTooManyValues(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > maxValues, var position = bytes.baseAddress else { return false }
        let end = position + bytes.count
        var commas = 0
        while let comma = memchr(position, Int32(UInt8(ascii: ",")), end - position) {
            commas += 1
            if commas > maxValues { return true }
            position = UnsafeRawPointer(comma) + 1
        }
        return false
    }

    private static var maxValues: Int { 20_000 }

    /// The sentence for an error; `otherwise` if the element could not be read at all.
    func reason(for error: any Error, otherwise: String = translated("The entry is not valid JSON.")) -> String {
        if let broken = error as? FieldBroken { return broken.sentence }
        return (error as? RecordDecodingError).map { definition.refusal($0.reason) } ?? otherwise
    }
}

extension Data {
    /// The start of an element's text.
    var rejectedText: String { String(decoding: prefix(RejectedElement.maxRawLength), as: UTF8.self) }
}

/// What an element contains.
public enum ReadElement: Sendable {
    case record(Record)
    case rejected(RejectedElement)
    /// A record with broken fields. Fields whose keys are in `unread` retain the local values.
    case partly(Record, unread: Set<String>, RejectedElement)
}

extension ReadElement {
    /// A record without its broken fields.
    /// - Parameter raw: the text of the element.
    init(_ record: Record, without broken: [FieldBroken], raw: @autoclosure () -> String) {
        guard !broken.isEmpty else {
            self = .record(record)
            return
        }
        let rejected = RejectedElement(
            reason: broken.map(\.sentence).joined(separator: " "), raw: raw(), leftOut: broken.leftOut(of: record))
        self = .partly(record, unread: Set(broken.filter { !$0.isEnd }.map(\.key)), rejected)
    }

    package var record: Record? {
        switch self {
        case .record(let record), .partly(let record, _, _): record
        case .rejected: nil
        }
    }

    package var rejected: RejectedElement? {
        switch self {
        case .rejected(let rejected), .partly(_, _, let rejected): rejected
        case .record: nil
        }
    }

    /// The element with its record normalized as far as possible.
    package var normalized: ReadElement { map(\.normalizedWherePossible) }

    /// The element with a changed record.
    package func map(_ change: (Record) -> Record) -> ReadElement {
        switch self {
        case .record(let record): .record(change(record))
        case .partly(let record, let unread, let rejected): .partly(change(record), unread: unread, rejected)
        case .rejected: self
        }
    }
}

/// Why an element is not a record.
struct RecordDecodingError: Error {
    let reason: String
}

extension Definition {
    /// The sentence for an element that is not a record.
    func refusal(_ reason: String) -> String { translated("This is not a \(collection.one): \(reason).") }
}

/// A record with default values for broken fields.
struct PartialDecodingError: Error {
    let record: Record
    let fields: [FieldBroken]
}

extension [FieldBroken] {
    /// What was left out of which record: `Zoë de la Cruz: State “Greater London” was left out.`
    fileprivate func leftOut(of record: Record) -> String {
        let name = record.displayName.line(cutAt: 60)
        return map { field in
            guard let text = field.text else { return translated("\(name): \(field.label) \(field.reason).") }
            return translated("\(name): \(field.label) “\(text.line(cutAt: 60))” was left out.")
        }
        .joined(separator: " ")
    }
}
