import GtkKit

/// The places of a row's parts. Missing parts take no space.
struct RowGeometry {
    /// The sizes of a row's parts, in pixels.
    struct Parts {
        /// With its space; 0 without a header.
        var header = 0
        /// The heights of all lines of the style.
        var lines: [Int] = []
        var isShown: [Bool] = []
        var hasAvatar = true
        /// Nil without a check button.
        var check: (width: Int, height: Int)?
        /// Empty ranges for columns that do not fit.
        var columns: [Range<Int>] = []
        var icons = 0
    }

    /// The record below the header.
    let record: PixelRect
    let header: PixelRect
    private(set) var check: PixelRect?
    private(set) var avatar: PixelRect?
    /// The lines with text, and their indexes.
    private(set) var lines: [(line: Int, rect: PixelRect)] = []
    private(set) var icons: [PixelRect] = []

    /// Without the header.
    static func height(_ style: RowStyle, lines: [Int]) -> Int {
        let text = height(of: lines, style)
        if style.arrangement == .columns { return text + 2 * style.padding }
        let content = style.arrangement == .under ? style.avatar + style.gap + text : max(style.avatar, text)
        return content + 2 * style.padding
    }

    private static func height(of lines: [Int], _ style: RowStyle) -> Int {
        if style.arrangement == .inline { return lines.max() ?? 0 }
        return lines.reduce(0, +) + max(0, lines.count - 1) * style.lineGap
    }

    /// - Parameter isMirrored: true from right to left.
    init(_ style: RowStyle, _ parts: Parts, width: Int, height: Int, isMirrored: Bool) {
        let edge = SectionHeading.edge
        header = PixelRect(
            x: edge.side, y: edge.top, width: max(0, width - 2 * edge.side),
            height: max(0, parts.header - edge.top - edge.bottom))
        record = PixelRect(x: 0, y: parts.header, width: width, height: max(0, height - parts.header))
        switch style.arrangement {
        case .beside, .inline: layOutBeside(style, parts)
        case .under: layOutUnder(style, parts)
        case .columns: layOutColumns(style, parts)
        }
        if isMirrored { mirror(width) }
    }

    private mutating func layOutBeside(_ style: RowStyle, _ parts: Parts) {
        var (start, end) = (style.padding, record.width - style.padding)
        func middle(_ height: Int) -> Int { record.y + (record.height - height) / 2 }
        if let size = parts.check {
            check = PixelRect(x: start, y: middle(size.height), width: size.width, height: size.height)
            start += size.width + style.gap
        }
        if parts.hasAvatar {
            avatar = PixelRect(x: start, y: middle(style.avatar), width: style.avatar, height: style.avatar)
            start += style.avatar + style.gap
        }
        for _ in 0..<parts.icons {
            icons.insert(
                PixelRect(x: end - style.icon, y: middle(style.icon), width: style.icon, height: style.icon), at: 0)
            end -= style.icon + style.gap
        }
        let all = Self.height(of: parts.shown, style)
        layOutLines(style, parts, x: start, y: middle(all), width: max(0, end - start))
    }

    private mutating func layOutUnder(_ style: RowStyle, _ parts: Parts) {
        let top = record.y + style.padding
        let side = (record.width + style.avatar) / 2 - style.icon
        avatar = PixelRect(x: (record.width - style.avatar) / 2, y: top, width: style.avatar, height: style.avatar)
        // Over the corner of the picture.
        icons = (0..<parts.icons).map {
            PixelRect(
                x: side - $0 * (style.icon + 12), y: top + style.avatar - style.icon, width: style.icon,
                height: style.icon)
        }
        layOutLines(
            style, parts, x: style.padding, y: top + style.avatar + style.gap,
            width: max(0, record.width - 2 * style.padding))
    }

    private mutating func layOutColumns(_ style: RowStyle, _ parts: Parts) {
        let height = parts.lines.first ?? 0
        let top = record.y + (record.height - height) / 2
        for (column, range) in parts.columns.enumerated() where !range.isEmpty {
            let side = TableMetrics.side
            var rect = PixelRect(x: range.lowerBound + side, y: top, width: range.count - 2 * side, height: height)
            if column == 0 {
                // Marks go at the end of the first column.
                icons = (0..<parts.icons).map {
                    PixelRect(
                        x: rect.x + rect.width - style.icon - $0 * (style.icon + 4), y: top + (height - style.icon) / 2,
                        width: style.icon, height: style.icon)
                }
                rect.width -= parts.icons * (style.icon + 4)
            }
            lines.append((column, rect))
        }
    }

    private mutating func layOutLines(_ style: RowStyle, _ parts: Parts, x: Int, y: Int, width: Int) {
        var y = y
        for (line, height) in parts.lines.enumerated() where parts.isShown[line] {
            lines.append((line, PixelRect(x: x, y: y, width: width, height: height)))
            if style.arrangement != .inline { y += height + style.lineGap }
        }
    }

    private mutating func mirror(_ width: Int) {
        func mirrored(_ rect: PixelRect) -> PixelRect {
            var rect = rect
            rect.x = width - rect.x - rect.width
            return rect
        }
        check = check.map(mirrored)
        avatar = avatar.map(mirrored)
        icons = icons.map(mirrored)
        lines = lines.map { ($0.line, mirrored($0.rect)) }
    }
}

extension RowGeometry.Parts {
    fileprivate var shown: [Int] { zip(lines, isShown).filter(\.1).map(\.0) }
}
