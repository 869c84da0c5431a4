/// What a field is called in other programs' cards and tables.
extension Field {
    /// The same field, which stands at `place` in a vCard.
    public func card(_ place: CardPlace) -> Field {
        var field = self
        field.card = place
        return field
    }

    /// The same field, which other programs' tables have under these names; the first that says something counts.
    public func columns(_ names: String...) -> Field {
        var field = self
        field.columnNames = names
        return field
    }

    /// The same field, whose values in cards and tables go through `tidy`, which leaves our own as they are.
    func tidied(_ tidy: @escaping @Sendable (String) -> String) -> Field {
        var field = self
        field.tidy = tidy
        return field
    }
}

/// How other programs' values become ours.
enum Tidy {
    /// Letters, digits and spaces: "12 Elm St., #4" is "12 Elm St 4".
    static func words(_ text: String) -> String {
        let kept = text.filter { !".'’".contains($0) }.map { ",;:#/-–_()&+\n".contains($0) ? " " : $0 }
        return String(kept).plain
    }

    /// Letters and digits: "Apt. 4-B" is "Apt4B".
    static func word(_ text: String) -> String { words(text).filter { $0 != " " } }

    /// The five digits before the dash of a longer ZIP code.
    static func zipCode(_ text: String) -> String {
        text.trimmed.wholeMatch(of: /(\d{5})-\d{4}/.asciiOnlyDigits()).map { String($0.output.1) } ?? text
    }

    /// Without the extension that version 4.0 has after a semicolon.
    static func phone(_ text: String) -> String { text.split(separator: ";").first.map(String.init) ?? "" }

    /// The letters of vCard 4.0 in words; what it says after a semicolon goes.
    static func gender(_ text: String) -> String {
        let word = (text.split(separator: ";", omittingEmptySubsequences: false).first.map(String.init) ?? "").trimmed
        switch word.uppercased() {
        case "M": return "Male"
        case "F": return "Female"
        case "O": return "Other"
        case "N", "U", "UNSPECIFIED": return ""
        default: return word
        }
    }
}
