import Foundation

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
