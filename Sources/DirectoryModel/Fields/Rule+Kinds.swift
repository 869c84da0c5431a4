import Foundation
import Language
import PictureOutlines

extension Rule {
    /// One line of at most `limit` characters.
    public static func line(atMost limit: Int) -> Rule {
        Rule { isLonger($0, than: limit) ? tooLong(limit) : nil }
    }

    /// Scalars are limited too, because a character may consist of any number of them.
    static func isLonger(_ text: String, than limit: Int) -> Bool {
        text.utf8.count > limit && (text.unicodeScalars.count > 4 * limit || text.count > limit)
    }

    /// The error for texts of more than `limit` characters.
    public static func tooLong(_ limit: Int) -> RuleBroken {
        let number = limit.formatted(.number.locale(Localization.locale))
        return RuleBroken(
            translated(
                limit, one: "must have at most \(number) character", many: "must have at most \(number) characters"),
            advice: translated(
                limit, one: "Use at most \(number) character.", many: "Use at most \(number) characters."))
    }

    /// One line of at most 1,000 characters.
    public static let line = line(atMost: 1000)

    /// One line of at most 100 characters.
    public static let name = line(atMost: 100)

    /// A list of words; any separator becomes a comma.
    public static let list = Rule({
        $0.listItems.map(\.plain).filter { !$0.isEmpty }.joined(separator: ", ")
    }) {
        isLonger($0, than: 1000) ? tooLong(1000) : nil
    }

    /// A whole number from 0.
    public static let number = Rule { text in
        guard let number = Int(text) else {
            return text.allSatisfy(\.isDigit)
                ? RuleBroken(translated("is too large"), advice: translated("Enter a smaller number.")) : notANumber
        }
        guard number < 0 else { return nil }
        return RuleBroken(translated("must be 0 or greater"), advice: translated("Enter 0 or more."))
    }

    /// An email address, or a placeholder. Spaces and the parts of a link are removed from typed addresses, and a bare
    /// login name is completed.
    public static let email = Rule(
        { text in
            let text = text.plain
            return PlaceholderText.isWord(text) ? text : completedAddress(lowercased(bareAddress(text)))
        },
        sent: { text in
            let text = text.plain
            return PlaceholderText.isWord(text) ? text : lowercased(text)
        }
    ) { text in
        if PlaceholderText.isWord(text) { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if text.hasPrefix("\""), MailAddress(text) != nil { return nil }
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".") }
            && text.count <= 254 && !text.contains { $0.isWhitespace || "<>,;\"()".contains($0) }
        guard !isAddress else { return nil }
        return RuleBroken(
            translated("must be an email address such as abc12@duke.edu"),
            advice: translated("Enter an email address such as abc12@duke.edu."))
    }

    /// The address without spaces and the parts of a link, unless it is in angle brackets after a name, or has quotes,
    /// inside which spaces count.
    static func bareAddress(_ text: String) -> String {
        guard text.contains("@"), !text.contains(where: { "<\"".contains($0) }) else { return text }
        let address = text.filter { !$0.isWhitespace }
        let link = address.withoutScheme
        if link == address { return address }
        let encoded = String(link.prefix { $0 != "?" })
        return bareAddress((encoded.removingPercentEncoding ?? encoded).plain)
    }

    /// The address in lower case, unless it has quotes, inside which case counts.
    private static func lowercased(_ text: String) -> String { text.hasPrefix("\"") ? text : text.lowercased() }

    private static func completedAddress(_ text: String) -> String {
        let login = text.hasSuffix("@") ? String(text.dropLast()) : text
        let isLogin = !login.isEmpty && login.utf8.allSatisfy { UInt8.isLoginByte($0) }
        return isLogin ? "\(login)@duke.edu" : text
    }

    /// A lowercase login name; for an address, the part before @duke.edu.
    public static let netid = Rule({ text in
        let text = text.plain.lowercased()
        return text.hasSuffix("@duke.edu") ? String(text.dropLast("@duke.edu".count)) : text
    }) { text in
        let isLogin = text.count <= 32 && text.utf8.allSatisfy { UInt8.isLoginByte($0) }
        guard !isLogin else { return nil }
        return RuleBroken(
            translated("must be letters and digits such as abc12"),
            advice: translated("Use letters and digits only, such as abc12."))
    }

    /// One of `options`, by any of its names, case-insensitively.
    public static func oneOf(_ options: [ChoiceOption]) -> Rule {
        let values = Set(options.map(\.value))
        return Rule({ text in
            let text = text.plain
            return options.first { $0.matches(text) }?.value ?? text
        }) { text in
            guard !values.contains(text) else { return nil }
            guard options.count <= 10 else {
                return RuleBroken(
                    translated("must be one of the values in the list"),
                    advice: translated("Choose one of the values in the list."))
            }
            let labels = options.map(\.label).joined(separator: ", ")
            return RuleBroken(translated("must be one of \(labels)"), advice: translated("Choose one of \(labels)."))
        }
    }

    /// A JPEG or PNG as base64 of less than 100 KB, with a size that lists can show.
    public static let picture = Rule(\.bareBase64) { text in
        guard text.utf8.count < PictureKind.maxBase64 else {
            return RuleBroken(translated("is larger than 100 KB"), advice: smallerPicture)
        }
        guard let data = Data(base64Encoded: text) else {
            return RuleBroken(translated("is not a picture"), advice: otherPicture)
        }
        guard PictureKind(data) != nil else {
            return RuleBroken(translated("is not a JPEG or PNG picture"), advice: otherPicture)
        }
        do throws(OutlineError) {
            _ = try PictureOutline.of(data, atMost: PictureOutline.maxPixelsInLists)
            return nil
        } catch .tooLarge(let width, let height) {
            return RuleBroken(translated("is too large (\(width) × \(height) pixels)"), advice: smallerPicture)
        } catch {
            return RuleBroken(translated("is incomplete or damaged"), advice: otherPicture)
        }
    }

    private static let smallerPicture = translated("Choose a smaller picture.")
    private static let otherPicture = translated("Choose another picture.")
}

extension UInt8 {
    /// True for ASCII letters, digits, dots, dashes, and underscores.
    static func isLoginByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

extension Character {
    /// True for ASCII digits.
    var isDigit: Bool { isASCII && isNumber }
}

extension String {
    /// The base64 without white space or a data URL's prefix, and with padding. Bytes are checked first because
    /// pictures rarely contain white space, and characters are slow.
    var bareBase64: String {
        var text = isUnbrokenASCII ? self : filter { !$0.isWhitespace }
        if text.prefix(5).lowercased() == "data:", let comma = text.firstIndex(of: ",") {
            text.removeSubrange(...comma)
        }
        let rest = text.utf8.count % 4
        return rest < 2 ? text : text + String(repeating: "=", count: 4 - rest)
    }

    private var isUnbrokenASCII: Bool {
        let isUnbroken = utf8.withContiguousStorageIfAvailable { bytes in
            let (lowest, highest) = UnsafeRawBufferPointer(bytes).extremes
            return lowest > 0x20 && highest < 0x7F
        }
        return isUnbroken ?? false
    }
}
