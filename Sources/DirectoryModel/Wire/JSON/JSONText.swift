public import Foundation

/// Writes JSON as UTF-8, with the same bytes as `JSONEncoder` without escaped slashes.
public struct JSONText: Sendable {
    /// The JSON so far.
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Appends a byte of JSON.
    public mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Appends JSON.
    public mutating func append(raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Appends a string, whose bytes must be valid UTF-8.
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

    /// Appends a string.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }

    /// Appends a string with the base64 of `data`.
    public mutating func append(base64 data: Data) {
        bytes.append(Self.quote)
        bytes.append(contentsOf: data.base64EncodedData())
        bytes.append(Self.quote)
    }

    /// Appends a list of strings, the parts of `text` between `divider`.
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

    /// Appends a field's value.
    public mutating func append(_ value: FieldValue) {
        switch value {
        case .text(let text): append(text: text)
        case .number(let number): bytes.append(contentsOf: String(number).utf8)
        case .decimal(let decimal): append(decimal)
        case .flag(let isOn): bytes.append(contentsOf: (isOn ? "true" : "false").utf8)
        case .list(let items): append(items)
        }
    }

    /// Appends a finite number.
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

    /// The index of the next byte that needs an escape, or nil.
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

/// Decodes the escapes of JSON strings.
enum JSONEscapes {
    /// The decoded text, or nil if an escape is invalid or the bytes are not UTF-8.
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

    /// Appends the character of an escape, and returns the index after it.
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

    /// Appends the character of a `\u` escape or a surrogate pair of them.
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

    /// The value of the four digits after `\u`.
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
