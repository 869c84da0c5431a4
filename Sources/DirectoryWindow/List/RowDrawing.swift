import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// A row's widget, which draws the whole row. Only check buttons are widgets.
final class RowDrawing: ChildLayout {
    /// The style if there is room.
    var wanted: RowStyle {
        didSet {
            guard wanted != oldValue else { return }
            text = nil
            box?.queueResize()
        }
    }
    /// The style in the current width.
    var style: RowStyle { style(in: box?.width ?? 0) }
    private(set) weak var box: DrawnBox?
    /// Called before drawing.
    var willDraw: (@MainActor () -> Void)?
    /// The section's header, on its first row.
    var header: ListEntry.Header? {
        didSet {
            guard header != oldValue else { return }
            heading = nil
            (header == nil) != (oldValue == nil) ? box?.queueResize() : box?.queueDraw()
        }
    }
    var texture: Texture? {
        didSet { box?.queueDraw() }
    }
    /// True while a picture is loaded; no initials are shown then.
    var awaitsPicture = false {
        didSet { if awaitsPicture != oldValue { box?.queueDraw() } }
    }
    /// True if circles show the selection.
    var isSelecting = false {
        didSet { if isSelecting != oldValue { box?.queueDraw() } }
    }
    var table: TableMetrics? {
        didSet { if table !== oldValue { box?.queueResize() } }
    }
    var check: CheckButton?
    private(set) var content: RowContent?
    private(set) var text: RowText?
    /// The style of `text`.
    private var textStyle: RowStyle?
    private(set) var heading: SectionHeading?

    private let heights: LineHeights
    private var marker = TextMarker.none

    /// - Parameter heights: shared by a list's rows.
    init(style: RowStyle, heights: LineHeights) { (wanted, self.heights) = (style, heights) }

    private func style(in width: Int) -> RowStyle {
        guard let box else { return wanted }
        return wanted.fitted(to: width, lineHeight: heights.height(TextLine.Style(), in: box))
    }

    func makeBox() -> DrawnBox {
        let made = DrawnBox(role: .group, layout: self) { [weak self] in self?.draw(on: $0) }
        box = made
        return made
    }

    /// Nil shows an empty row.
    func show(_ content: RowContent?, marker: TextMarker) {
        self.content = content
        self.marker = marker
        text = nil
        box?.queueDraw()
    }

    var geometry: RowGeometry {
        RowGeometry(
            style, parts, width: box?.width ?? 0, height: box?.height ?? 0, isMirrored: box?.isMirrored ?? false)
    }

    /// The icons at the end of the row, with their meanings.
    var marks: [RowMark] {
        guard let content else { return [] }
        return [
            content.isUnseen ? Self.unseen : nil, content.mark, content.isUnpublished ? Self.unpublished : nil,
        ].compactMap(\.self)
    }

    private static var unseen: RowMark {
        RowMark(iconName: "media-record-symbolic", meaning: translated("New or changed"))
    }

    private static var unpublished: RowMark {
        RowMark(iconName: "document-send-symbolic", meaning: translated("Edited here, not uploaded yet"))
    }

    /// The meaning of the mark at a position.
    func meaning(at x: Double, _ y: Double) -> String? {
        zip(geometry.icons, marks).first { $0.0.contains(x, y) }?.1.meaning
    }

    /// The name if it is cut off, or nil.
    var cutName: String? {
        style.arrangement != .columns && text?.lines[0]?.isEllipsized == true ? content?.title : nil
    }

    /// True at a position of the picture.
    func isAvatar(at x: Double, _ y: Double) -> Bool { geometry.avatar?.contains(x, y) ?? false }

    private var parts: RowGeometry.Parts {
        RowGeometry.Parts(
            header: headerHeight, lines: lineHeights(style),
            isShown: (0..<style.lines).map { text?.lines[$0] != nil }, hasAvatar: content?.isOn == nil,
            check: Self.size(of: check), columns: columns, icons: marks.count)
    }

    private var columns: [Range<Int>] {
        guard style.arrangement == .columns, let table, let box else { return [] }
        return table.ranges(in: box.width, of: box)
    }

