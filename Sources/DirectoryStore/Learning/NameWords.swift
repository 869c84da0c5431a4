import DirectoryModel
import Foundation

/// A name as typed answers are compared with it: its words, folded as the search folds them.
///
/// An answer may leave out words, have the words in another order, or have one typing error. Unlike in a search, its
/// words must be whole.
public struct NameWords: Hashable, Sendable {
    /// How an answer matches a name.
    public struct Match: Equatable, Sendable {
        /// True where there is a typing error.
        public let hasError: Bool
        /// False where words of the name are left out.
        public let isWhole: Bool
    }

    private let words: [[Unicode.Scalar]]
    /// The words without the spaces between them.
    private let joined: [Unicode.Scalar]

    /// Splits and folds a name, or what was typed for one.
    public init(_ text: String) {
        let scalars = Folding.text(text).decomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.isOptional }
        let words = scalars.split(whereSeparator: \.dividesNames).map { $0.filter(\.belongsToName) }
            .filter { !$0.isEmpty }
        // A name may consist of other signs only.
        let other = scalars.filter { !$0.properties.isWhitespace }
        self.words = words.isEmpty && !other.isEmpty ? [Array(other)] : words.map(Array.init)
        joined = Array(self.words.joined())
    }

    /// True where there is not a letter.
    public var isEmpty: Bool { words.isEmpty }

    /// The letter that the name begins with, or nil.
    public var initial: Unicode.Scalar? { words.first?.first }

    /// How what was typed matches this name, or nil where it does not.
    public func match(of typed: NameWords) -> Match? {
        guard !typed.isEmpty, !isEmpty else { return nil }
        // Scripts that do not divide words begin with the family name.
        if typed.joined == joined || typed.joined.elementsEqual(words.reversed().joined()) {
            return Match(hasError: false, isWhole: true)
        }
        if let match = matchByWords(typed) { return match }
        return Self.isForgiven(typed.joined, for: joined) ? Match(hasError: true, isWhole: true) : nil
    }

    /// Finds each typed word among the words of the name.
    private func matchByWords(_ typed: NameWords) -> Match? {
        var left = Array(words.enumerated())
        var hasError = false
        for word in typed.words.sorted(by: { $0.count > $1.count }) {
            if let place = left.firstIndex(where: { $0.element == word }) {
                left.remove(at: place)
            } else if !hasError, let place = left.firstIndex(where: { Self.isForgiven(word, for: $0.element) }) {
                hasError = true
                left.remove(at: place)
            } else {
                return nil
            }
        }
        // Particles such as "de" do not name a person.
        let taken = Set(words.indices).subtracting(left.map(\.offset))
        guard taken.contains(0) || taken.contains(words.count - 1) else { return nil }
        return Match(hasError: hasError, isWhole: left.isEmpty)
    }

    /// As in the search, one error is forgiven in words of three letters or more, and not in numbers. A sign of a
    /// Chinese name is a word, so that another sign is another name.
    private static func isForgiven(_ word: [Unicode.Scalar], for name: [Unicode.Scalar]) -> Bool {
        word.count >= 3 && !word.contains { $0.properties.isIdeographic || $0.properties.numericType != nil }
            && isOneErrorAway(word, from: name)
    }

    /// True where one wrong, missing, extra or swapped letter makes `word` the whole of `name`.
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
    /// True for what people may leave out when they type a name: the vowel signs of Hebrew and Arabic, and the line
    /// that makes an Arabic word longer.
    fileprivate var isOptional: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// True between the words of a name: space, hyphen, comma, and the dot between the words of a foreign name.
    fileprivate var dividesNames: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .control, .lineSeparator, .paragraphSeparator, .dashPunctuation: true
        default: [",", "،", "、", ";", "·", "・", "/"].contains(self)
        }
    }

    /// True for letters, digits and the marks of letters; not for apostrophes and full stops.
    fileprivate var belongsToName: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark, .nonspacingMark:
            true
        default: false
        }
    }
}
