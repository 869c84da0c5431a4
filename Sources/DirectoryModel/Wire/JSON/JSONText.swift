import Foundation

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
        while let index = Self.special(in: text, from: start) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
            append(escaped: text[index])
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
        bytes.append(Self.quote)
    }

    /// Appends a string.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }

    private mutating func append<Item>(_ items: [Item], _ appendItem: (inout JSONText, Item) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            appendItem(&self, item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends an object with what an upload of the record has, in the order of the keys.
    public mutating func append(_ record: Record) {
        var separator = UInt8(ascii: "{")
        for field in record.definition.fieldsByKey where field.isSent(by: record) {
            bytes.append(separator)
            append(text: field.key)
            bytes.append(UInt8(ascii: ":"))
            append(record[field])
            separator = UInt8(ascii: ",")
        }
        if separator == UInt8(ascii: "{") { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a field's value.
    public mutating func append(_ value: FieldValue) {
        switch value {
        case .absent: bytes.append(contentsOf: "null".utf8)
        case .text(let text): append(text: text)
        case .number(let number): bytes.append(contentsOf: String(number).utf8)
        case .decimal(let decimal): append(decimal)
        case .flag(let isOn): bytes.append(contentsOf: (isOn ? "true" : "false").utf8)
        case .list(let items): append(items) { $0.append(text: $1) }
        }
    }

    /// Appends a finite number.
    private mutating func append(_ decimal: Double) {
        let digits = decimal.description
        bytes.append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8)
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
        if let index = JSONEscapes.meanings.firstIndex(of: byte) {
            bytes.append(JSONEscapes.letters[index])
        } else {
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.hexadecimal[Int(byte >> 4)])
            bytes.append(Self.hexadecimal[Int(byte & 15)])
        }
    }
}

/// The escapes of JSON strings.
enum JSONEscapes {
    /// The letters of short escapes, and the bytes that they mean.
    static let letters = Array("\"\\/bfnrt".utf8)
    static let meanings: [UInt8] = [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09]

    /// The decoded text, or nil if an escape is invalid or the bytes are not UTF-8.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard let base = bytes.baseAddress else { return "" }
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let escape = memchr(base + index, Int32(UInt8(ascii: "\\")), bytes.count - index)
            let end = escape.map { UnsafeRawPointer($0) - base } ?? bytes.count
            units.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
            index = end
            guard index == bytes.count || unescape(bytes, at: &index, into: &units) else { return nil }
        }
        return String(validating: units, as: UTF8.self)
    }

    /// Appends the character of the escape at `index`, or of a surrogate pair of escapes, and moves after it.
    private static func unescape(
        _ bytes: UnsafeRawBufferPointer, at index: inout Int, into units: inout [UInt8]
    ) -> Bool {
        guard index + 1 < bytes.count else { return false }
        if let letter = letters.firstIndex(of: bytes[index + 1]) {
            units.append(meanings[letter])
            index += 2
            return true
        }
        guard let first = digits(bytes, at: index) else { return false }
        var scalar = Unicode.Scalar(first)
        index += 6
        if UTF16.isLeadSurrogate(first), let second = digits(bytes, at: index), UTF16.isTrailSurrogate(second) {
            scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
            index += 6
        }
        if let scalar { units.append(contentsOf: scalar.utf8) }
        return scalar != nil
    }

    /// The value of the four digits of a `\u` escape.
    private static func digits(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt16 = 0
        for digit in bytes[(index + 2)..<(index + 6)] {
            guard let digit = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
