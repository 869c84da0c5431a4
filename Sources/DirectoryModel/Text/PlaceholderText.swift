/// The words people use to leave a value out: what is shown omits them, what is stored keeps them.
enum PlaceholderText {
    /// True for `NA`, `N/A`, `none`, `null`, `-` and `unknown`, in any case.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, mayBegin(with: first) else { return false }
        return words.contains { $0.caseInsensitiveEquals(text) }
    }

    /// True for those words that are also people's names, where they are written as names are.
    static func isName(_ text: String) -> Bool { text == "Na" || text == "Null" }

    /// False where the first byte of nearly all texts tells that it is not one of the words.
    private static func mayBegin(with first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "-"): true
        default: first >= 0x80
        }
    }

    static let words = ["na", "n/a", "none", "null", "-", "unknown"]
}

/// The words that mean "not given" in one field.
struct PlaceholderWords: Sendable {
    private let words: [String]
    /// The first bytes, below 64 and from there on, of these words and of the words for "none", in any case.
    private var starts: (UInt64, UInt64) = (0, 0)
    /// True where one of the words begins with another letter than those of ASCII.
    private var beginsBeyond = false

    init(_ words: [String] = []) {
        self.words = words
        for byte in (words + PlaceholderText.words).flatMap({
            [$0.lowercased().utf8.first, $0.uppercased().utf8.first]
        }) {
            switch byte {
            case let byte? where byte < 64: starts.0 |= 1 << byte
            case let byte? where byte < 128: starts.1 |= 1 << (byte - 64)
            case nil: continue
            default: beginsBeyond = true
            }
        }
    }

    /// True where the field does not have such words, besides the words for "none".
    var isEmpty: Bool { words.isEmpty }

    /// True where `word` is one of them, in any case.
    func contains(_ word: String) -> Bool { words.contains { $0.caseInsensitiveEquals(word) } }

    /// False where the first byte of a word tells that it is neither one of them nor a word for "none".
    func mayContain(_ first: UInt8) -> Bool {
        // A letter beyond ASCII may become one of its letters in lower case, as the sign for kelvin does.
        if first >= 0x80 { return beginsBeyond || first >= 0xE1 }
        return (first < 64 ? starts.0 >> first : starts.1 >> (first - 64)) & 1 == 1
    }
}
