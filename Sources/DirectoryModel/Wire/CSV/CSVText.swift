/// The form of a text in a cell.
enum CSVText {
    /// The text in quotes where it contains a character that would end it.
    static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") || $0 < 0x20
        }
        return needsQuotes ? "\"\(withQuotesTwice(text))\"" : text
    }

    /// Scalars are compared, because some marks form one character with the quote before them.
    private static func withQuotesTwice(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    }

    /// The text after an apostrophe where a spreadsheet would run it as a formula. A number with its sign, as phone
    /// numbers are, stays as it is, because other programs would keep the apostrophe.
    static func guarded(_ text: String) -> String { isFormula(text) && !isSignedNumber(text) ? "'\(text)" : text }

    private static func isSignedNumber(_ text: String) -> Bool {
        text.utf8.dropFirst().contains { (0x30...0x39).contains($0) }
            && text.unicodeScalars.dropFirst().allSatisfy { "0123456789 ().-".unicodeScalars.contains($0) }
            && ["+", "-"].contains(text.unicodeScalars.first)
    }

    /// The text without that apostrophe.
    static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// A text with apostrophes before a formula counts too, so that the added one can be distinguished from its own.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
