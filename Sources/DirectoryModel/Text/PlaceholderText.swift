/// Words that people write instead of a value. They are stored, but not shown.
enum PlaceholderText {
    /// True for `NA`, `N/A`, `none`, `null`, `-`, and `unknown`, case-insensitively.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, firstLetters.mayContain(first) else { return false }
        return all.contains { $0.caseInsensitiveEquals(text) }
    }

    /// True for placeholders that are also names, if they are capitalized like names.
    static func isName(_ text: String) -> Bool { text == "Na" || text == "Null" }

    static let all = ["na", "n/a", "none", "null", "-", "unknown"]
    /// Their first letters, for a fast path: nearly all texts begin with others.
    private static let firstLetters = PlaceholderWords()
}

/// Values that mean "not given" in one field.
struct PlaceholderWords: Sendable {
    private let values: [String]
    /// True for the first bytes of these values and of placeholders in either case.
    private var isInitial = [Bool](repeating: false, count: 256)

    init(_ values: [String] = []) {
        self.values = values
        for word in values + PlaceholderText.all {
            for initial in [word.lowercased().utf8.first, word.uppercased().utf8.first] {
                if let initial { isInitial[Int(initial)] = true }
            }
        }
        // The kelvin sign, which begins with this byte, is the only other letter with an ASCII lowercase.
        isInitial[0xE2] = true
    }

    func contains(_ word: String) -> Bool { values.contains { $0.caseInsensitiveEquals(word) } }

    /// False if no word of `text` begins as such a word or placeholder does.
    func mayBeIn(_ text: String) -> Bool {
        var isInWord = false
        for byte in text.utf8 {
            if byte >= 0x80 || !isInWord && mayContain(byte) { return true }
            isInWord = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
        return false
    }

    /// False if no such word and no placeholder begins with this byte.
    func mayContain(_ first: UInt8) -> Bool { isInitial[Int(first)] }

    /// True if only placeholders mean "not given".
    var isEmpty: Bool { values.isEmpty }
}
