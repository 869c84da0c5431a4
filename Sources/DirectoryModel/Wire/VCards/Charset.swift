import Foundation

/// Decodes text in the character sets that the C library knows.
enum Charset {
    /// The text of `bytes`, or nil if the set is unknown or lacks these bytes.
    /// - Parameter name: such as "Windows-1251" or "X-SJIS".
    static func text(_ bytes: Data, in name: String) -> String? {
        let name = name.uppercased()
        if ["UTF-8", "UTF8"].contains(name) { return String(bytes: bytes, encoding: .utf8) }
        // Other characters could be options of the converter.
        guard !name.isEmpty, name.utf8.allSatisfy({ UInt8.isLoginByte($0) || $0 == UInt8(ascii: ":") }) else {
            return nil
        }
        let plain = name.hasPrefix("X-") ? String(name.dropFirst(2)) : name
        for name in [name, plain, plain.replacing("WINDOWS-", with: "CP"), others[plain] ?? name] {
            guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { continue }
            defer { iconv_close(converter) }
            return converted(bytes, converter)
        }
        return nil
    }

    /// Names that the C library does not know.
    private static let others = [
        "KS_C_5601-1987": "CP949", "HZ-GB-2312": "GB18030", "ANSI": "CP1252", "MAC-ROMAN": "MACINTOSH",
        "SHIFT-JIS": "CP932", "ISO8859_1": "ISO-8859-1",
    ]

    private static func converted(_ bytes: Data, _ converter: iconv_t) -> String? {
        var input = bytes.map { CChar(bitPattern: $0) }
        // No character of one byte is longer than four in UTF-8.
        var output = [CChar](repeating: 0, count: input.count * 4 + 16)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (length, room) = (input.count, output.count)
                guard iconv(converter, &from, &length, &to, &room) != -1 else { return nil }
                // Some sets hold back a letter that a mark may follow.
                guard iconv(converter, nil, nil, &to, &room) != -1 else { return nil }
                return output.count - room
            }
        }
        return count.map { String(decoding: output.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }

    /// The text of bytes in UTF-8, or in Windows-1252. Bytes that are neither become U+FFFD.
    /// - Parameter isUTF8: true if text around them is certainly UTF-8.
    static func text(_ bytes: Data, isUTF8: Bool) -> String {
        if let text = String(bytes: bytes, encoding: .utf8) { return text }
        return (isUTF8 ? nil : Windows1252.text(bytes)) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// True if `bytes` are not UTF-8 as a whole, but have characters that hardly are anything else.
    static func isDamagedUTF8(_ bytes: Data) -> Bool {
        let mayBe = bytes.withUnsafeBytes { $0.extremes.highest >= 0x80 }
        guard mayBe, String(bytes: bytes, encoding: .utf8) == nil else { return false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { !$0.isASCII && $0 != "\u{FFFD}" }
    }
}
