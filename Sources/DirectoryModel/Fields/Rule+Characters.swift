import Foundation
import Language

extension Rule {
    /// One line of `least` to `most` characters.
    public static func line(from least: Int, to most: Int) -> Rule {
        characters(atLeast: least, atMost: most)
    }

    /// A name of at least `least` characters.
    public static func name(atLeast least: Int) -> Rule { line(from: least, to: 100) }

    /// Letters, with spaces and address punctuation between and after them; an apostrophe may begin the text.
    public static func letters(atLeast least: Int) -> Rule {
        characters(atLeast: least, atMost: 100, normalize: \.withPlainMarks) { text in
            guard text.allSatisfy({ $0.isLetter || addressMarks.contains($0) }) else {
                return RuleBroken(
                    translated("can have letters, spaces, and . - ' # / , & ( ) + _"),
                    advice: translated("Use letters, spaces, and . - ' # / , & ( ) + _ only."))
            }
            if text.drop(while: { $0 == "'" }).first?.isLetter == true { return nil }
            return RuleBroken(translated("must begin with a letter"), advice: translated("Begin with a letter."))
        }
    }

    /// Letters and the digits 0 to 9, with spaces and address punctuation before, between, and after them.
    public static func lettersAndDigits(atLeast least: Int) -> Rule {
        characters(atLeast: least, atMost: 200, normalize: \.withPlainMarks) { text in
            let isAllowed: (Character) -> Bool = { $0.isLetter || $0.isDigit }
            guard text.allSatisfy({ isAllowed($0) || addressMarks.contains($0) }) else {
                return RuleBroken(
                    translated("can have letters, digits, spaces, and . - ' # / , & ( ) + _"),
                    advice: translated("Use letters, digits, spaces, and . - ' # / , & ( ) + _ only."))
            }
            if text.contains(where: isAllowed) { return nil }
            return RuleBroken(
                translated("must have a letter or digit"), advice: translated("Use at least one letter or digit."))
        }
    }

    private static let addressMarks: Set<Character> = [" ", ".", "-", "'", "#", "/", ",", "&", "(", ")", "+", "_"]

    private static func characters(
        atLeast least: Int, atMost most: Int, normalize: @escaping @Sendable (String) -> String = \.plain,
        wrong: @escaping @Sendable (String) -> RuleBroken? = { _ in nil }
    ) -> Rule {
        Rule(normalize) { text in
            if isLonger(text, than: most) { return tooLong(most) }
            if let wrong = wrong(text) { return wrong }
            guard text.count < least else { return nil }
            return RuleBroken(
                translated(
                    least, one: "must have at least \(least) character",
                    many: "must have at least \(least) characters"),
                advice: translated(
                    least, one: "Use at least \(least) character.", many: "Use at least \(least) characters."))
        }
    }

    /// Exactly `count` ASCII digits.
    public static func digits(exactly count: Int) -> Rule {
        Rule { text in
            let isRight = text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isRight
                ? nil
                : RuleBroken(
                    translated(
                        count, one: "must have exactly \(count) digit", many: "must have exactly \(count) digits"),
                    advice: translated(count, one: "Use exactly \(count) digit.", many: "Use exactly \(count) digits."))
        }
    }

    /// At least 7 digits that fit `Int`. Separators and "tel:" are removed, and so are a spreadsheet's decimals of a
    /// whole number and a "(0)" after a country code. A leading minus sign is preserved, and is refused.
    public static let phone = Rule({ text in
        let text = withoutTrunkZero(text.plain.withoutScheme)
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
            let (whole, decimals) = (text.utf8[..<point], text.utf8[point...].dropFirst())
            let isNumber = [whole, decimals].allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
            if isNumber, whole.count >= 7 {
                if decimals.allSatisfy({ $0 == 0x30 }) { return String(text[..<point]) }
                // Three or more digits after a dot are a group, as people write phone numbers.
                if decimals.count < 3 { return text }
            }
        }
        let digits = text.filter { !" ()-./–‑".contains($0) }
        return text.first.map { "-–‑.".contains($0) } == true ? "-\(digits)" : digits
    }) { text in
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return RuleBroken(translated("must contain only digits"), advice: translated("Use digits only."))
        }
        guard digits.utf8.count >= 7 else {
            return RuleBroken(translated("must have at least 7 digits"), advice: translated("Use at least 7 digits."))
        }
        guard Int(text) == nil else { return nil }
        return RuleBroken(translated("is too long"), advice: translated("Use fewer digits."))
    }

    /// Removes a "(0)" after a country code: "+49 (0)89" becomes "+49 89".
    private static func withoutTrunkZero(_ text: String) -> String {
        guard text.hasPrefix("+") || text.hasPrefix("00"),
            let code = text.prefixMatch(of: /(?:\+|00) ?[0-9]{1,3}[ .-]*(?=\(0\))/)
        else { return text }
        return code.0 + String(text[code.range.upperBound...].dropFirst("(0)".count))
    }

    /// A text with an @ that is not two addresses in one word. Spaces and the parts of a link are removed from typed
    /// addresses.
    public static let withAtSign = Rule({ bareAddress($0.plain) }, sent: \.plain) { text in
        if isLonger(text, than: 254) { return tooLong(254) }
        let isJoined = text.count { $0 == "@" } > 1 && !text.contains { " ,;<\"".contains($0) }
        guard !text.contains("@") || isJoined else { return nil }
        return RuleBroken(translated("must be an email address"), advice: translated("Enter an email address."))
    }
}

