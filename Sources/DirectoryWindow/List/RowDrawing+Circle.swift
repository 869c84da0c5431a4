import DirectoryScreens
import GtkKit

/// The circle that selects a row: over the picture of a row under the pointer, and on every row while several are
/// selected. A row without a picture has it at its end.
extension RowDrawing {
    var hasCircleAtEnd: Bool { isSelecting && (content?.isOn != nil || style.arrangement == .columns) }

    /// Where the circle is, or nil where the row has none now.
    private func circle(in geometry: RowGeometry) -> PixelRect? {
        guard let box, isSelecting || box.rowState.contains(.hovered) else { return nil }
        let side = circleSide
        if hasCircleAtEnd { return geometry.icons.last.map { $0.middle(side) } }
        guard let avatar = geometry.avatar else { return nil }
        let x = box.isMirrored ? avatar.x - 3 : avatar.x + avatar.width - side + 3
        return PixelRect(x: x, y: avatar.y + avatar.height - side + 3, width: side, height: side)
    }

    private var circleSide: Int { max(18, min(28, style.avatar * 9 / 20)) }

    /// Whether the circle is at a position in the widget.
    func isCircle(at x: Double, _ y: Double) -> Bool {
        circle(in: geometry)?.middle(circleSide + 8).contains(x, y) ?? false
    }

    func drawCircle(on snapshot: Snapshot, _ geometry: RowGeometry) {
        guard let box, let circle = circle(in: geometry) else { return }
        func color(_ name: String) -> ThemeColor { box.themeColor(name) ?? box.textColor }
        let (isSelected, radius) = (isSelecting && box.rowState.contains(.selected), Double(circle.width) / 2)
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
