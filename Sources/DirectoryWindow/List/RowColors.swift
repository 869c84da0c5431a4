import GtkKit

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
        page = color("list_ground") ?? ThemeColor(.white)
        mark = color(isSelected ? "row_selected_mark" : "row_mark") ?? text
        ring = isSelected ? color("row_ring").flatMap { $0.opacity > 0 ? $0 : nil } : nil
    }

    /// Behind initials: one of twelve, whatever the number.
    @MainActor
    static func avatar(_ number: Int, in widget: Widget) -> ThemeColor {
        widget.themeColor("avatar_\(((number % 12) + 12) % 12)") ?? ThemeColor(.black)
    }

    /// What matches a search, on every ground.
    static let match = (text: PenColor(hex: 0x1d1d1d), ground: PenColor(hex: 0xf8e08a))
}
