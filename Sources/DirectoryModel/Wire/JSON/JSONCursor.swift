import Foundation

/// A position in the bytes of a JSON value.
///
/// It reads only what is valid beyond doubt. For anything else its functions return nil or false, and `JSONDecoder`
/// decides.
struct JSONCursor {
    struct Quoted {
        let bytes: UnsafeRawBufferPointer
        let hasEscapes: Bool
    }

    private let bytes: UnsafeRawBufferPointer
    let outline: ByteOutline
    private let hasEscapes: Bool
    private(set) var position = 0

    /// The deepest nesting that is skipped.
    private static var deepest: Int { 32 }

    /// - Parameter bytes: must be valid as long as the cursor is used.
    init(_ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline) {
        (self.bytes, self.outline) = (bytes, outline)
        hasEscapes = bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "\\")), bytes.count) != nil } ?? false
    }

    /// True if only white space follows.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// The next byte after white space, or nil; it is not consumed.
    mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Consumes `byte` if it is the next after white space.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position &+= 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    // MARK: Texts

    /// Consumes a string.
    mutating func quoted() -> Quoted? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        guard var end = quote(from: start) else { return nil }
        var escapes = false
        if hasEscapes {
            var place = start
            while let escape = first(UInt8(ascii: "\\"), in: place..<end) {
                escapes = true
                place = escape + 2
                guard place > end else { continue }
                guard let next = quote(from: place) else { return nil }
                end = next
            }
        }
        position = end + 1
        return Quoted(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), hasEscapes: escapes)
    }

    private func quote(from place: Int) -> Int? { first(UInt8(ascii: "\""), in: place..<max(place, bytes.count)) }

    private func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = bytes.baseAddress, range.upperBound <= bytes.count, !range.isEmpty else { return nil }
        return memchr(base + range.lowerBound, Int32(byte), range.count).map { UnsafeRawPointer($0) - base }
    }

    /// The decoded string, and whether it contains only printable ASCII.
    func text(_ quoted: Quoted) -> (text: String, isPlain: Bool)? {
        if outline.isPlain, !quoted.hasEscapes { return (String(decoding: quoted.bytes, as: UTF8.self), true) }
        let own = outline.isPlain ? outline : ByteOutline(quoted.bytes)
        guard !own.hasControls else { return nil }
        if quoted.hasEscapes { return JSONEscapes.text(quoted.bytes).map { ($0, false) } }
        if own.isPlain { return (String(decoding: quoted.bytes, as: UTF8.self), true) }
        let units = quoted.bytes.assumingMemoryBound(to: UInt8.self)
        return String(validating: units, as: UTF8.self).map { ($0, false) }
    }

    // MARK: Numbers and words

    /// Consumes the bytes of a number or a literal.
    mutating func bare() -> UnsafeRawBufferPointer {
        let start = position
        while position < bytes.count, !Self.endsBare(bytes[position]) { position &+= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    private static func endsBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    // MARK: Values without a use

    /// True if the next value is null or an empty string, list, or object.
    var isBeforeEmptyValue: Bool {
        var cursor = self
        if let text = cursor.quoted() { return text.bytes.isEmpty }
        if cursor.take(UInt8(ascii: "[")) { return cursor.take(UInt8(ascii: "]")) }
        if cursor.take(UInt8(ascii: "{")) { return cursor.take(UInt8(ascii: "}")) }
        return cursor.peek() == UInt8(ascii: "n")
    }

    /// Consumes any value.
    mutating func skip(depth: Int = 0) -> Bool {
        guard depth < Self.deepest, let first = peek() else { return false }
        switch first {
        case UInt8(ascii: "\""): return quoted().flatMap(text) != nil
        case UInt8(ascii: "{"):
            return parts(UInt8(ascii: "}")) { cursor in
                guard cursor.quoted().flatMap(cursor.text) != nil, cursor.take(UInt8(ascii: ":")) else { return false }
                return cursor.skip(depth: depth + 1)
            }
        case UInt8(ascii: "["): return parts(UInt8(ascii: "]")) { $0.skip(depth: depth + 1) }
        default: return WireValue(bare: bare()) != nil
        }
    }

    /// Consumes a list or an object, whose parts `part` consumes.
    mutating func parts(_ end: UInt8, _ part: (inout JSONCursor) -> Bool) -> Bool {
        position &+= 1
        if take(end) { return true }
        while true {
            guard part(&self) else { return false }
            if take(end) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }
}

/// What JSON bytes contain, found eight bytes at a time, so that most strings need no further checks.
struct ByteOutline {
    let hasLettersBeyondASCII: Bool
    /// True if there are ASCII control characters, such as line feeds between values.
    let hasControls: Bool
    /// True if there is only printable ASCII.
    let isPlain: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        var (high, low, beyond): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var place = 0
        while place &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            high |= word
            low |= (word &- Self.spaces) & ~word
            beyond |= (word &+ Self.ones) | word
            place &+= 8
        }
        while place < bytes.count {
            let word = UInt64(bytes[place]) | Self.paddedSpaces
            high |= word
            low |= (word &- Self.spaces) & ~word
            beyond |= (word &+ Self.ones) | word
            place &+= 1
        }
        hasLettersBeyondASCII = high & Self.tops != 0
        hasControls = low & Self.tops != 0
        isPlain = (low | beyond) & Self.tops == 0
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var spaces: UInt64 { 0x2020_2020_2020_2020 }
    private static var tops: UInt64 { 0x8080_8080_8080_8080 }
    private static var paddedSpaces: UInt64 { 0x2020_2020_2020_2000 }
}
