public import Foundation
import Language
import PictureOutlines

extension Rule {
    /// Mends `text`, then asks `wrong` what is still wrong with it; the empty text is always fine.
    /// - Parameter tidy: normalizes a text that was sent, where completing what is typed would guess.
    static func normalizing(
        _ normalize: @escaping @Sendable (String) -> String = \.plain,
        sent tidy: (@Sendable (String) -> String)? = nil, _ wrong: @escaping @Sendable (String) -> String?
    ) -> Rule {
        @Sendable func verdict(_ text: String, _ normalized: String) -> Verdict {
            if !normalized.isEmpty, let reason = wrong(normalized) { return .wrong(reason) }
            return normalized == text ? .fine : .normalized(normalized)
        }
        let tidy = tidy ?? normalize
        return Rule({ verdict($0, normalize($0)) }, sent: { verdict($0, tidy($0)) })
    }

    /// One plain line of at most `limit` characters.
    public static func line(atMost limit: Int) -> Rule {
        normalizing {
            isLonger($0, than: limit) ? tooLong(limit) : nil
        }
    }

    /// A character may be made of any number of scalars, so they are counted too.
    static func isLonger(_ text: String, than limit: Int) -> Bool {
        text.utf8.count > limit && (text.unicodeScalars.count > 4 * limit || text.count > limit)
    }

    /// Says that there are more than `limit` characters.
    public static func tooLong(_ limit: Int) -> String {
        let number = limit.formatted(.number.locale(Localization.locale))
        return translated(limit, one: "is longer than \(number) character", many: "is longer than \(number) characters")
    }

    /// One plain line of at most 1,000 characters.
    public static let line = line(atMost: 1000)

    /// One plain line of at most 100 characters.
    public static let name = line(atMost: 100)

    /// Several words, each plain and none empty; whatever stood between them becomes a comma.
    public static let list = normalizing({
        $0.listItems.map(\.plain).filter { !$0.isEmpty }.joined(separator: ", ")
    }) {
        isLonger($0, than: 1000) ? tooLong(1000) : nil
    }

    /// A whole number from 0 on.
    public static let number = normalizing { text in
        guard let number = Int(text) else {
            return text.allSatisfy(\.isDigit) ? translated("is too large") : translated("has to be a number")
        }
        return number < 0 ? translated("must be 0 or greater") : nil
    }

    /// An address: something, one @, something. A word for "none" is fine. Where it is typed, blanks in it go, and a login
    /// name alone becomes an address at duke.edu.
    public static let email = normalizing(
        { text in
            let text = text.plain
            return NotGiven.isWord(text) ? text : completedAddress(withoutBlanks(text).lowercased())
        },
        sent: { text in
            let text = text.plain
            return NotGiven.isWord(text) ? text : text.lowercased()
        }
    ) { text in
        if NotGiven.isWord(text) { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".") }
            && text.count <= 254 && !text.contains { $0.isWhitespace || "<>,;\"()".contains($0) }
        return isAddress ? nil : translated("has to be an address such as abc12@duke.edu")
    }

    /// An address as it was meant: no blank belongs into one, but a name may stand before one in angle brackets.
    static func withoutBlanks(_ text: String) -> String {
        text.contains("@") && !text.contains("<") ? text.filter { !$0.isWhitespace } : text
    }

    private static func completedAddress(_ text: String) -> String {
        let login = text.hasSuffix("@") ? String(text.dropLast()) : text
        let isLogin = !login.isEmpty && login.utf8.allSatisfy { UInt8.isLoginByte($0) }
        return isLogin ? "\(login)@duke.edu" : text
    }

    /// Letters and digits, as login names are, lower case; of an address the part before @duke.edu.
    public static let netid = normalizing({ text in
        let text = text.plain.lowercased()
        return text.hasSuffix("@duke.edu") ? String(text.dropLast("@duke.edu".count)) : text
    }) { text in
        let isLogin = text.count <= 32 && text.utf8.allSatisfy { UInt8.isLoginByte($0) }
        return isLogin ? nil : translated("has to be letters and digits such as abc12")
    }

    /// One of `options`, by any of its words, in any case.
    public static func oneOf(_ options: [ChoiceOption]) -> Rule {
        let values = Set(options.map(\.value))
        return normalizing({ text in
            let text = text.plain
            return options.first { $0.isMeant(by: text) }?.value ?? text
        }) { text in
            values.contains(text)
                ? nil
                : options.count > 10
                    ? translated("has to be one of those in the list")
                    : translated("has to be one of \(options.map(\.label).joined(separator: ", "))")
        }
    }

    /// A JPEG or PNG as base64 of less than 100 KB, whose header promises no more pixels than a list shows.
    public static let picture = normalizing({ $0.filter { !$0.isWhitespace } }) { text in
        guard text.utf8.count < PictureKind.mostBase64 else { return translated("is larger than 100 KB") }
        guard let data = Data(base64Encoded: text) else { return translated("is no picture in base64") }
        guard PictureKind(data) != nil else { return translated("is neither a JPEG nor a PNG") }
        do throws(OutlineError) {
            _ = try PictureOutline.of(data, atMost: PictureOutline.mostPixelsInLists)
            return nil
        } catch .tooLarge(let width, let height) {
            return translated("is too large (\(width) × \(height) pixels)")
        } catch {
            return translated("is cut short or damaged")
        }
    }
}

/// What kind of picture bytes are, as their first bytes say.
public enum PictureKind: String, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"

    /// A picture's base64 has fewer characters than this: 100 KB.
    public static let mostBase64 = 100_000

    public init?(_ data: Data) {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else {
            return nil
        }
    }
}

extension UInt8 {
    /// True for what a netid may be made of: ASCII letters, digits, dot, dash and underscore.
    static func isLoginByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

extension Character {
    /// True for 0 to 9, and not for what other scripts count with.
    var isDigit: Bool { isASCII && isNumber }
}
