import DirectoryScreens
import GtkKit

/// The sizes of a list's row, in pixels.
struct RowStyle: Hashable, Sendable {
    enum Arrangement: Hashable, Sendable {
        /// Next to the picture, stacked.
        case beside
        /// Next to the picture, on one line.
        case inline
        case under
        /// In columns, without a picture.
        case columns
    }

    var arrangement = Arrangement.beside
    /// The name, and a dim line or the reason for the match.
    var lines = 2
    var nameLines = 1
    var detailLines = 1
    /// Relative to other letters.
    var nameScale = 1.0
    var avatar = 48
    /// Around the record.
    var padding = 8
    /// Between the parts.
    var gap = 12
    var lineGap = 1
    /// The minimum, for every script, so that all rows have the same height.
    var lineHeight = 20
    /// Of the selection's background.
    var radius = 9
    var icon = 16
    /// True if the last line ends with the record's numbers.
    var hasDetail = false

    /// 64 pixels in usual letters.
    static let comfortable = RowStyle()
    /// 44 pixels.
    static let compact = RowStyle(arrangement: .inline, avatar: 32, padding: 6)

    /// 36 pixels.
    static let table = RowStyle(arrangement: .columns, lines: 0)

    /// A cell of a wall.
    /// - Parameter hasReasons: whether it says why it was found.
    static func cell(_ size: FaceSize, hasReasons: Bool = false) -> RowStyle {
        let avatar =
            switch size {
            case .small: 64
            case .medium: 96
            case .large: 144
            }
        return RowStyle(
            arrangement: .under, lines: hasReasons ? 2 : 1, nameLines: 2, nameScale: size == .small ? 0.9 : 1,
            avatar: avatar, gap: 6, lineHeight: size == .small ? 17 : 20, radius: 12)
    }

    /// The style for a width. Large letters wrap to a second line, and texts of one line are stacked.
    func fitted(to width: Int, lineHeight: Int) -> RowStyle {
        guard width > 0 else { return self }
        var style = self
        style.hasDetail = width >= Self.detailWidth && [.beside, .inline].contains(arrangement)
        guard width < Self.leastLineHeights * lineHeight else { return style }
        switch arrangement {
        case .beside: (style.nameLines, style.detailLines) = (2, 2)
        case .inline: style.arrangement = .beside
        case .under, .columns: break
        }
        return style
    }

    /// Wide enough for the records' numbers, in pixels.
    private static let detailWidth = 460
    /// Wide enough for texts of one line, in line heights.
    private static let leastLineHeights = 15

    /// The heights of its texts.
    func lineHeights(in widget: Widget, _ heights: LineHeights) -> [Int] {
        if arrangement == .columns { return [max(lineHeight, heights.height(TextLine.Style(), in: widget))] }
        return RowText.styles(self).map { max(lineHeight, heights.height($0, in: widget)) * $0.maxLines }
    }
}

extension RowStyle {
    /// - Parameter isSearched: whether the list shows search results.
    init(_ looks: ListLayoutScreen, isSearched: Bool) {
        self =
            switch looks.look {
            case .rows: .comfortable
            case .compact: .compact
            case .table: .table
            case .faces: .cell(looks.faceSize, hasReasons: isSearched)
            }
    }
}

/// The colors of a row in a state, from the style sheet.
struct RowColors: Equatable {
    let background: ThemeColor?
    /// For the focused row.
    let edge: ThemeColor?
    let text: ThemeColor
    /// The dim line.
    let detail: ThemeColor
    /// A completed to-do.
    let done: ThemeColor
    let mark: ThemeColor
    let header: ThemeColor
    /// A section's count.
    let count: ThemeColor
    /// Behind the list.
    let page: ThemeColor
    let ring: ThemeColor?

    init(of widget: Widget, state: RowState) {
        func color(_ name: String) -> ThemeColor? { widget.themeColor(name) }
        let usual = widget.textColor
        let isSelected = state.contains(.selected)
        text = (isSelected ? color("row_selected_text") : nil) ?? usual
        background = isSelected ? color("row_selected") : state.contains(.hovered) ? color("row_hovered") : nil
        edge = state.contains(.focusVisible) ? color("row_focused") : nil
        detail = color(isSelected ? "row_selected_detail" : "row_detail") ?? text
        done = (isSelected ? nil : color("row_done")) ?? detail
        header = usual
        count = color("row_detail") ?? usual
        page = color("list_ground") ?? .white
        mark = color(isSelected ? "row_selected_mark" : "row_mark") ?? text
        ring = isSelected ? color("row_ring").flatMap { $0.opacity > 0 ? $0 : nil } : nil
    }

    /// One of twelve, for any number.
    static func avatar(_ number: Int, in widget: Widget) -> ThemeColor {
        widget.themeColor("avatar_\(((number % 12) + 12) % 12)") ?? .black
    }

    /// A search match, on every background.
    nonisolated static let match = (text: ThemeColor(hex: 0x1d1d1d), background: ThemeColor(hex: 0xf8e08a))
}
