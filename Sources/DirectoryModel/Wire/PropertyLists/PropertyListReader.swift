public import Foundation
import Language

/// Reads the elements of a property list whose top level is an array; a bad element does not affect the others.
public struct PropertyListReader<R: DirectoryRecord>: Sendable {
    public init() {}

    /// Reads every element.
    ///
    /// Foundation's readers trust their input: deep nesting, cycles, and absurd counts crash or hang them. So the list
    /// is checked first.
    /// - Throws: `ListError` if it is not a property list, not an array, or malicious.
    public func read(_ list: Data) throws(ListError) -> [ReadElement<R>] {
        var list = list
        switch PropertyListKind(start: list) {
        case .xml:
            let check = XMLPropertyListCheck(list)
            try check.run()
            list = check.withLargeIntegersAsTexts
        case .binary: try BinaryPropertyListCheck(list).run()
        case nil: throw .notAList
        }
        let elements: [PropertyListElement<R>]
        do { elements = try PropertyListDecoder().decode([PropertyListElement<R>].self, from: list) } catch {
            if case DecodingError.typeMismatch = error { throw .notAList }
            throw .damaged
        }
        return elements.map(\.read)
    }
}

private struct PropertyListElement<R: DirectoryRecord>: Decodable {
    let read: ReadElement<R>

    init(from decoder: any Decoder) {
        do { read = .record(try R(from: decoder)) } catch let partly as PartialDecodingError<R> {
            read = ReadElement(partly.record, without: partly.fields, raw: PropertyListValue(from: decoder).raw)
        } catch {
            let reason = ElementReader<R>.reason(for: error, otherwise: translated("The entry could not be read."))
            read = .rejected(RejectedElement(reason: reason, raw: PropertyListValue(from: decoder).raw))
        }
    }
}

/// The formats of property lists.
public enum PropertyListKind: Sendable {
    case xml
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
indirect enum PropertyListValue: Decodable {
    case text(String), number(Int), decimal(Double), flag(Bool), date(Date), data(Data)
    case list([PropertyListValue])
    case dictionary([String: PropertyListValue])

    init(from decoder: any Decoder) {
        if let scalar = (try? decoder.singleValueContainer()).flatMap(Self.scalar) {
            self = scalar
        } else if let items = try? [PropertyListValue](from: decoder) {
            self = .list(items)
        } else {
            self = .dictionary((try? [String: PropertyListValue](from: decoder)) ?? [:])
        }
    }

    private static func scalar(_ value: any SingleValueDecodingContainer) -> PropertyListValue? {
        if let text = try? value.decode(String.self) { return .text(text) }
        if let number = try? value.decode(Int.self) { return .number(number) }
        if let isOn = try? value.decode(Bool.self) { return .flag(isOn) }
        if let decimal = try? value.decode(Double.self) { return .decimal(decimal) }
        if let date = try? value.decode(Date.self) { return .date(date) }
        return (try? value.decode(Data.self)).map { .data($0) }
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

extension PropertyListValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .flag(let isOn): try container.encode(isOn)
        case .date(let date): try container.encode(date)
        case .data(let data): try container.encode(data)
        case .list(let items): try container.encode(items)
        case .dictionary(let items): try container.encode(items)
        }
    }
}
