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
        self.reason = reason
        self.raw = raw
        self.leftOut = leftOut
    }

    init(reason: String, bytes: some Collection<UInt8>) { self.init(reason: reason, raw: bytes.rejectedText) }

    /// The most bytes of an element that are saved.
    public static let maxRawLength = 65_536
}

/// Reads the elements of lists one by one, so that a bad element does not affect the others.
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

    /// The record in the JSON of `element`, or the element with the reason why it is rejected.
    public func read(_ element: ListElement) -> ReadElement {
        switch element {
        case .rejected(let rejected): .rejected(rejected)
        case .whole(let bytes): bytes.withUnsafeBytes { read($0) }
        }
    }

    /// The record in the JSON of an element.
    public func read(_ bytes: UnsafeRawBufferPointer) -> ReadElement {
        read(raw: bytes.rejectedText) { try WireObject(definition, json: bytes) }
    }

    /// The record in an object.
    /// - Parameter raw: the text of the object.
    func read(raw: @autoclosure () -> String, _ object: () throws -> WireObject) -> ReadElement {
        do {
            var (record, broken) = try object().record()
            if isNumbered, record.key <= 0 { throw NotARecord(reason: translated("it has no number")) }
            if isStrict { record = try record.normalized() }
            return ReadElement(record, without: broken, raw: raw())
        } catch { return .rejected(RejectedElement(reason: reason(for: error), raw: raw())) }
    }

    /// Reads a record that a client publishes. Unlike in downloaded lists, choices must be known words.
    /// - Returns: the record, and the error of the first field with an unknown word.
    /// - Throws: `JSONError.invalid`
    public func readSent(_ bytes: Data) throws -> (element: ReadElement, broken: FieldBroken?) {
        try bytes.withUnsafeBytes { bytes in
            let object = Result { try WireObject(definition, json: bytes) }
            if case .failure(JSONError.invalid) = object { throw JSONError.invalid }
            let read = read(raw: bytes.rejectedText) { try object.get() }
            guard case .success(let object) = object else { return (read, nil) }
            return (read, object.unknownChoice)
        }
    }

    /// The keys of an object, or none if `element` is not an object.
    package func keys(of element: Data) -> ObjectKeys {
        element.withUnsafeBytes { (try? WireObject(definition, json: $0))?.keys ?? ObjectKeys() }
    }

    /// Throws an error if `element` is an object of another collection.
    package func refuseOtherCollection(_ element: Data) throws(ListError) {
        let members = element.withUnsafeBytes { try? JSONCursor.members(of: $0) } ?? []
        try TableColumns(definition, names: members.map(\.key), assigned: [:]).refuseOtherCollection()
    }

    /// The sentence for an error.
    func reason(for error: any Error) -> String {
        switch error {
        case let broken as FieldBroken: broken.sentence
        case let refused as NotARecord: definition.refusal(refused.reason)
        case JSONError.notAnObject: definition.refusal(translated("it is not an object"))
        case JSONError.tooLong: definition.refusal(translated("it is nested too deeply or too long"))
        default: translated("The entry is not valid JSON.")
        }
    }
}

extension Collection<UInt8> {
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
struct NotARecord: Error {
    /// The end of a sentence.
    let reason: String
}

extension Definition {
    /// The sentence for an element that is not a record.
    func refusal(_ reason: String) -> String { translated("This is not a \(collection.one): \(reason).") }
}

extension [FieldBroken] {
    /// What was left out of which record: `Zoë de la Cruz: State “Greater London” was not imported.`
    fileprivate func leftOut(of record: Record) -> String {
        let name = record.displayName.line(cutAt: 60)
        return map { field in
            guard let text = field.text else { return translated("\(name): \(field.label) \(field.reason).") }
            return translated("\(name): \(field.label) “\(text.line(cutAt: 60))” was not imported.")
        }
        .joined(separator: " ")
    }
}
