public import Foundation

/// A JSON text that is written value by value as UTF-8, byte for byte as `JSONEncoder` does without escaped slashes.
public struct JSONText: Sendable {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty text with room for `capacity` bytes.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Adds a byte of JSON.
    public mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Adds bytes that are JSON already.
    public mutating func append(raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Adds a text, which must be valid UTF-8, with its quotes and escapes.
    public mutating func append(text: UnsafeRawBufferPointer) {
        bytes.append(Self.quote)
        var start = 0
        while let place = Self.special(in: text, from: start) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<place]))
            append(escaped: text[place])
            start = place + 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
        bytes.append(Self.quote)
    }

    /// Adds a text with its quotes and escapes.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }

    /// Adds the base64 of `data`, with its quotes.
    public mutating func append(base64 data: Data) {
        bytes.append(Self.quote)
        bytes.append(contentsOf: data.base64EncodedData())
        bytes.append(Self.quote)
    }

    /// Adds a text's parts between `divider` as a list of texts; the empty text has none.
    public mutating func append(list text: UnsafeRawBufferPointer, dividedBy divider: UInt8) {
        bytes.append(UInt8(ascii: "["))
        if !text.isEmpty {
            for (index, part) in text.split(separator: divider, omittingEmptySubsequences: false).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(text: UnsafeRawBufferPointer(rebasing: part))
            }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds the value of a field.
    public mutating func append(_ value: FieldValue) {
        switch value {
        case .text(let text): append(text: text)
        case .number(let number): bytes.append(contentsOf: String(number).utf8)
        case .decimal(let decimal): append(decimal)
        case .flag(let isOn): bytes.append(contentsOf: (isOn ? "true" : "false").utf8)
        case .list(let items): append(items)
        }
    }

    /// Adds a number that is finite, as the fields of a record have it.
    private mutating func append(_ decimal: Double) {
        let digits = decimal.description
        bytes.append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8)
    }

    private mutating func append(_ items: [String]) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(text: item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    // MARK: Escapes

    private static let quote = UInt8(ascii: "\"")
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// The place of the next byte that is written as an escape, or nil.
    private static func special(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        text[start...].firstIndex { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: "\\") }
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.hexadecimal[Int(byte >> 4)])
            bytes.append(Self.hexadecimal[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
}

/// Converts texts of JSON in which characters are written as escapes.
enum JSONEscapes {
    /// The text that `bytes` mean, or nil where an escape is not one of JSON, half a character, or not followed by the
    /// other half, or where the bytes are not UTF-8.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard let base = bytes.baseAddress else { return "" }
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let escape = memchr(base + place, Int32(UInt8(ascii: "\\")), bytes.count - place)
            let end = escape.map { UnsafeRawPointer($0) - base } ?? bytes.count
            units.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
            guard end < bytes.count else { break }
            guard let next = unescape(bytes, at: end, into: &units) else { return nil }
            place = next
        }
        return String(validating: units, as: UTF8.self)
    }

    /// Appends the character of the escape at `place`; returns the place after it.
    private static func unescape(_ bytes: UnsafeRawBufferPointer, at place: Int, into units: inout [UInt8]) -> Int? {
        guard place + 1 < bytes.count else { return nil }
        let sign = bytes[place + 1]
        if sign == UInt8(ascii: "u") { return number(bytes, at: place, into: &units) }
        guard let unit = unit(sign) else { return nil }
        units.append(unit)
        return place + 2
    }

    private static func unit(_ sign: UInt8) -> UInt8? {
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sign
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The same for an escape of four digits, or two where the character needs two.
    private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int, into units: inout [UInt8]) -> Int? {
        guard let first = digits(bytes, at: place) else { return nil }
        if let scalar = Unicode.Scalar(first) {
            units.append(contentsOf: scalar.utf8)
            return place + 6
        }
        guard UTF16.isLeadSurrogate(UInt16(first)), let second = digits(bytes, at: place + 6),
            UTF16.isTrailSurrogate(UInt16(second)),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { return nil }
        units.append(contentsOf: scalar.utf8)
        return place + 12
    }

    /// The four hexadecimal digits after `\u` at `place`.
    private static func digits(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for digit in bytes[(place + 2)..<(place + 6)] {
            guard let digit = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
