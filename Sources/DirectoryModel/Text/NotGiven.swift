/// The words people use to leave a value out: what is shown omits them, what is stored keeps them.
enum NotGiven {
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
