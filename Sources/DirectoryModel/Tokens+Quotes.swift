/// Values in quotes.
extension Tokens {
    /// The parts of a text: those between commas or semicolons, and where they count, whole values in quotes.
    static func parts(of text: String, quoted: Bool = true) -> [Part] {
        var (rest, parts) = (text.unicodeScalars[...], [Part]())
        while !rest.isEmpty {
            if quoted, let (token, after) = whole(at: rest) {
                parts.append(.whole(token))
                rest = after.dropFirst()
            } else {
                let end = rest.indices.first { endsPart(rest[$0...]) } ?? rest.endIndex
                parts.append(.typed(String(rest[..<end]).trimmed))
                rest = rest[end...].dropFirst()
            }
        }
        return parts
    }

    private typealias Scalars = String.UnicodeScalarView.SubSequence

    /// True where `text` begins with a comma, or with a semicolon that a key and `=` follow; any other semicolon belongs to
    /// a value.
    private static func endsPart(_ text: Scalars) -> Bool {
        if text.first == "," { return true }
        guard text.first == ";" else { return false }
        let key = text.dropFirst().drop(while: \.properties.isWhitespace)
        let end = key.firstIndex { !$0.properties.isAlphabetic } ?? key.endIndex
        return end > key.startIndex && key[end...].drop(while: \.properties.isWhitespace).first == "="
    }

    /// The field and the value in quotes that `text` begins with, and what follows them; nil where it does not begin
    /// so.
    private static func whole(at text: Scalars) -> (token: Token, after: Scalars)? {
        guard let equals = text.firstIndex(where: { $0 == "=" || $0 == "," }), text[equals] == "=",
            let field = R.field(named: String(text[..<equals]).trimmed), field.token != nil
        else { return nil }
        let value = text[equals...].dropFirst().drop(while: \.properties.isWhitespace)
        guard value.first == "\"", let (inside, after) = quoted(value.dropFirst()) else { return nil }
        return (Token(field: field, text: inside.trimmed, isWhole: true), after)
    }

    /// The text up to the closing quotes, and what follows them; nil where they are missing or do not end the part.
    /// Scalars are read, because a mark at the beginning of a value forms one character with the quotes.
    private static func quoted(_ text: Scalars) -> (inside: String, after: Scalars)? {
        var (rest, inside) = (text, String.UnicodeScalarView())
        while let next = rest.popFirst() {
            if next == "\"" {
                guard rest.first == "\"" else {
                    let after = rest.drop(while: \.properties.isWhitespace)
                    return after.isEmpty || endsPart(after) ? (String(inside), after) : nil
                }
                rest.removeFirst()
            }
            inside.append(next)
        }
        return nil
    }
}
