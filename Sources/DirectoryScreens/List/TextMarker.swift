import DirectoryModel
import DirectoryStore
import Language

/// Finds a search in texts, to mark it.
public struct TextMarker: Equatable, Sendable {
    /// For any text.
    private let needles: [[UInt8]]
    /// For one field, by its key.
    private let fields: [String: [[UInt8]]]

    /// True to mark one or two letters anywhere; otherwise only at the start of words.
    private let isAnywhere: Bool

    /// - Parameters:
    ///   - needles: for any text: the whole search first, then its parts.
    ///   - fields: for one field only.
    init(needles: [[UInt8]] = [], fields: [String: [[UInt8]]] = [:], isAnywhere: Bool = false) {
        self.needles = needles
        self.fields = fields
        self.isAnywhere = isAnywhere
    }

    init(_ query: SearchQuery) {
        self.init(needles: query.marked, fields: query.markedInFields)
    }

    public static let none = TextMarker()

    /// Pieces that match and that do not.
    public func pieces(of text: String) -> [Piece] { pieces(of: text, all: []) }

    func pieces(of text: String, field: String) -> [Piece] { pieces(of: text, all: fields[field] ?? []) }

    /// Marks matches in `values`, whole words of `text`, and not in the labels around them.
    func pieces(of text: String, values: [String]) -> [Piece] {
        let occurrences = values.flatMap { text.ranges(of: $0).filter(text.isWhole) }
        return pieces(of: text, all: []) { range in
            occurrences.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
        }
    }

    /// The whole search only; nil if only fields were typed.
    var whole: TextMarker? { needles.first.map { TextMarker(needles: [$0], isAnywhere: isAnywhere) } }

    public var anywhere: TextMarker { TextMarker(needles: needles, fields: fields, isAnywhere: true) }

    func isFor(_ field: String) -> Bool { fields[field] != nil }

    /// A marker for each part of the search and for each field.
    var parts: [TextMarker] {
        needles.dropFirst().map { TextMarker(needles: [$0], isAnywhere: true) }
            + fields.map { TextMarker(fields: [$0.key: $0.value]) }
    }

    /// The pieces from shortly before the first match; nil without one.
    func excerpt(of text: String, field: String) -> [Piece]? {
        let pieces = pieces(of: text, field: field)
        guard let first = pieces.firstIndex(where: \.isMatch) else { return nil }
        guard first > 0, pieces[0].text.count > Self.maxLeadLength else { return pieces }
        // Cut between words.
        let lead = pieces[0].text.suffix(Self.maxLeadLength)
        let rest = lead.firstIndex(where: \.dividesWords).map { lead[$0...].drop(while: \.dividesWords) } ?? lead
        return [Piece(text: "…" + rest, isMatch: false)] + pieces.dropFirst()
    }

    /// The maximum before the match, in letters.
    private static let maxLeadLength = 16

    /// Marks the first needle that matches, and each of `all`.
    private func pieces(
        of text: String, all: [[UInt8]], within: (Range<String.Index>) -> [Range<String.Index>] = { [$0] }
    ) -> [Piece] {
        let first = needles.reduce(into: [Range<String.Index>]()) { found, needle in
            if found.isEmpty { found = marked(needle, in: text).flatMap(within) }
        }
        let others = all.flatMap { needle in
            let beginnings = marked(needle, in: text)
            return beginnings.isEmpty ? Self.allRanges(of: needle, in: text) : beginnings
        }
        let ranges = (first + others).sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        guard !ranges.isEmpty else { return [Piece(text: text, isMatch: false)] }
        var pieces: [Piece] = []
        var position = text.startIndex
        for range in ranges where range.lowerBound >= position {
            if position < range.lowerBound {
                pieces.append(Piece(text: String(text[position..<range.lowerBound]), isMatch: false))
            }
            pieces.append(Piece(text: String(text[range]), isMatch: true))
            position = range.upperBound
        }
        if position < text.endIndex { pieces.append(Piece(text: String(text[position...]), isMatch: false)) }
        return pieces
    }

    private func marked(_ needle: [UInt8], in text: String) -> [Range<String.Index>] {
        let ranges = Self.allRanges(of: needle, in: text)
        // One or two letters are in nearly every text.
        guard !isAnywhere, needle.count < 3, needle.allSatisfy({ $0 < 0x80 }) else { return ranges }
        return ranges.filter { text.beginsWord(at: $0.lowerBound) }
    }

