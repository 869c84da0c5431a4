import Foundation

/// Text without case, accents, and invisible characters, so that lukasz finds Łukasz, strauss finds Strauß, and o'brien
/// finds O’Brien. Every dash is a hyphen.
public enum Folding {
    /// The folded text in UTF-8.
    public static func bytes(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        append(text, to: &result)
        return result
    }

    /// The folded text.
    public static func text(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

    /// Appends the folded `text` to `buffer`.
    public static func append(_ text: String, to buffer: inout [UInt8]) {
        var text = text
        let start = buffer.count
        let isPlain = text.withUTF8 { bytes in
            buffer.append(contentsOf: bytes)
            return bytes.allSatisfy { 0 < $0 && $0 < 0x80 }
        }
        guard !isPlain else { return lowercaseASCII(&buffer, from: start) }
        buffer.removeSubrange(start...)
        if appendLetters(text.unicodeScalars, to: &buffer) { return }
        buffer.removeSubrange(start...)
        appendAny(text, to: &buffer)
    }

    /// True for ASCII and letters. Combining marks and modifier letters interact with their neighbors.
    private static func foldsIndependently(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
        default: false
        }
    }

    /// Appends letters from tables, about ten times faster than Foundation; returns false for other text.
    private static func appendLetters(_ text: some Sequence<Unicode.Scalar>, to buffer: inout [UInt8]) -> Bool {
        for scalar in text {
            let value = scalar.value
            switch value {
            case 0: continue
            case 0x41...0x5A: buffer.append(UInt8(value) | 0x20)
            case 0..<0x80: buffer.append(UInt8(value))
            case 0xC0..<0x250: buffer.append(contentsOf: latin[Int(value - 0xC0)])
            case 0x1E00..<0x1F00: buffer.append(contentsOf: latinExtended[Int(value - 0x1E00)])
            // Greek, Cyrillic, Armenian, Hebrew and Arabic; their marks depend on their neighbors.
            case 0x370..<0x700:
                guard let folded = near[Int(value - 0x370)] else { return false }
                buffer.append(contentsOf: folded)
            // Han, Hangul, and the letters of Devanagari to Thai have no case and no accents.
            case 0x900..<0xE80 where foldsIndependently(scalar), 0x4E00..<0xA000, 0xAC00..<0xD7A4:
                buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case 0x300..<0x370: continue
            case 0xAD, 0x2BB, 0x2BC, 0x200B...0x2069, 0x2212, 0xFEFF:
                guard let plain = specialCases[scalar] else { return false }
                buffer.append(contentsOf: plain.utf8)
            default: return false
            }
        }
        return true
    }

    private static let latin = table(0xC0..<0x250)
    private static let latinExtended = table(0x1E00..<0x1F00)
    private static let near = zip(table(0x370..<0x700), 0x370...).map { folded, value in
        Unicode.Scalar(value).map(foldsIndependently) == true ? folded : nil
    }

    /// Each scalar folded by Foundation.
    private static func table(_ range: Range<UInt32>) -> [[UInt8]] {
        range.map { value in
            var folded: [UInt8] = []
            if let scalar = Unicode.Scalar(value) { appendAny(String(scalar), to: &folded) }
            return folded
        }
    }

