import DirectoryScreens
import GtkKit

/// The sizes of a row of the list, in pixels.
struct RowStyle: Hashable, Sendable {
    /// Where the texts are.
    enum Arrangement: Hashable, Sendable {
        /// Beside the picture, under each other.
        case beside
        /// Beside the picture, on one line.
        case inline
        /// Under the picture.
        case under
        /// In columns, without a picture.
        case columns
    }

    var arrangement = Arrangement.beside
    /// The most texts of a record: its name, and a dim line or why it was found.
    var lines = 2
    var nameLines = 1
    var detailLines = 1
    /// The size of the name's letters, relative to others.
    var nameScale = 1.0
    var avatar = 48
    /// The space around the record.
    var padding = 8
    /// The space between the parts of the record.
    var gap = 12
    var lineGap = 1
    /// The least height of a line: one height for every script, so that every row has the same.
    var lineHeight = 20
    /// The corner radius of the ground of a selected record.
    var radius = 9
    var icon = 16
    /// Whether the last line ends with the record's numbers.
    var hasDetail = false

    /// Two lines: 64 pixels with letters of the usual size.
    static let comfortable = RowStyle()
    /// One line: 44 pixels.
    static let compact = RowStyle(arrangement: .inline, avatar: 32, padding: 6)

    /// One line of columns: 36 pixels.
    static let table = RowStyle(arrangement: .columns, lines: 0)

    /// A cell of a wall of faces.
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

    /// The style in a list so many pixels wide. Where letters are so large that little of a text fits, it goes on on a
    /// second line, and what was on the same line goes under it.
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

    /// The least width of a list that shows the numbers of its records, in pixels.
    private static let detailWidth = 460
    /// The least width in which texts have one line each, in heights of a line.
    private static let leastLineHeights = 15

    /// The heights of its texts, whatever these are.
    @MainActor
    func lineHeights(in widget: Widget, _ heights: LineHeights) -> [Int] {
        if arrangement == .columns { return [max(lineHeight, heights.height(TextLine.Style(), in: widget))] }
        return RowText.styles(self).map { max(lineHeight, heights.height($0, in: widget)) * $0.maxLines }
    }
}

extension RowStyle {
    /// The style of a look.
    /// - Parameter isSearched: whether the list shows what a search found.
    @MainActor
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

/// The colors of a row in one of its states, from the style sheet.
struct RowColors: Equatable {
    /// Behind the record, or nil.
    let ground: ThemeColor?
    /// The edge of a row with the keyboard, or nil.
    let edge: ThemeColor?
    let text: ThemeColor
    /// The dim line.
    let detail: ThemeColor
    /// The name of a to-do that is done.
    let done: ThemeColor
    let mark: ThemeColor
    let header: ThemeColor
    /// How many there are in a section.
    let count: ThemeColor
    /// What is behind the list.
    let page: ThemeColor
    /// The ring around a picture, or nil.
    let ring: ThemeColor?

    @MainActor
    init(of widget: Widget, state: RowState) {
        func color(_ name: String) -> ThemeColor? { widget.themeColor(name) }
        let usual = widget.textColor
        let isSelected = state.contains(.selected)
        text = (isSelected ? color("row_selected_text") : nil) ?? usual
        ground = isSelected ? color("row_selected") : state.contains(.hovered) ? color("row_hovered") : nil
        edge = state.contains(.focusVisible) ? color("row_focused") : nil
        detail = color(isSelected ? "row_selected_detail" : "row_detail") ?? text
        done = (isSelected ? nil : color("row_done")) ?? detail
        (header, count) = (usual, color("row_detail") ?? usual)
        page = color("list_ground") ?? .white
        mark = color(isSelected ? "row_selected_mark" : "row_mark") ?? text
        ring = isSelected ? color("row_ring").flatMap { $0.opacity > 0 ? $0 : nil } : nil
    }

    /// Behind initials: one of twelve, whatever the number.
    @MainActor
    static func avatar(_ number: Int, in widget: Widget) -> ThemeColor {
        widget.themeColor("avatar_\(((number % 12) + 12) % 12)") ?? .black
    }

    /// What matches a search, on every ground.
    static let match = (text: ThemeColor(hex: 0x1d1d1d), ground: ThemeColor(hex: 0xf8e08a))
}
