/// Words that people write instead of a value. They are stored, but not shown.
enum PlaceholderText {
    /// True for `NA`, `N/A`, `none`, `null`, `-`, and `unknown`, case-insensitively.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, isInitial(first) else { return false }
        return all.contains { $0.caseInsensitiveEquals(text) }
    }

    /// True for placeholders that are also names, if they are capitalized like names.
    static func isName(_ text: String) -> Bool { text == "Na" || text == "Null" }

    /// False if no word of `text` begins as a placeholder does. A fast path: most lists contain none.
    static func mayBeIn(_ text: String) -> Bool {
        var isInWord = false
        for byte in text.utf8 {
            if byte >= 0x80 || !isInWord && isInitial(byte) { return true }
            isInWord = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
        return false
    }

    private static let all = ["na", "n/a", "none", "null", "-", "unknown"]

    /// True for the first bytes of placeholders.
    private static func isInitial(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "n") || byte | 0x20 == UInt8(ascii: "u") || byte == UInt8(ascii: "-")
    }
}
