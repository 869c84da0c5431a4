import Foundation

/// Why bytes are not a JSON object.
public enum JSONError: Error {
    case invalid
    case tooLong
    /// They are another JSON value.
    case notAnObject
}

/// A position in the bytes of a JSON value.
///
/// A string or number with an error inside is a broken value, so that the values around it are read.
struct JSONCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0
    private var valueCount = 0
    private let maxValues: Int

    private static var deepest: Int { 128 }

    /// - Parameters:
    ///   - bytes: must be valid as long as the cursor is used.
    ///   - maxValues: the most values; each takes more memory than its bytes.
    init(_ bytes: UnsafeRawBufferPointer, maxValues: Int = 20_000) {
        self.bytes = bytes
        self.maxValues = maxValues
    }

    /// The members of the object that `json` is, in its order.
    static func members(
        of json: UnsafeRawBufferPointer, maxValues: Int = 20_000
    ) throws(JSONError) -> [(key: String, value: WireValue)] {
        var cursor = JSONCursor(json, maxValues: maxValues)
        let members = cursor.peek() == UInt8(ascii: "{") ? try cursor.members() : nil
        if members == nil { _ = try cursor.value() }
        guard cursor.peek() == nil else { throw .invalid }
        guard let members else { throw .notAnObject }
        return members
    }

    /// The next byte after white space, or nil; it is not consumed.
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return bytes[position]
            }
        }
        return nil
    }

    /// Consumes `text` if the bytes go on with it.
    mutating func skip(_ text: String) {
        if bytes[position...].starts(with: text.utf8) { position &+= text.utf8.count }
    }

    /// Consumes `byte` if it is the next after white space.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position &+= 1
        return true
    }

    /// Consumes a list or an object, whose parts `part` consumes. A comma may follow the last.
    mutating func parts(
        until end: UInt8, _ part: (inout JSONCursor) throws(JSONError) -> Void
    ) throws(JSONError) {
        position &+= 1
        if take(end) { return }
        while true {
            try part(&self)
            if take(end) { return }
            guard take(UInt8(ascii: ",")) else { throw .invalid }
            if take(end) { return }
        }
    }

    // MARK: Values

    /// Consumes any value. A list consists of the texts of its items.
    mutating func value(depth: Int = 0) throws(JSONError) -> WireValue {
        valueCount += 1
        guard valueCount <= maxValues else { throw .tooLong }
        guard depth < Self.deepest, let first = peek() else { throw .invalid }
        switch first {
        case UInt8(ascii: "\""): return try text().map { .value(.text($0)) } ?? .broken(.text)
        case UInt8(ascii: "["):
            var items: [WireValue] = []
            try parts(until: UInt8(ascii: "]")) { cursor throws(JSONError) in
                items.append(try cursor.value(depth: depth + 1))
            }
            return WireValue(items)
        case UInt8(ascii: "{"):
            return .broken(try members(depth: depth).isEmpty ? .emptyObject : .type)
        default: return try bare()
        }
    }

    /// Consumes an object.
    private mutating func members(depth: Int = 0) throws(JSONError) -> [(key: String, value: WireValue)] {
        var members: [(key: String, value: WireValue)] = []
        members.reserveCapacity(16)
        try parts(until: UInt8(ascii: "}")) { cursor throws(JSONError) in
            // The keys of values that no field can use do not matter.
            guard let key = try cursor.text() ?? (depth > 0 ? "" : nil), cursor.take(UInt8(ascii: ":")) else {
                throw .invalid
            }
            members.append((key, try cursor.value(depth: depth + 1)))
        }
        return members
    }

    /// Consumes the key of a member, and its colon.
    mutating func key() throws(JSONError) -> String {
        guard let key = try text(), take(UInt8(ascii: ":")) else { throw .invalid }
        return key
    }

    /// Consumes a number or a literal.
    private mutating func bare() throws(JSONError) -> WireValue {
        let start = position
        while position < bytes.count, !Self.endsBare(bytes[position]) { position &+= 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .value(.flag(true))
        case "false": return .value(.flag(false))
        default: break
        }
        guard let first = word.utf8.first, first == UInt8(ascii: "-") || Self.isDigit(first),
            word.utf8.allSatisfy({ Self.isDigit($0) || "+-.eE".utf8.contains($0) })
        else { throw .invalid }
        return Self.number(word)
    }

    private static func endsBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    /// - Parameter text: begins with a minus sign or a digit.
    private static func number(_ text: String) -> WireValue {
        let units = Array(text.utf8.drop { $0 == UInt8(ascii: "-") })
        guard units.first != UInt8(ascii: "0") || units.count == 1 || !isDigit(units[1]) else {
            return .broken(.number)
        }
        if let number = Int(text) { return .value(.number(number)) }
        if let point = units.firstIndex(of: UInt8(ascii: ".")) {
            let hasDigits = point > 0 && point + 1 < units.count && isDigit(units[point + 1])
            guard hasDigits else { return .broken(.number) }
        }
        guard let decimal = Double(text), decimal.isFinite else { return .broken(.number) }
        let whole = decimal > Double(Int.min) ? Int(exactly: decimal) : nil
        return .value(whole.map(FieldValue.number) ?? .decimal(decimal))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    // MARK: Texts

    /// Consumes a string; nil if its bytes or escapes are invalid.
    private mutating func text() throws(JSONError) -> String? {
        guard take(UInt8(ascii: "\"")) else { throw .invalid }
        let start = position
        var end = try quote(from: start)
        var escape = first(UInt8(ascii: "\\"), in: start..<end)
        let hasEscapes = escape != nil
        while let found = escape {
            // An escaped quotation mark is not the end.
            if found + 1 == end { end = try quote(from: found + 2) }
            escape = first(UInt8(ascii: "\\"), in: (found + 2)..<end)
        }
        position = end + 1
        let units = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        let (lowest, highest) = units.extremes
        guard lowest >= 0x20 else { return nil }
        if hasEscapes { return Self.unescaped(units) }
        return highest < 0x80 ? String(decoding: units, as: UTF8.self) : String(validating: units, as: UTF8.self)
    }

    private func quote(from start: Int) throws(JSONError) -> Int {
        guard start <= bytes.count, let quote = first(UInt8(ascii: "\""), in: start..<bytes.count) else {
            throw .invalid
        }
        return quote
    }

    private func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = bytes.baseAddress, !range.isEmpty else { return nil }
        return memchr(base + range.lowerBound, Int32(byte), range.count).map { UnsafeRawPointer($0) - base }
    }

    /// The text without its escapes; nil if one is invalid, or if the bytes are not UTF-8.
    private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String? {
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units.append(contentsOf: rest[..<escape])
            rest = rest[(escape + 1)...]
            guard let letter = rest.popFirst() else { return nil }
            if let index = letters.firstIndex(of: letter) {
                units.append(meanings[index])
            } else {
                guard letter == UInt8(ascii: "u"), let scalar = scalar(&rest) else { return nil }
                units.append(contentsOf: scalar.utf8)
            }
        }
        units.append(contentsOf: rest)
        return String(validating: units, as: UTF8.self)
    }

    /// Consumes the digits of a `\u` escape, and another escape after the first half of a surrogate pair.
    private static func scalar(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar? {
        guard let first = digits(&rest) else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"), let second = digits(&rest),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
    }

    private static func digits(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt16? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// The letters of short escapes, and the bytes that they mean.
    static let letters = Array("\"\\/bfnrt".utf8)
    static let meanings: [UInt8] = [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09]
}

extension UnsafeRawBufferPointer {
    /// The lowest and the highest byte, or 255 and 0. Loops without an early exit are fast.
    var extremes: (lowest: UInt8, highest: UInt8) {
        var (lowest, highest) = (UInt8.max, UInt8.min)
        for index in 0..<count {
            lowest = Swift.min(lowest, self[index])
            highest = Swift.max(highest, self[index])
        }
        return (lowest, highest)
    }
}
