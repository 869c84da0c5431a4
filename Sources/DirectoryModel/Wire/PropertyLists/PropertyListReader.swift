public import Foundation
import Language

/// Reads the elements of an XML property list whose top level is an array; a bad element does not affect the others.
public struct PropertyListReader: Sendable {
    private let definition: Definition

    public init(_ definition: Definition) { self.definition = definition }

    /// Reads every element.
    ///
    /// Foundation's reader trusts its input: deep nesting and absurd counts crash or hang it. So it is checked first.
    /// - Throws: `ListError` if it is not an XML property list, not an array, or malicious.
    public func read(_ list: Data) throws(ListError) -> [ReadElement] { try elements(list).map(\.read) }

    /// The same, with the keys of each element.
    package func elements(_ list: Data) throws(ListError) -> [(read: ReadElement, keys: ObjectKeys)] {
        switch PropertyListKind(start: list) {
        case .xml: break
        case .binary: throw .binaryPropertyList
        case nil: throw .notAList
        }
        let check = XMLPropertyListCheck(list)
        try check.run()
        let elements: [PropertyListElement]
        do {
            elements = try PropertyListDecoder().decode(
                [PropertyListElement].self, from: check.withLargeIntegersAsTexts, configuration: definition)
        } catch {
            if case DecodingError.typeMismatch = error { throw .notAList }
            throw .damaged
        }
        return elements.map { ($0.read, $0.keys) }
    }
}

private struct PropertyListElement: DecodableWithConfiguration {
    let read: ReadElement
    let keys: ObjectKeys

    init(from decoder: any Decoder, configuration definition: Definition) throws {
        let object = Result { try WireObject(from: decoder, configuration: definition) }
        if case .success(let object) = object { keys = object.keys } else { keys = ObjectKeys() }
        read = ElementReader(definition).read(raw: PropertyListValue(from: decoder).raw) { try object.get() }
    }
}

/// The formats of property lists.
public enum PropertyListKind: Sendable {
    case xml
    /// Apple's, which is not read.
    case binary

    /// Detects the format from the beginning of a file; nil for other files.
    public init?(start: Data) {
        if start.starts(with: Data("bplist0".utf8)) {
            self = .binary
            return
        }
        let text = start.prefix(512).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || (9...13) ~= $0 }
        guard ["<?xml", "<!DOCTYPE plist", "<plist"].contains(where: { text.starts(with: Data($0.utf8)) }) else {
            return nil
        }
        self = .xml
    }

    /// The largest accepted property list, in bytes.
    public static let largest = 16 << 20
    /// The deepest accepted nesting.
    static let deepest = 32
    /// The most values of a property list.
    static let maxValues = 300_000
    /// The most elements of a property list.
    static let maxElements = 50_000
}

/// Any value of a property list, convertible to similar JSON.
struct PropertyListValue: Codable {
    private let value: any Encodable

    init(from decoder: any Decoder) {
        let single = try? decoder.singleValueContainer()
        func decoded(_ type: (some Codable).Type) -> (any Encodable)? { try? single?.decode(type) }
        value =
            decoded(String.self) ?? decoded(Int.self) ?? decoded(Bool.self) ?? decoded(Double.self)
            ?? decoded(Date.self) ?? decoded(Data.self) ?? decoded([PropertyListValue].self)
            ?? decoded([String: PropertyListValue].self) ?? [String: String]()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// The start of the value as JSON, so that a person can correct it.
    var raw: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let json = (try? encoder.encode(self)) ?? Data()
        return String(decoding: json.prefix(RejectedElement.maxRawLength), as: UTF8.self)
    }
}
