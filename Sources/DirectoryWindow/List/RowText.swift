import DirectoryScreens
import GtkKit

/// A row's texts, made when it is first drawn.
struct RowText {
    /// The name and the second line.
    let lines: [TextLine?]
    let initials: TextLine?
    /// The record's numbers; nil without room, or next to a reason.
    let detail: TextLine?
    /// True if the second line is the reason for a match, which is not dim.
    let isReason: Bool

    init(_ content: RowContent, marker: TextMarker, style: RowStyle, in widget: Widget) {
        isReason = content.found != nil
        initials =
            content.isOn == nil && content.faceIcon == nil
            ? TextLine(content.initials, style: TextLine.Style(isBold: true, pixels: style.avatar * 2 / 5), in: widget)
            : nil
        guard style.arrangement != .columns else {
            lines = content.cells.map { Self.cell($0, in: widget) }
            detail = nil
            return
        }
        let marked = content.lines(marker)
        let second = style.arrangement == .under ? [] : marked[1]
        let found = style.arrangement == .under ? content.found.map(Self.fromMatch) : content.found
        let texts = [marked[0], found ?? second]
        let looks = Self.styles(style, isDone: content.isOn == true, isPartBold: content.sortedPart != nil)
        lines = zip(texts, looks).enumerated().map { index, line in
            Self.line(line.0, line.1, bold: index == 0 ? content.boldBytes : nil, in: widget)
        }
        detail =
            style.hasDetail && !isReason && !content.detail.isEmpty
            ? Self.line(marked[2], .init(scale: Self.detailScale), bold: nil, in: widget) : nil
    }

    var texts: [String] { lines.map { $0?.text ?? "" } }

    /// The text from the word with the match to the end of the item, where there is no room for more.
    private static func fromMatch(_ pieces: [TextMarker.Piece]) -> [TextMarker.Piece] {
        guard let match = pieces.firstIndex(where: \.isMatch), let last = pieces.lastIndex(where: \.isMatch) else {
            return pieces
        }
        let before = pieces[..<match].last?.text ?? ""
        let start = before.lastIndex { $0.isWhitespace || $0 == "…" }.map(before.index(after:)) ?? before.startIndex
        let after = (pieces[(last + 1)...].first?.text ?? "").prefix { $0 != "," && $0 != ";" }
        return [TextMarker.Piece(text: String(before[start...]), isMatch: false)] + pieces[match...last]
            + [TextMarker.Piece(text: String(after), isMatch: false)]
    }

    /// - Parameter isPartBold: whether only a part of the name is bold.
    static func styles(_ style: RowStyle, isDone: Bool = false, isPartBold: Bool = false) -> [TextLine.Style] {
        var name = TextLine.Style(
            isBold: !isPartBold, scale: style.nameScale, isStruck: isDone, maxLines: style.nameLines)
        name.isCentered = style.arrangement == .under
        return Array([name, TextLine.Style(scale: detailScale, maxLines: style.detailLines)].prefix(style.lines))
    }

    static let detailScale = 0.88
    static let headerScale = 0.85

    private static func cell(_ cell: RowContent.Cell, in widget: Widget) -> TextLine? {
        var style = TextLine.Style()
        style.isTabular = cell.isNumeric
        return line(cell.pieces, style, bold: nil, in: widget)
    }

    private static func line(
        _ pieces: [TextMarker.Piece], _ style: TextLine.Style, bold: Range<Int>?, in widget: Widget
    ) -> TextLine? {
        let text = pieces.map(\.text).joined()
        guard !text.isEmpty else { return nil }
        var (start, marks) = (0, [TextLine.Mark]())
        for piece in pieces {
            let end = start + piece.text.utf8.count
            if piece.isMatch {
                marks.append(
                    TextLine.Mark(
                        bytes: start..<end, color: RowColors.match.text, background: RowColors.match.background))
            }
            start = end
        }
        return TextLine(text, style: style, bold: bold, marks: marks, in: widget)
    }
}

extension RowContent {
    /// The bold part of the name, in UTF-8 bytes.
    fileprivate var boldBytes: Range<Int>? {
        sortedPart.map { part in
            let bytes = title.utf8
            return bytes.distance(
                from: bytes.startIndex, to: part.lowerBound)..<bytes.distance(
                    from: bytes.startIndex, to: part.upperBound)
        }
    }
}

/// The title and count of a section, as drawn.
struct SectionHeading {
    let title: TextLine
    let count: TextLine

    init(_ header: ListEntry.Header, in widget: Widget) {
        title = TextLine(header.title, style: Self.style, in: widget)
        count = TextLine(header.countText, style: .init(scale: RowText.headerScale), in: widget)
    }

    private static let style = TextLine.Style(isBold: true, scale: RowText.headerScale)

    /// The space around the text.
    nonisolated static let edge = (top: 14, side: 8, bottom: 4)

    static func height(in widget: Widget, _ heights: LineHeights) -> Int {
        edge.top + edge.bottom + heights.height(style, in: widget)
    }

    /// Draws the title, then the count, in a place without the space around.
    func draw(on snapshot: Snapshot, in area: PixelRect, _ colors: RowColors, isMirrored: Bool) {
        let gap = Self.edge.side
        let count = count.size(within: area.width).width + 1
        let room = max(0, area.width - count - gap)
        let title = min(title.size(within: room).width, room)
        let align = isMirrored ? 1.0 : 0
        snapshot.draw(
            self.title,
            in: PixelRect(x: area.x + (isMirrored ? count + gap : 0), y: area.y, width: room, height: area.height),
            align: align, color: colors.header)
        let x = isMirrored ? area.width - title - gap - count : title + gap
        snapshot.draw(
            self.count, in: PixelRect(x: area.x + x, y: area.y, width: count, height: area.height), align: align,
            color: colors.count)
    }
}