    private static func size(of child: Widget?) -> (width: Int, height: Int)? {
        guard let child, child.isVisible else { return nil }
        let size = LayoutChild(child)
        return (size.width.natural, size.height(forWidth: nil).natural)
    }

    private func lineHeights(_ style: RowStyle) -> [Int] {
        guard let box else { return [] }
        return style.lineHeights(in: box, heights)
    }

    private var headerHeight: Int {
        // A wall has headings above its lines.
        guard header != nil, style.arrangement != .under, let box else { return 0 }
        return SectionHeading.height(in: box, heights)
    }

    // MARK: Layout

    override func width(of children: [LayoutChild]) -> Lengths {
        let least = style.avatar + 2 * style.padding + (style.arrangement == .under ? 0 : 2 * style.gap)
        return (least, max(least, style.arrangement == .under ? least : 240))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let style = style(in: width ?? 0)
        let height = headerHeight + RowGeometry.height(style, lines: lineHeights(style))
        return (height, height)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        let geometry = RowGeometry(
            style, parts, width: width, height: height, isMirrored: box?.isMirrored ?? false)
        guard let check, let rect = geometry.check else { return }
        LayoutChild(check).allocate(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }

    // MARK: Drawing

    private func draw(on snapshot: Snapshot) {
        willDraw?()
        guard let box else { return }
        let style = style
        if let content, text == nil || textStyle != style {
            text = RowText(content, marker: marker, style: style, in: box)
            textStyle = style
        }
        let (colors, geometry, align) = (RowColors(of: box, state: box.rowState), geometry, box.isMirrored ? 1.0 : 0.0)
        if let header, style.arrangement != .under {
            let heading = heading ?? SectionHeading(header, in: box)
            self.heading = heading
            heading.draw(on: snapshot, in: geometry.header, colors, isMirrored: align > 0)
        }
        drawShape(on: snapshot, geometry.record, colors)
        if let text, let content {
            if let avatar = geometry.avatar { drawAvatar(on: snapshot, avatar, content, text, colors) }
            drawLines(on: snapshot, geometry, content, text, colors, align: align)
            drawMarks(on: snapshot, geometry.icons, colors)
        }
        drawCircle(on: snapshot, geometry)
        snapshot.drawChildren()
    }

    private func drawShape(on snapshot: Snapshot, _ area: PixelRect, _ colors: RowColors) {
        if let background = colors.background {
            snapshot.fill(area, radius: Double(style.radius), color: background)
        }
        if let edge = colors.edge {
            snapshot.border(area, radius: Double(style.radius), thickness: 2, color: edge)
        }
    }

    private func drawMarks(on snapshot: Snapshot, _ areas: [PixelRect], _ colors: RowColors) {
        for (area, mark) in zip(areas, marks) {
            if style.arrangement == .under {
                let disc = area.middle(area.width + 8)
                snapshot.fill(disc, radius: Double(disc.width) / 2, color: colors.page)
            }
            snapshot.draw(iconName: mark.iconName, in: area, color: colors.mark)
        }
    }

    private func drawLines(
        on snapshot: Snapshot, _ geometry: RowGeometry, _ content: RowContent, _ text: RowText, _ colors: RowColors,
        align: Double
    ) {
        // On one line, the second text begins where the first ends.
        var used = 0
        for (line, rect) in style.nameLines > 1 ? stacked(geometry.lines, text) : geometry.lines {
            guard text.lines.indices.contains(line), let shown = text.lines[line] else { continue }
            var area = rect
            if style.arrangement == .inline, line > 0 {
                area.width -= used + style.gap
                area.x += align > 0 ? 0 : used + style.gap
                guard area.width > 40 else { continue }
            }
            snapshot.draw(
                shown, in: area, align: alignment(of: line, content, align),
                color: color(of: line, content, text, colors))
            used = rect.width - area.width + shown.size(within: area.width).width
        }
        if let detail = text.detail, let line = geometry.lines.last?.rect {
            draw(detail, on: snapshot, in: line, after: used, align: align, color: colors.detail)
        }
    }

    /// Draws numbers at the end of a line, if there is room.
    private func draw(
        _ detail: TextLine, on snapshot: Snapshot, in line: PixelRect, after used: Int, align: Double, color: ThemeColor
    ) {
        let room = line.width - used - style.gap
        guard room >= 60 else { return }
        let area = PixelRect(
            x: align > 0 ? line.x : line.x + line.width - room, y: line.y, width: room, height: line.height)
        snapshot.draw(detail, in: area, align: 1 - align, color: color)
    }

    /// Numbers in columns are aligned at the end.
    private func alignment(of line: Int, _ content: RowContent, _ align: Double) -> Double {
        switch style.arrangement {
        case .beside, .inline: align
        case .under: 0.5
        case .columns: content.cells[line].isNumeric ? 1 - align : align
        }
    }

    /// The places of texts that may take several lines.
    private func stacked(_ lines: [(line: Int, rect: PixelRect)], _ text: RowText) -> [(line: Int, rect: PixelRect)] {
        let heights = lines.map { line, rect in
            min(rect.height, text.lines[line]?.size(within: rect.width).height ?? 0)
        }
        guard let first = lines.first?.rect, let last = lines.last?.rect else { return lines }
        let spare = last.y + last.height - first.y - heights.reduce(style.lineGap * (lines.count - 1), +)
        var y = first.y + (style.arrangement == .under ? 0 : spare / 2)
        return zip(lines, heights).map { part, height in
            defer { y += height + style.lineGap }
            return (part.line, PixelRect(x: part.rect.x, y: y, width: part.rect.width, height: height))
        }
    }

    private func color(of line: Int, _ content: RowContent, _ text: RowText, _ colors: RowColors) -> ThemeColor {
        if line == 0, content.isOn == true { return colors.done }
        return line == 0 || text.isReason || style.arrangement == .columns ? colors.text : colors.detail
    }

    private func drawAvatar(
        on snapshot: Snapshot, _ rect: PixelRect, _ content: RowContent, _ text: RowText, _ colors: RowColors
    ) {
        let radius = Double(rect.width) / 2
        if let ring = colors.ring {
            let around = PixelRect(x: rect.x - 2, y: rect.y - 2, width: rect.width + 4, height: rect.height + 4)
            snapshot.border(around, radius: radius + 2, thickness: 2, color: ring)
        }
        guard let box else { return }
        if let texture {
            return snapshot.clipped(to: rect, radius: radius) { snapshot.draw(texture, filling: rect) }
        }
        guard !awaitsPicture else { return snapshot.fill(rect, radius: radius, color: colors.text.faded(by: 0.08)) }
        snapshot.fill(rect, radius: radius, color: RowColors.avatar(content.color, in: box))
        if let icon = content.faceIcon {
            snapshot.draw(iconName: icon, in: rect.middle(Avatar.iconSize(in: rect.width)), color: .white)
        } else if let initials = text.initials {
            snapshot.draw(initials, in: rect, align: 0.5, color: .white)
        }
    }
}

/// The circles over pictures while several rows are selected.
extension RowDrawing {
    private func drawCircle(on snapshot: Snapshot, _ geometry: RowGeometry) {
        guard isSelecting, let box, let avatar = geometry.avatar else { return }
        func color(_ name: String) -> ThemeColor { box.themeColor(name) ?? box.textColor }
        let side = max(18, min(28, style.avatar * 9 / 20))
        let circle = PixelRect(
            x: box.isMirrored ? avatar.x - 3 : avatar.x + avatar.width - side + 3,
            y: avatar.y + avatar.height - side + 3, width: side, height: side)
        let (isSelected, radius) = (box.rowState.contains(.selected), Double(circle.width) / 2)
        snapshot.fill(circle.middle(circle.width + 4), radius: radius + 2, color: color("row_circle_edge"))
        snapshot.fill(circle, radius: radius, color: color(isSelected ? "directory_accent" : "row_circle"))
        guard isSelected else {
            return snapshot.border(circle, radius: radius, thickness: 2, color: color("row_detail"))
        }
        snapshot.draw(
            iconName: "object-select-symbolic", in: circle.middle(circle.width * 5 / 8),
            color: color("directory_accent_text"))
    }
}
