import DirectoryModel

/// Finds the typed search in the texts of a row, so that it can be marked.
public struct TextMarker: Equatable, Sendable {
    /// What matches in any text.
    private let needles: [[UInt8]]
    /// What matches in the text of one field, by its key.
    private let fields: [String: [[UInt8]]]

    /// True where one or two letters are marked wherever they are; otherwise only where a word begins with them.
    private let isAnywhere: Bool

    /// - Parameters:
    ///   - needles: what matches in any text: the whole typed text first, then its parts.
    ///   - fields: what matches in one field only.
    init(needles: [[UInt8]] = [], fields: [String: [[UInt8]]] = [:]) {
        self.init(needles: needles, fields: fields, isAnywhere: false)
    }

    private init(needles: [[UInt8]] = [], fields: [String: [[UInt8]]] = [:], isAnywhere: Bool) {
        (self.needles, self.fields, self.isAnywhere) = (needles, fields, isAnywhere)
    }

    /// Marks no text.
    public static let none = TextMarker()

    /// `text` in pieces, matching and not matching; one piece where it does not match.
    public func pieces(of text: String) -> [Piece] { pieces(of: text, all: []) }

    /// The value of a field in pieces, matching and not matching.
    func pieces(of text: String, field: String) -> [Piece] { pieces(of: text, all: fields[field] ?? []) }

    /// True where something would be marked.
    public func matches(_ text: String) -> Bool { needles.contains { !marked($0, in: text).isEmpty } }

    /// True where the whole typed text would be marked.
    func matchesWhole(_ text: String) -> Bool { whole?.matches(text) ?? false }

    /// The marker of the whole typed text alone; nil where only fields were typed.
    var whole: TextMarker? { needles.first.map { TextMarker(needles: [$0], isAnywhere: isAnywhere) } }

    /// The same marker, which also marks one or two letters within words.
    var anywhere: TextMarker { TextMarker(needles: needles, fields: fields, isAnywhere: true) }

    /// True where it marks what was typed for this field.
    func isFor(_ field: String) -> Bool { fields[field] != nil }

    /// A marker for each part of the typed text, and for what was typed for each field.
    var parts: [TextMarker] {
        needles.dropFirst().map { TextMarker(needles: [$0], isAnywhere: true) }
            + fields.map { TextMarker(fields: [$0.key: $0.value]) }
    }

    /// The value of a field in pieces, from shortly before the first match on; nil where it does not match.
    func excerpt(of text: String, field: String) -> [Piece]? {
        let pieces = pieces(of: text, field: field)
        guard let first = pieces.firstIndex(where: \.isMatch) else { return nil }
        guard first > 0, pieces[0].text.count > Self.longestLead else { return pieces }
        // A text of several words is cut between two of them.
        let lead = pieces[0].text.suffix(Self.longestLead)
        let rest = lead.firstIndex(where: \.dividesWords).map { lead[$0...].drop(while: \.dividesWords) } ?? lead
        return [Piece(text: "…" + rest, isMatch: false)] + pieces.dropFirst()
    }

    /// How many letters are shown before the match at most.
    private static let longestLead = 16

    /// The first of `needles` that matches is marked, and each of `all`.
    private func pieces(of text: String, all: [[UInt8]]) -> [Piece] {
        let first = needles.lazy.map { marked($0, in: text) }.first { !$0.isEmpty } ?? []
        let others = all.flatMap { needle in
            let beginnings = marked(needle, in: text)
            return beginnings.isEmpty ? Self.allRanges(of: needle, in: text) : beginnings
        }
        let ranges = (first + others).sorted { $0.lowerBound < $1.lowerBound }
        guard !ranges.isEmpty else { return [Piece(text: text, isMatch: false)] }
        var pieces: [Piece] = []
        var place = text.startIndex
        for range in ranges where range.lowerBound >= place {
            if place < range.lowerBound {
                pieces.append(Piece(text: String(text[place..<range.lowerBound]), isMatch: false))
            }
            pieces.append(Piece(text: String(text[range]), isMatch: true))
            place = range.upperBound
        }
        if place < text.endIndex { pieces.append(Piece(text: String(text[place...]), isMatch: false)) }
        return pieces
    }

    private func marked(_ needle: [UInt8], in text: String) -> [Range<String.Index>] {
        let ranges = Self.allRanges(of: needle, in: text)
        // One or two letters are in nearly every text.
        guard !isAnywhere, needle.count < 3, needle.allSatisfy({ $0 < 0x80 }) else { return ranges }
        return ranges.filter { range in
            guard range.lowerBound > text.startIndex else { return true }
            let before = text[text.index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber
        }
    }

    /// Digits are also found in a phone number that has other signs between them.
    private static func allRanges(of needle: [UInt8], in text: String) -> [Range<String.Index>] {
        let ranges = Folding.ranges(of: needle, in: text)
        let isNumber = needle.count > 2 && needle.allSatisfy { (0x30...0x39).contains($0) }
        guard ranges.isEmpty, isNumber, text.allSatisfy({ $0.isASCII && !$0.isLetter }) else { return ranges }
        let digits = text.indices.filter { text[$0].isNumber }
        let number = String(digits.map { text[$0] })
        guard let start = Folding.ranges(of: needle, in: number).first?.lowerBound else { return [] }
        let place = number.distance(from: number.startIndex, to: start)
        return [digits[place]..<text.index(after: digits[place + needle.count - 1])]
    }

    /// A part of a text.
    public struct Piece: Equatable, Sendable {
        public let text: String
        public let isMatch: Bool
    }

    /// True where it marks no text.
    public var isEmpty: Bool { needles.isEmpty && fields.isEmpty }
}

extension Character {
    /// True between the words of a value.
    var dividesWords: Bool { isWhitespace || self == "," || self == ";" }
}
