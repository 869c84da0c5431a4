import DirectoryModel

/// Finds the typed search in the texts of a row, so that it can be marked.
public struct TextMarker: Equatable, Sendable {
    /// What matches in any text.
    private let needles: [[UInt8]]
    /// What matches in the text of one field, by its key.
    private let fields: [String: [[UInt8]]]

    /// - Parameters:
    ///   - needles: what matches in any text: the whole typed text first, then its parts.
    ///   - fields: what matches in one field only.
    init(needles: [[UInt8]] = [], fields: [String: [[UInt8]]] = [:]) {
        self.needles = needles
        self.fields = fields
    }

    /// Marks no text.
    public static let none = TextMarker()

    /// `text` in pieces, matching and not matching; one piece where it does not match.
    public func pieces(of text: String) -> [Piece] { Self.pieces(of: text, needles) }

    /// The value of a field in pieces, matching and not matching.
    func pieces(of text: String, field: String) -> [Piece] { Self.pieces(of: text, needles, all: fields[field] ?? []) }

    /// True where something would be marked.
    public func matches(_ text: String) -> Bool { needles.contains { !Folding.ranges(of: $0, in: text).isEmpty } }

    /// True where the whole typed text would be marked.
    func matchesWhole(_ text: String) -> Bool { needles.first.map { Self.isIn(text, $0) } ?? false }

    /// The marker of the whole typed text alone; nil where only fields were typed.
    var whole: TextMarker? { needles.first.map { TextMarker(needles: [$0]) } }

    /// True where it marks what was typed for fields.
    var hasFields: Bool { !fields.isEmpty }

    /// True where it marks what was typed for this field.
    func isFor(_ field: String) -> Bool { fields[field] != nil }

    /// A marker for each part of the typed text, and for what was typed for each field.
    var parts: [TextMarker] {
        needles.dropFirst().map { TextMarker(needles: [$0]) }
            + fields.map { TextMarker(fields: [$0.key: $0.value]) }
    }

    private static func isIn(_ text: String, _ needle: [UInt8]) -> Bool {
        !Folding.ranges(of: needle, in: text).isEmpty
    }

    /// The value of a field in pieces, from shortly before the first match on; nil where it does not match.
    func excerpt(of text: String, field: String) -> [Piece]? {
        let pieces = Self.pieces(of: text, needles, all: fields[field] ?? [])
        guard let first = pieces.firstIndex(where: \.isMatch) else { return nil }
        guard first > 0, pieces[0].text.count > Self.longestLead else { return pieces }
        let lead = Piece(text: "…" + pieces[0].text.suffix(Self.longestLead), isMatch: false)
        return [lead] + pieces.dropFirst()
    }

    /// How many letters are shown before the match.
    private static let longestLead = 16

    /// - Parameters:
    ///   - needles: of which the first that matches is marked.
    ///   - all: which are marked besides.
    private static func pieces(of text: String, _ needles: [[UInt8]], all: [[UInt8]] = []) -> [Piece] {
        let first = needles.lazy.map({ Folding.ranges(of: $0, in: text) }).first { !$0.isEmpty } ?? []
        let ranges = (first + all.flatMap { Folding.ranges(of: $0, in: text) }).sorted { $0.lowerBound < $1.lowerBound }
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

    /// A part of a text.
    public struct Piece: Equatable, Sendable {
        public let text: String
        public let isMatch: Bool
    }

    /// True where it marks no text.
    public var isEmpty: Bool { needles.isEmpty && fields.isEmpty }
}