    /// Digits also match phone numbers with other characters between them.
    private static func allRanges(of needle: [UInt8], in text: String) -> [Range<String.Index>] {
        let ranges = Folding.ranges(of: needle, in: text)
        let isNumber = needle.count > 2 && needle.allSatisfy { (0x30...0x39).contains($0) }
        guard ranges.isEmpty, isNumber, text.allSatisfy({ $0.isASCII && !$0.isLetter }) else { return ranges }
        let digits = text.indices.filter { text[$0].isNumber }
        let number = String(digits.map { text[$0] })
        guard let start = Folding.ranges(of: needle, in: number).first?.lowerBound else { return [] }
        let offset = number.distance(from: number.startIndex, to: start)
        return [digits[offset]..<text.index(after: digits[offset + needle.count - 1])]
    }

    public struct Piece: Equatable, Sendable {
        public let text: String
        public let isMatch: Bool

        public init(text: String, isMatch: Bool) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    public var isEmpty: Bool { needles.isEmpty && fields.isEmpty }
}

extension String {
    /// True if words begin and end with the range.
    fileprivate func isWhole(_ range: Range<Index>) -> Bool {
        beginsWord(at: range.lowerBound)
            && (range.upperBound == endIndex || !self[range.upperBound].isLetter && !self[range.upperBound].isNumber)
    }

    fileprivate func beginsWord(at index: Index) -> Bool {
        guard index > startIndex else { return true }
        let before = self[self.index(before: index)]
        return !before.isLetter && !before.isNumber
    }
}

extension Character {
    var dividesWords: Bool { isWhitespace || self == "," || self == ";" }
}

/// Why a search found a record, if its row does not show it: "Hobbies: swimming · Role: Student".
///
/// The whole search is one reason; otherwise each part that the row does not show is.
struct MatchExplanation {
    private let record: Record
    private let row: RowContent
    private let marker: TextMarker

    init(of record: Record, in row: RowContent, _ marker: TextMarker) {
        self.record = record
        self.row = row
        self.marker = marker
    }

    /// Nil if the row shows every reason.
    var pieces: [TextMarker.Piece]? {
        if let whole = marker.whole {
            if let reason = reason(whole) { return reason.pieces }
            // One or two letters within a word.
            let anywhere = whole.anywhere
            if row.shows(anywhere) { return nil }
            if let reason = reason(anywhere) { return reason.pieces }
        }
        var (fields, reasons): (Set<String>, [[TextMarker.Piece]]) = ([], [])
        for part in inOrder(marker.parts) where !row.shows(part) {
            guard let reason = reason(part), fields.insert(reason.field).inserted else { continue }
            reasons.append(reason.pieces)
        }
        guard reasons.count > 1 else { return reasons.first }
        return Array(reasons.map(Self.shortened).joined(separator: [TextMarker.Piece(text: " · ", isMatch: false)]))
    }

    /// In the fields' order.
    private func inOrder(_ parts: [TextMarker]) -> [TextMarker] {
        func fieldIndex(_ part: TextMarker) -> Int { record.definition.fields.firstIndex { part.isFor($0.key) } ?? 0 }
        return parts.sorted { fieldIndex($0) < fieldIndex($1) }
    }

    private func reason(_ marker: TextMarker) -> (field: String, pieces: [TextMarker.Piece])? {
        for field in record.definition.fields {
            if let pieces = reason(in: field, marker) { return (field.key, pieces) }
        }
        return nil
    }

    /// The field's label and its text from the match; nil without a match, or if the row shows it.
    private func reason(in field: Field, _ marker: TextMarker) -> [TextMarker.Piece]? {
        guard !field.isPicture else { return nil }
        let text = field.displayText(record).line(cutAt: DetailContent.maxTextLength)
        guard !row.title.contains(text), !row.subtitle.contains(text) else { return nil }
        return marker.excerpt(of: text, field: field.key).map {
            [TextMarker.Piece(text: translated("\(field.label): "), isMatch: false)] + $0
        }
    }

    /// A shorter reason, to fit with others.
    private static func shortened(_ pieces: [TextMarker.Piece]) -> [TextMarker.Piece] {
        let pieces = pieces.map { piece in
            piece.text.hasPrefix("…") ? TextMarker.Piece(text: "…", isMatch: false) : piece
        }
        guard let last = pieces.last, !last.isMatch, last.text.count > maxRestLength else { return pieces }
        var rest = last.text.prefix(maxRestLength)
        // Cut between words.
        if let end = last.text.prefix(maxRestLength + 1).lastIndex(where: \.dividesWords) { rest = last.text[..<end] }
        return pieces.dropLast() + [TextMarker.Piece(text: rest + "…", isMatch: false)]
    }

    private static var maxRestLength: Int { 12 }
}
