import GtkKit

/// A picture above the other widgets or, on a wide page, left of them.
final class PageHead: ChildLayout {
    /// The width of a page of 560 pixels without its margins.
    private static let wide = 524
    private let spacing: Int

    init(spacing: Int) { self.spacing = spacing }

    override var mirrorsPlaces: Bool { true }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).max() ?? 0)
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let height =
            places(of: children, in: width ?? self.width(of: children).natural)
            .map { $0.y + $0.height }.max() ?? 0
        return (height, height)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for (child, place) in zip(children, places(of: children, in: width)) {
            child.place(x: place.x, y: place.y, width: place.width, height: place.height)
        }
    }

    /// Each child has its natural width; the shorter side of a wide page is in the middle of the other.
    private func places(of children: [LayoutChild], in width: Int) -> [PixelRect] {
        let isWide = width >= Self.wide
        let start = isWide ? (children.first?.width.natural ?? 0) + 2 * spacing : 0
        var places: [PixelRect] = []
        for (index, child) in children.enumerated() {
            let room = index == 0 ? width : width - start
            let taken = max(child.width.minimum, min(child.width.natural, room))
            let y = isWide && index < 2 ? 0 : places.last.map { $0.y + $0.height + spacing } ?? 0
            let x = isWide ? (index == 0 ? 0 : start) : (width - taken) / 2
            places.append(
                PixelRect(x: x, y: y, width: taken, height: child.height(forWidth: taken).natural))
        }
        guard isWide, let picture = places.first, let last = places.last, places.count > 1 else { return places }
        let spare = picture.height - last.y - last.height
        return places.enumerated().map { index, place in
            var moved = place
            moved.y += max(0, index == 0 ? -spare : spare) / 2
            return moved
        }
    }
}