extension Rule {
    /// A whole number in `range`.
    public static func number(in range: ClosedRange<Int>) -> Rule {
        Rule { text in
            guard let number = Int(text), range.contains(number) else {
                return RuleBroken(
                    translated("must be a whole number from \(range.lowerBound) to \(range.upperBound)"),
                    advice: translated("Enter a whole number from \(range.lowerBound) to \(range.upperBound)."))
            }
            return nil
        }
    }

    /// A whole number that fits `Int`.
    public static let wholeNumber = Rule {
        guard Int($0) == nil else { return nil }
        return RuleBroken(translated("must be a whole number"), advice: translated("Enter a whole number."))
    }

    public static let decimal = Rule {
        Double($0).map(\.isFinite) == true ? nil : notANumber
    }

    /// A number in `range`.
    static func decimal(in range: ClosedRange<Double>) -> Rule {
        Rule { text in
            if let number = Double(text), range.contains(number) { return nil }
            let (low, high) = (FieldValue.decimal(range.lowerBound).text, FieldValue.decimal(range.upperBound).text)
            return RuleBroken(
                translated("must be a number from \(low) to \(high)"),
                advice: translated("Enter a number from \(low) to \(high)."))
        }
    }

    /// A day such as 2026-12-01.
    static let date = Rule { text in
        guard Moment.noon(of: text, in: .gmt) == text else { return nil }
        let example = "2026-12-01"
        return RuleBroken(
            translated("must be a day such as \(example)"), advice: translated("Enter a day such as \(example)."))
    }

    static let notANumber = RuleBroken(translated("must be a number"), advice: translated("Enter a number."))

    /// Yes or no, and words that mean the same.
    public static let flag = Rule({ text in
        let word = text.plain.lowercased()
        if ["yes", "true", "on", "1", translated("yes")].contains(word) { return "yes" }
        return ["no", "false", "off", "0", translated("no")].contains(word) ? "no" : word
    }) { text in
        guard text != "yes", text != "no" else { return nil }
        return RuleBroken(translated("must be yes or no"), advice: translated("Enter yes or no."))
    }

    /// A date and time in ISO 8601, such as `2017-03-29T12:00Z`, with or without seconds and offset.
    public static let moment = Rule {
        guard Moment($0) == nil else { return nil }
        return RuleBroken(
            translated("must be a date and time such as 2017-03-29T12:00Z"),
            advice: translated("Enter a date and time such as 2017-03-29T12:00Z."))
    }

    /// Any text.
    public static let any = Rule({ $0 }) { _ in nil }
}

extension String {
    /// The text as one line, with ASCII punctuation instead of typographic punctuation.
    fileprivate var withPlainMarks: String {
        String(
            plain.map { character in
                switch character {
                case "’", "‘", "ʼ": "'"
                case "–", "‑", "‐": "-"
                default: character
                }
            })
    }

    /// A North American number as (919) 555-0112, with +1 if it has it; a local one as 555-0112; other texts unchanged.
    var formattedPhone: String {
        let digits = hasPrefix("+1") ? dropFirst(2) : self[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return self }
        let line = "\(digits.suffix(7).prefix(3))-\(digits.suffix(4))"
        return switch digits.count {
        case 10: "\(hasPrefix("+1") ? "+1 " : "")(\(digits.prefix(3))) \(line)"
        case 7 where digits.startIndex == startIndex: line
        default: self
        }
    }
}
