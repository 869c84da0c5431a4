/// Values in quotes.
extension Tokens {
    /// The parts of a text to search for: those between commas, and whole values in quotes.
    static func parts(of text: String) -> [Part] {
        var (rest, parts) = (text.unicodeScalars[...], [Part]())
        while !rest.isEmpty {
            if let (token, after) = whole(at: rest) {
                parts.append(.whole(token))
                rest = after.dropFirst()
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                parts.append(.typed(String(rest[..<end]).trimmed))
                rest = rest[end...].dropFirst()
            }
        }
        return parts
    }

    private typealias Scalars = String.UnicodeScalarView.SubSequence

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
                    return after.isEmpty || after.first == "," ? (String(inside), after) : nil
                }
                rest.removeFirst()
            }
            inside.append(next)
        }
        return nil
    }
}
