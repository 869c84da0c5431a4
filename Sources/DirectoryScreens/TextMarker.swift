import DirectoryModel

/// Finds what was typed in the texts of a row, so that it can be marked.
public struct TextMarker: Equatable, Sendable {
    private let needles: [[UInt8]]

    init(needles: [[UInt8]]) { self.needles = needles }

    /// `text` in pieces, those that match told apart; one piece where nothing does.
    public func pieces(of text: String) -> [Piece] {
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
    public var isEmpty: Bool { needles.isEmpty }
}
