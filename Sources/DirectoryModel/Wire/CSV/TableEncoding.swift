import Foundation

/// Converts UTF-16 to UTF-8. It is detected by its byte order mark, or by ASCII in the first two characters.
struct TableEncoding {
    private enum Order { case unknown, none, big, little }

    private var order = Order.unknown
    /// Bytes that are not converted yet.
    private var rest: [UInt8] = []

    /// The completed characters in UTF-8, or nil if `bytes` need no conversion.
    mutating func utf8(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        if order == .none { return nil }
        rest += bytes
        if order == .unknown { readMark() }
        switch order {
        case .unknown: return []
        case .none: return takeRest()
        case .big, .little: return decoded(wholeCharacters)
        }
    }

    /// The beginning of a file as text.
    static func text(start: Data) -> String {
        var encoding = TableEncoding()
        let bytes = Data(start.prefix(400)).withUnsafeBytes { encoding.utf8(of: $0) } ?? []
        return String(decoding: bytes.isEmpty ? encoding.takeRest() : bytes, as: UTF8.self)
    }

    /// The remaining bytes at the end of the file.
    /// - Throws: `ListError.unfinished` for half a character.
    mutating func finish() throws(ListError) -> [UInt8] {
        guard order == .big || order == .little else { return takeRest() }
        guard rest.isEmpty else { throw .unfinished }
        return []
    }

    private mutating func readMark() {
        switch rest.prefix(2) {
        case [0xFE, 0xFF], [0xFF, 0xFE]:
            order = rest[0] == 0xFE ? .big : .little
            rest.removeFirst(2)
        default:
            guard rest.count >= 4 else { return }
            // The zero bytes of ASCII in UTF-16.
            switch rest.prefix(4).map({ $0 == 0 }) {
            case [true, false, true, false]: order = .big
            case [false, true, false, true]: order = .little
            default: order = .none
            }
        }
    }

    /// The number of bytes that are complete characters.
    private var wholeCharacters: Int {
        let count = rest.count & ~1
        return count > 0 && UTF16.isLeadSurrogate(unit(at: count - 2)) ? count - 2 : count
    }

    private func unit(at index: Int) -> UInt16 {
        let (first, second) = (UInt16(rest[index]), UInt16(rest[index + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    private mutating func decoded(_ count: Int) -> [UInt8] {
        let units = stride(from: 0, to: count, by: 2).map(unit)
        rest.removeFirst(count)
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private mutating func takeRest() -> [UInt8] {
        defer { rest = [] }
        return rest
    }
}

/// The encoding that Excel and Outlook use for tables.
enum Windows1252 {
    /// True if `bytes` are UTF-8, maybe damaged: they have a letter beyond ASCII in UTF-8.
    static func isUTF8(_ bytes: some Collection<UInt8>) -> Bool {
        if String(validating: bytes, as: UTF8.self) != nil { return true }
        let letters = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0.value >= 0x80 }
        let damagedCount = letters.count { $0 == "\u{FFFD}" }
        return letters.count - damagedCount > damagedCount
    }

    /// Nil if a byte is undefined.
    static func text(_ bytes: some Sequence<UInt8>) -> String? { String(bytes: bytes, encoding: .windowsCP1252) }
}
