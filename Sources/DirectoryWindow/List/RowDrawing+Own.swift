import DirectoryScreens
import GtkKit

/// The pill that marks the user's own record.
extension RowDrawing {
    /// Draws it after the name, unless the name would be cut.
    /// - Parameters:
    ///   - words: the name.
    ///   - place: the line.
    ///   - align: from 0, left, to 1, right.
    /// - Returns: the room for the name.
    func drawOwn(
        _ own: TextLine, after words: TextLine, in place: PixelRect, align: Double, on snapshot: Snapshot,
        color: ThemeColor
    ) -> PixelRect {
        let (gap, side, size) = (Self.ownGap, Self.ownSide, own.size(within: place.width))
        let width = size.width + 2 * side
        let name = min(words.size(within: max(0, place.width - width - gap)).width + 1, place.width - width - gap)
        guard name > 0, !words.isCut(within: name) else { return place }
        let start = place.x + Int(Double(place.width - name - gap - width) * align)
        let height = min(place.height, size.height + 2)
        let isMirrored = align == 1
        let pill = PixelRect(
            x: isMirrored ? start : start + name + gap, y: place.y + (place.height - height) / 2, width: width,
            height: height)
        snapshot.border(pill, radius: Double(height) / 2, thickness: 1, color: color)
        snapshot.draw(
            own, in: PixelRect(x: pill.x + side, y: pill.y, width: size.width + 1, height: height), align: 0.5,
            color: color)
        return PixelRect(x: isMirrored ? start + width + gap : start, y: place.y, width: name, height: place.height)
    }

    /// Draws numbers at the end of a line, if there is room.
    func draw(
        _ detail: TextLine, on snapshot: Snapshot, in line: PixelRect, after used: Int, align: Double, color: ThemeColor
    ) {
        let room = line.width - used - style.gap
        guard room >= 60 else { return }
        let place = PixelRect(
            x: align > 0 ? line.x : line.x + line.width - room, y: line.y, width: room, height: line.height)
        snapshot.draw(detail, in: place, align: 1 - align, color: color)
    }

    /// The width of the name and the pill.
    func ownEnd(_ own: TextLine?, _ name: PixelRect, _ line: PixelRect) -> Int {
        name.width + ownWidth(own, in: line)
    }

    /// The width of the pill with its gap; 0 without one.
    func ownWidth(_ own: TextLine?, in line: PixelRect) -> Int {
        own.map { Self.ownGap + $0.size(within: line.width).width + 2 * Self.ownSide } ?? 0
    }

    private static let ownGap = 8
    private static let ownSide = 7

    /// Draws it over the lower edge of a picture.
    func drawOwn(_ own: TextLine, over avatar: PixelRect, on snapshot: Snapshot) {
        guard let box else { return }
        let size = own.size(within: avatar.width)
        let (width, height) = (min(avatar.width, size.width + 2 * Self.ownSide), size.height + 2)
        let pill = PixelRect(
            x: avatar.x + (avatar.width - width) / 2, y: avatar.y + avatar.height - height + 4, width: width,
            height: height)
        let ground = box.themeColor("directory_accent") ?? .black
        snapshot.fill(pill, radius: Double(height) / 2, color: ground)
        snapshot.draw(own, in: pill, align: 0.5, color: box.themeColor("directory_accent_text") ?? .white)
    }
}

/// The circle that selects a row: over the picture of a hovered row, and on every row while several are selected. A row
/// without a picture has it at its end.
extension RowDrawing {
    var hasCircleAtEnd: Bool { isSelecting && (content?.isOn != nil || style.arrangement == .columns) }

    /// Nil if the row has none now.
    private func circle(in geometry: RowGeometry) -> PixelRect? {
        guard let box, isSelecting || box.rowState.contains(.hovered) else { return nil }
        let side = circleSide
        if hasCircleAtEnd { return geometry.icons.last.map { $0.middle(side) } }
        guard let avatar = geometry.avatar else { return nil }
        let x = box.isMirrored ? avatar.x - 3 : avatar.x + avatar.width - side + 3
        return PixelRect(x: x, y: avatar.y + avatar.height - side + 3, width: side, height: side)
    }

    private var circleSide: Int { max(18, min(28, style.avatar * 9 / 20)) }

    /// True at a position of the circle.
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
