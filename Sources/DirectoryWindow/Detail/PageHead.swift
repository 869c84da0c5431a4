import GtkKit

/// A picture above the other widgets or, on a wide page, left of them.
final class PageHead: ChildLayout {
    /// The width of a page of 560 pixels without its margins, or more for larger letters.
    private static var wide: Int { Int(524 * max(1, Desktop.textScale)) }
    private let spacing: Int

    init(spacing: Int) { self.spacing = spacing }

    override var mirrorsChildren: Bool { true }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).max() ?? 0)
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let height =
            frames(of: children, in: width ?? self.width(of: children).natural)
            .map { $0.y + $0.height }.max() ?? 0
        return (height, height)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for (child, frame) in zip(children, frames(of: children, in: width)) {
            child.allocate(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
        }
    }

    /// Each child has its natural width; the shorter side of a wide page is in the middle of the other.
    private func frames(of children: [LayoutChild], in width: Int) -> [PixelRect] {
        let isWide = width >= Self.wide
        let start = isWide ? (children.first?.width.natural ?? 0) + 2 * spacing : 0
        var frames: [PixelRect] = []
        for (index, child) in children.enumerated() {
            let room = index == 0 ? width : width - start
            let taken = max(child.width.minimum, min(child.width.natural, room))
            let y = isWide && index < 2 ? 0 : frames.last.map { $0.y + $0.height + spacing } ?? 0
            let x = isWide ? (index == 0 ? 0 : start) : (width - taken) / 2
            frames.append(
                PixelRect(x: x, y: y, width: taken, height: child.height(forWidth: taken).natural))
        }
        guard isWide, let picture = frames.first, let last = frames.last, frames.count > 1 else { return frames }
        let spare = picture.height - last.y - last.height
        return frames.enumerated().map { index, frame in
            var moved = frame
            moved.y += max(0, index == 0 ? -spare : spare) / 2
            return moved
        }
    }
}
