import Foundation
import Language

/// Rules about how many characters of which kind a text has.
extension Rule {
    /// One plain line of `least` to `most` characters.
    public static func line(from least: Int, to most: Int) -> Rule {
        characters(atLeast: least, atMost: most, wrong: nil) { _ in true }
    }

    /// A name of at least `least` characters.
    public static func name(atLeast least: Int) -> Rule { line(from: least, to: 100) }

    /// Letters, with spaces between words.
    public static func letters(atLeast least: Int) -> Rule {
        characters(atLeast: least, atMost: 100, wrong: translated("may hold only letters")) { $0.isLetter || $0 == " " }
    }

    /// Letters and digits; spaces only where `spaces` between words are allowed.
    public static func lettersAndDigits(atLeast least: Int, spaces: Bool) -> Rule {
        characters(
            atLeast: least, atMost: 200,
            wrong: spaces
                ? translated("may hold only letters and digits")
                : translated("may hold only letters and digits without spaces")
        ) {
            $0.isLetter || $0.isWholeNumber || (spaces && $0 == " ")
        }
    }

    private static func characters(
        atLeast least: Int, atMost most: Int, wrong: String?, _ isAllowed: @escaping @Sendable (Character) -> Bool
    ) -> Rule {
        mending { text in
            if isLonger(text, than: most) { return tooLong(most) }
            if let wrong, !text.allSatisfy(isAllowed) { return wrong }
            guard text.count < least else { return nil }
            return translated(
                least, one: "has to have at least \(least) character", many: "has to have at least \(least) characters")
        }
    }

    /// Exactly `count` of the digits 0 to 9.
    public static func digits(exactly count: Int) -> Rule {
        mending { text in
            let isRight = text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isRight
                ? nil
                : translated(count, one: "has to be exactly \(count) digit", many: "has to be exactly \(count) digits")
        }
    }

    /// At least 7 digits that are an `Int` together; what people write between them goes.
    public static let phone = mending({ $0.plain.filter { !" ()-./".contains($0) } }) { text in
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return translated("may hold only digits") }
        guard digits.utf8.count >= 7 else { return translated("has to have at least 7 digits") }
        return Int(text) == nil ? translated("has more digits than a phone number can have") : nil
    }

    /// A text with an @ in it.
    public static let withAtSign = mending { text in
        if isLonger(text, than: 254) { return tooLong(254) }
        return text.contains("@") ? nil : translated("has to contain an @")
    }
}

/// Rules about numbers, flags and moments.
extension Rule {
    /// A whole number in `range`.
    public static func number(in range: ClosedRange<Int>) -> Rule {
        mending { text in
            guard let number = Int(text), range.contains(number) else {
                return translated("has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return nil
        }
    }

    /// A whole number of any size a computer counts with.
    public static let wholeNumber = mending { Int($0) == nil ? translated("has to be a whole number") : nil }

    /// A number, with or without a decimal point.
    public static let decimal = mending { Double($0).map(\.isFinite) == true ? nil : translated("has to be a number") }

    /// Yes or no, in the words people have for them.
    public static let flag = mending({ text in
        let word = text.plain.lowercased()
        if ["yes", "true", "on", "1", translated("yes")].contains(word) { return "yes" }
        return ["no", "false", "off", "0", translated("no")].contains(word) ? "no" : word
    }) { $0 == "yes" || $0 == "no" ? nil : translated("has to be yes or no") }

    /// A date and a time as ISO 8601 writes them: `2017-03-29T12:00Z`, with or without seconds and offset.
    public static let moment = mending {
        Moment($0) == nil ? translated("has to be a date and time such as 2017-03-29T12:00Z") : nil
    }

    /// Whatever the server wrote.
    public static let any = Rule { _ in .fine }
}
