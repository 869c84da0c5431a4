import DirectoryModel
import Language

/// Why a search found a record, where its row does not show that: "Hobbies: swimming · Role: Student".
///
/// The whole typed text is one reason; where it is not in the record as it was typed, each of its parts that the row
/// does not show is one.
struct FoundReason<R: DirectoryRecord> {
    private let record: R
    private let lines: [String]
    private let marker: TextMarker

    /// - Parameter lines: the texts of the row.
    init(of record: R, in lines: [String], _ marker: TextMarker) {
        (self.record, self.lines, self.marker) = (record, lines, marker)
    }

    /// The reasons, with what matches marked; nil where the row shows them all.
    var pieces: [TextMarker.Piece]? {
        if let whole = marker.whole {
            if let reason = reason(whole) { return reason.pieces }
            // One or two letters within a word.
            let anywhere = whole.anywhere
            if lines.contains(where: anywhere.matches) { return nil }
            if let reason = reason(anywhere) { return reason.pieces }
        }
        var (fields, reasons): (Set<String>, [[TextMarker.Piece]]) = ([], [])
        for part in inOrder(marker.parts) where !lines.contains(where: part.matches) {
            guard let reason = reason(part), fields.insert(reason.field).inserted else { continue }
            reasons.append(reason.pieces)
        }
        guard reasons.count > 1 else { return reasons.first }
        return Array(reasons.map(Self.shortened).joined(separator: [TextMarker.Piece(text: " · ", isMatch: false)]))
    }

    /// As the fields are.
    private func inOrder(_ parts: [TextMarker]) -> [TextMarker] {
        parts.sorted { one, other in
            (R.fields.firstIndex { one.isFor($0.key) } ?? 0) < (R.fields.firstIndex { other.isFor($0.key) } ?? 0)
        }
    }

    private func reason(_ marker: TextMarker) -> (field: String, pieces: [TextMarker.Piece])? {
        for field in R.fields {
            if let pieces = reason(in: field, marker) { return (field.key, pieces) }
        }
        return nil
    }

    /// The field's label and its text from the match on; nil where it does not match, or the row shows it anyway.
    private func reason(in field: Field<R>, _ marker: TextMarker) -> [TextMarker.Piece]? {
        guard !field.isPicture else { return nil }
        let text = field.displayText(record).line(cutAt: DetailContent.longestText)
        guard !lines.contains(where: { $0.contains(text) }) else { return nil }
        return marker.excerpt(of: text, field: field.key).map {
            [TextMarker.Piece(text: translated("\(field.label): "), isMatch: false)] + $0
        }
    }

    /// A reason that leaves room for others: little more than what matches.
    private static func shortened(_ pieces: [TextMarker.Piece]) -> [TextMarker.Piece] {
        let pieces = pieces.map { piece in
            piece.text.hasPrefix("…") ? TextMarker.Piece(text: "…", isMatch: false) : piece
        }
        guard let last = pieces.last, !last.isMatch, last.text.count > longestRest else { return pieces }
        var rest = last.text.prefix(longestRest)
        // A text of several words is cut between two of them.
        if let end = last.text.prefix(longestRest + 1).lastIndex(where: \.dividesWords) { rest = last.text[..<end] }
        return pieces.dropLast() + [TextMarker.Piece(text: rest + "…", isMatch: false)]
    }

    private static var longestRest: Int { 12 }
}
