import DirectoryScreens
import GtkKit

/// The title of a section and how many rows it has, as they are drawn.
@MainActor
struct SectionHeading {
    let title: TextLine
    let count: TextLine

    init(_ header: ListEntry.Header, in widget: Widget) {
        title = TextLine(header.title, style: Self.style, in: widget)
        count = TextLine(
            header.count > 0 ? String(header.count) : "", style: .init(scale: RowText.headerScale), in: widget)
    }

    private static let style = TextLine.Style(isBold: true, scale: RowText.headerScale)

    /// The space around its text.
    nonisolated static let edge = (top: 14, side: 8, bottom: 4)

    /// Its height with the space around it.
    static func height(in widget: Widget, _ heights: LineHeights) -> Int {
        edge.top + edge.bottom + heights.height(style, in: widget)
    }

    /// Draws it in a place without the space around it: the title, and the number after it.
    func draw(on snapshot: Snapshot, in place: PixelRect, _ colors: RowColors, isMirrored: Bool) {
        let gap = Self.edge.side
        let count = count.size(within: place.width).width + 1
        let room = max(0, place.width - count - gap)
        let title = min(title.size(within: room).width, room)
        let align = isMirrored ? 1.0 : 0
        snapshot.draw(
            self.title,
            in: PixelRect(x: place.x + (isMirrored ? count + gap : 0), y: place.y, width: room, height: place.height),
            align: align, color: colors.header)
        let x = isMirrored ? place.width - title - gap - count : title + gap
        snapshot.draw(
            self.count, in: PixelRect(x: place.x + x, y: place.y, width: count, height: place.height), align: align,
            color: colors.count)
    }
}
