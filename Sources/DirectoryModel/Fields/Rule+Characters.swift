import Foundation
import Language

/// Rules about how many characters of which kind a text has.
extension Rule {
    /// One plain line of `least` to `most` characters.
    public static func line(from least: Int, to most: Int) -> Rule {
        characters(atLeast: least, atMost: most)
    }

    /// A name of at least `least` characters.
    public static func name(atLeast least: Int) -> Rule { line(from: least, to: 100) }

    /// Letters, with blanks and the marks of addresses between them.
    public static func letters(atLeast least: Int) -> Rule {
        characters(atLeast: least, atMost: 100, normalize: \.withPlainMarks) { text in
            isMade(of: \.isLetter, text)
                ? nil : translated("may hold only letters, with blanks and . - ' # / , between them")
        }
    }

    /// Letters and the digits 0 to 9, with blanks and the marks of addresses between them, and after them where
    /// `marksMayEnd`.
    public static func lettersAndDigits(atLeast least: Int, marksMayEnd: Bool) -> Rule {
        let wrong =
            marksMayEnd
            ? translated("may hold only letters and digits, with blanks and . - ' # / , between and after them")
            : translated("may hold only letters and digits, with blanks and . - ' # / , between them")
        return characters(atLeast: least, atMost: 200, normalize: \.withPlainMarks) { text in
            isMade(of: { $0.isLetter || $0.isDigit }, marksMayEnd: marksMayEnd, text) ? nil : wrong
        }
    }

    private static func isMade(
        of isAllowed: (Character) -> Bool, marksMayEnd: Bool = false, _ text: String
    ) -> Bool {
        guard let first = text.first, let last = text.last, isAllowed(first) else { return false }
        return text.allSatisfy { isAllowed($0) || addressMarks.contains($0) } && (marksMayEnd || isAllowed(last))
    }

    private static let addressMarks: Set<Character> = [" ", ".", "-", "'", "#", "/", ","]

    private static func characters(
        atLeast least: Int, atMost most: Int, normalize: @escaping @Sendable (String) -> String = \.plain,
        wrong: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> Rule {
        normalizing(normalize) { text in
            if isLonger(text, than: most) { return tooLong(most) }
            if let wrong = wrong(text) { return wrong }
            guard text.count < least else { return nil }
            return translated(
                least, one: "has to have at least \(least) character", many: "has to have at least \(least) characters")
        }
    }

    /// Exactly `count` of the digits 0 to 9.
    public static func digits(exactly count: Int) -> Rule {
        normalizing { text in
            let isRight = text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isRight
                ? nil
                : translated(count, one: "has to be exactly \(count) digit", many: "has to be exactly \(count) digits")
        }
    }

    /// At least 7 digits that are an `Int` together; what people write between them goes.
    public static let phone = normalizing({ $0.plain.filter { !" ()-./–‑".contains($0) } }) { text in
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return translated("may hold only digits") }
        guard digits.utf8.count >= 7 else { return translated("has to have at least 7 digits") }
        return Int(text) == nil ? translated("has more digits than a phone number can have") : nil
    }

    /// A text with an @ in it; where it is typed, blanks in an address go.
    public static let withAtSign = normalizing({ withoutBlanks($0.plain) }, sent: \.plain) { text in
        if isLonger(text, than: 254) { return tooLong(254) }
        return text.contains("@") ? nil : translated("has to contain an @")
    }
}

/// Rules about numbers, flags and moments.
extension Rule {
    /// A whole number in `range`.
    public static func number(in range: ClosedRange<Int>) -> Rule {
        normalizing { text in
            guard let number = Int(text), range.contains(number) else {
                return translated("has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return nil
        }
    }

    /// A whole number of any size a computer counts with.
    public static let wholeNumber = normalizing { Int($0) == nil ? translated("has to be a whole number") : nil }

    /// A number, with or without a decimal point.
    public static let decimal = normalizing {
        Double($0).map(\.isFinite) == true ? nil : translated("has to be a number")
    }

    /// Yes or no, in the words people have for them.
    public static let flag = normalizing({ text in
        let word = text.plain.lowercased()
        if ["yes", "true", "on", "1", translated("yes")].contains(word) { return "yes" }
        return ["no", "false", "off", "0", translated("no")].contains(word) ? "no" : word
    }) { $0 == "yes" || $0 == "no" ? nil : translated("has to be yes or no") }

    /// A date and a time as ISO 8601 writes them: `2017-03-29T12:00Z`, with or without seconds and offset.
    public static let moment = normalizing {
        Moment($0) == nil ? translated("has to be a date and time such as 2017-03-29T12:00Z") : nil
    }

    /// Whatever the server wrote.
    public static let any = Rule { _ in .fine }
}

extension String {
    /// Plain, with the marks of a typewriter for those of a printer.
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
}
