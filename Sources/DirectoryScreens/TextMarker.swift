import DirectoryModel

/// Finds what was typed in the texts of a row, so that it can be marked.
public struct TextMarker: Equatable, Sendable {
    /// What matches in any text.
    private let needles: [[UInt8]]
    /// What matches in the text of one field, by its key.
    private let fields: [String: [[UInt8]]]

    init(needles: [[UInt8]] = [], fields: [String: [[UInt8]]] = [:]) {
        self.needles = needles
        self.fields = fields
    }

    /// `text` in pieces, those that match told apart; one piece where nothing does.
    public func pieces(of text: String) -> [Piece] { Self.pieces(of: text, needles) }

    /// True where something would be marked.
    public func matches(_ text: String) -> Bool { needles.contains { !Folding.ranges(of: $0, in: text).isEmpty } }

    /// The value of a field in pieces, from shortly before the first match on; nil where nothing matches.
    func excerpt(of text: String, field: String) -> [Piece]? {
        let pieces = Self.pieces(of: text, needles + (fields[field] ?? []))
        guard let first = pieces.firstIndex(where: \.isMatch) else { return nil }
        guard first > 0, pieces[0].text.count > Self.longestLead else { return pieces }
        let lead = Piece(text: "…" + pieces[0].text.suffix(Self.longestLead), isMatch: false)
        return [lead] + pieces.dropFirst()
    }

    /// How many letters may stand before what was found.
    private static let longestLead = 16

    private static func pieces(of text: String, _ needles: [[UInt8]]) -> [Piece] {
        guard !needles.isEmpty,
            let ranges = needles.lazy.map({ Folding.ranges(of: $0, in: text) }).first(where: { !$0.isEmpty })
        else {
            return [Piece(text: text, isMatch: false)]
        }
        var pieces: [Piece] = []
        var place = text.startIndex
        for range in ranges {
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

    /// True where nothing is marked anywhere.
    public var isEmpty: Bool { needles.isEmpty && fields.isEmpty }
}