    private static func appendAny(_ text: String, to buffer: inout [UInt8]) {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        for scalar in folded.unicodeScalars {
            if let plain = specialCases[scalar] {
                buffer.append(contentsOf: plain.utf8)
            } else if !combining.contains(scalar.value) {
                buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// The folded text with its other spelling of letters and names, as people without the keys write them: `mueller`
    /// for Müller, `aase` for Åse, `weiling` for Wei-Ling, `oneil` for O’Neil; nil if it has no other.
    package static func otherSpelling(of text: String) -> [UInt8]? {
        let isJointByte: (UInt8) -> Bool = { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'") }
        guard text.utf8.contains(where: { $0 >= 0x80 || isJointByte($0) }) else { return nil }
        let hasMarks = text.unicodeScalars.contains { combining.contains($0.value) }
        let letters = Array((hasMarks ? text.precomposedStringWithCanonicalMapping : text).unicodeScalars)
        guard letters.contains(where: { isJoint($0) || otherLetters[$0] != nil }) else { return nil }
        var (spelled, isOther) = (String.UnicodeScalarView(), false)
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            if let others = otherLetters[letter] {
                spelled.append(contentsOf: others.unicodeScalars)
            } else if isJoint(letter), index > 0, letters[index - 1].properties.isAlphabetic,
                next?.properties.isAlphabetic != false
            {
                // Joins the parts.
            } else {
                spelled.append(letter)
                continue
            }
            isOther = true
        }
        return isOther ? bytes(String(spelled)) : nil
    }

    /// The folded text and its other spelling.
    package static func spellings(of text: String) -> [[UInt8]] {
        [bytes(text)] + [otherSpelling(of: text)].compactMap(\.self)
    }

    /// True for hyphens and apostrophes.
    private static func isJoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "'", "\u{2010}", "\u{2011}", "\u{2BB}", "\u{2BC}", "\u{2018}", "\u{2019}", "\u{201B}": true
        default: false
        }
    }

    private static let otherLetters: [Unicode.Scalar: String] = [
        "ä": "ae", "Ä": "ae", "ö": "oe", "Ö": "oe", "ü": "ue", "Ü": "ue", "ø": "oe", "Ø": "oe", "å": "aa", "Å": "aa",
    ]

    /// True if `text` contains `needle`; both are folded.
    package static func contains(_ needle: [UInt8], in text: [UInt8]) -> Bool {
        !needle.isEmpty && !offsets(of: needle, in: text).isEmpty
    }

    /// The ranges in `text` that match `needle`, which must be folded; they do not overlap. The other spelling of
    /// `text` is searched where `text` does not match.
    public static func ranges(of needle: [UInt8], in text: String) -> [Range<String.Index>] {
        guard !needle.isEmpty else { return [] }
        let all = offsets(of: needle, in: bytes(text))
        guard !all.isEmpty else {
            guard let other = otherSpelling(of: text), contains(needle, in: other) else { return [] }
            return ranges(of: needle, in: text) { character in
                let joins = character.unicodeScalars.first.map(isJoint) ?? false
                return joins ? [] : otherSpelling(of: String(character)) ?? bytes(String(character))
            }
        }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return all.map { offset in
                let start = text.utf8.index(text.startIndex, offsetBy: offset)
                return start..<text.utf8.index(start, offsetBy: needle.count)
            }
        }
        return ranges(of: needle, in: text) { bytes(String($0)) }
    }

    /// Characters are folded one by one, so that each range consists of whole characters.
    private static func ranges(
        of needle: [UInt8], in text: String, _ fold: (Character) -> [UInt8]
    ) -> [Range<String.Index>] {
        var folded: [UInt8] = []
        var origin: [String.Index] = []
        for index in text.indices {
            folded += fold(text[index])
            origin.append(contentsOf: repeatElement(index, count: folded.count - origin.count))
        }
        return offsets(of: needle, in: folded).map { origin[$0]..<text.index(after: origin[$0 + needle.count - 1]) }
    }

    /// The offsets of `needle` in `bytes`, without overlaps.
    private static func offsets(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
        var (found, position) = ([Int](), 0)
        while position + needle.count <= bytes.count {
            var length = 0
            while length < needle.count, bytes[position + length] == needle[length] { length += 1 }
            if length == needle.count { found.append(position) }
            position += length == needle.count ? length : 1
        }
        return found
    }

    private static func lowercaseASCII(_ buffer: inout [UInt8], from start: Int) {
        for index in start..<buffer.count {
            let byte = buffer[index]
            buffer[index] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        }
    }

    private static let combining: Range<UInt32> = 0x300..<0x370

    /// Letters that Foundation does not decompose, characters written as apostrophes or hyphens, and invisible ones.
    private static let specialCases: [Unicode.Scalar: String] = {
        var plain: [Unicode.Scalar: String] = [
            "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "ħ": "h",
            "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƒ": "f", "ɛ": "e", "ɔ": "o", "ə": "a",
            "\u{2BB}": "'", "\u{2BC}": "'", "\u{2018}": "'", "\u{2019}": "'", "\u{201B}": "'",
        ]
        for dash in "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}".unicodeScalars { plain[dash] = "-" }
        let invisible: [UInt32] =
            [0, 0xAD, 0x200B, 0x200E, 0x200F, 0xFEFF] + Array(0x202A...0x202E) + Array(0x2060...0x2069)
        for scalar in invisible.compactMap(Unicode.Scalar.init) { plain[scalar] = "" }
        return plain
    }()
}
