import DirectoryModel
import Foundation

/// A name to compare typed answers with: its words, folded as for search.
///
/// An answer may omit words, change their order, or have one typo. Unlike in search, its words must be whole.
public struct NameParts: Hashable, Sendable {
    /// A typed name that was recognized.
    public struct Match: Equatable, Sendable {
        public let hasError: Bool
        /// False if words of the name are missing.
        public let isWhole: Bool
    }

    let parts: [[Unicode.Scalar]]
    private let joined: [Unicode.Scalar]
    private let isEastAsian: Bool

    public init(_ text: String) {
        isEastAsian = text.isEastAsian
        let scalars = Folding.text(text).decomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.isOptional }
        let parts = scalars.split(whereSeparator: \.dividesNames).map { $0.filter(\.belongsToName) }
            .filter { !$0.isEmpty }
        // A name may consist of symbols only.
        let other = scalars.filter { !$0.properties.isWhitespace }
        self.parts = parts.isEmpty && !other.isEmpty ? [Array(other)] : parts.map(Array.init)
        joined = Array(self.parts.joined())
    }

    public var isEmpty: Bool { parts.isEmpty }

    public var initial: Unicode.Scalar? { parts.first?.first }

    /// How `typed` matches this name, or nil.
    public func match(of typed: NameParts) -> Match? {
        guard !typed.isEmpty, !isEmpty else { return nil }
        // Names in scripts without spaces begin with the family name.
        if typed.joined == joined || typed.joined.elementsEqual(parts.reversed().joined()) {
            return Match(hasError: false, isWhole: true)
        }
        // The first name in such a script follows the family name without a space.
        if isEastAsian, typed.joined.count > 1, joined.reversed().starts(with: typed.joined.reversed()) {
            return Match(hasError: false, isWhole: false)
        }
        if let match = matchByParts(typed) { return match }
        return Self.isForgiven(typed.joined, for: joined) ? Match(hasError: true, isWhole: true) : nil
    }

    private func matchByParts(_ typed: NameParts) -> Match? {
        var left = Array(parts.enumerated())
        var hasError = false
        for word in typed.parts.sorted(by: { $0.count > $1.count }) {
            if let index = left.firstIndex(where: { $0.element == word }) {
                left.remove(at: index)
            } else if !hasError, let index = left.firstIndex(where: { Self.isForgiven(word, for: $0.element) }) {
                hasError = true
                left.remove(at: index)
            } else {
                return nil
            }
        }
        // Particles such as "de" do not identify a person.
        let taken = Set(parts.indices).subtracting(left.map(\.offset))
        guard taken.contains(0) || taken.contains(parts.count - 1) else { return nil }
        return Match(hasError: hasError, isWhole: left.isEmpty)
    }

    /// As in search, words of three letters or more, without digits, may have one typo. A Chinese character is a word,
    /// so another character is another name.
    static func isForgiven(_ word: [Unicode.Scalar], for name: [Unicode.Scalar]) -> Bool {
        word.count >= 3 && !word.contains { $0.properties.isIdeographic || $0.properties.numericType != nil }
            && isOneErrorAway(word, from: name)
    }

    /// True if one wrong, missing, extra or swapped letter makes `word` equal `name`.
    private static func isOneErrorAway(_ word: [Unicode.Scalar], from name: [Unicode.Scalar]) -> Bool {
        guard abs(word.count - name.count) <= 1, word != name else { return false }
        let same = zip(word, name).prefix { $0 == $1 }.count
        let (typed, meant) = (word[same...], name[same...])
        switch word.count - name.count {
        case -1: return typed.elementsEqual(meant.dropFirst())
        case 1: return typed.dropFirst().elementsEqual(meant)
        default:
            if typed.dropFirst().elementsEqual(meant.dropFirst()) { return true }
            return typed.count > 1 && typed.dropFirst(2).elementsEqual(meant.dropFirst(2))
                && typed[same] == meant[same + 1] && typed[same + 1] == meant[same]
        }
    }
}

extension Unicode.Scalar {
    /// True for characters that people omit: Hebrew and Arabic vowel signs, and the Arabic tatweel.
    fileprivate var isOptional: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// True for characters between words: spaces, hyphens, commas, and the middle dots of foreign names.
    fileprivate var dividesNames: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .control, .lineSeparator, .paragraphSeparator, .dashPunctuation: true
        default: [",", "،", "、", ";", "·", "・", "/"].contains(self)
        }
    }

    /// True for letters, digits and marks; not for apostrophes and periods.
    fileprivate var belongsToName: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark, .nonspacingMark:
            true
        default: false
        }
    }
}
