/// Converts values of other programs to the forms of this one.
enum Tidy {
    /// The text without characters that a street cannot hold or begin with: "#12 Elm St.; rear" is "12 Elm St. rear".
    static func street(_ text: String) -> String {
        let kept = text.unicodeScalars.map { ";:_()&+\n".unicodeScalars.contains($0) ? " " : $0 }
        return String(String(String.UnicodeScalarView(kept)).plain.drop(while: isMark))
    }

    /// The same without characters that it cannot end with: "#4-B," is "4-B".
    static func place(_ text: String) -> String {
        let text = street(text)
        let end = text.lastIndex { !isMark($0) }
        return end.map { String(text[...$0]) } ?? ""
    }

    /// True for a mark of addresses; any other character stays, so that people see what cannot be kept.
    private static func isMark(_ character: Character) -> Bool {
        character.isWhitespace || ".-–'’#/,*!?\"".contains(character)
    }

    /// The five digits before the dash of a longer ZIP code.
    static func zipCode(_ text: String) -> String {
        text.trimmed.wholeMatch(of: /(\d{5})-\d{4}/.asciiOnlyDigits()).map { String($0.output.1) } ?? text
    }

    /// The number without the extension that version 4.0 has after a semicolon.
    static func phone(_ text: String) -> String { text.split(separator: ";").first.map(String.init) ?? "" }

    /// The gender without the text that vCard 4.0 has after a semicolon.
    static func gender(_ text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).first.map { String($0).trimmed } ?? ""
    }
}
