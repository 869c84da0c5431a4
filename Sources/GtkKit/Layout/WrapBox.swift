internal import CGtk

/// Children at their natural widths, in as many lines as needed.
public final class WrapBox: Widget, Container {
    /// The alignment of lines.
    public enum Alignment: Sendable {
        case start
        case center
        case end
    }

    /// An empty box with these pixels between children and between lines.
    public convenience init(spacing: Int = 6, lineSpacing: Int = 6, lines: Alignment = .start) {
        self.init(handle: WrapLayout(spacing: spacing, lineSpacing: lineSpacing, lines: lines).makeContainer())
        overflowHidden = true
    }

    /// A box of the listed children.
    public convenience init(
        spacing: Int = 6, lineSpacing: Int = 6, lines: Alignment = .start, @WidgetBuilder _ children: () -> [Widget]
    ) {
        self.init(spacing: spacing, lineSpacing: lineSpacing, lines: lines)
        children().forEach(append)
    }

    /// An accessible group that does not clip its children.
    public convenience init(role: Role, spacing: Int) {
        let layout = WrapLayout(spacing: spacing, lineSpacing: spacing, lines: .start)
        self.init(handle: layout.makeContainer(role: role))
    }
}

private final class WrapLayout: ChildLayout {
    private typealias Slot = (child: LayoutChild, rect: PixelRect)
    private static let minimumWidth = 100
    private let spacing: Int
    private let lineSpacing: Int
    private let lines: WrapBox.Alignment

    init(spacing: Int, lineSpacing: Int, lines: WrapBox.Alignment) {
        self.spacing = spacing
        self.lineSpacing = lineSpacing
        self.lines = lines
    }

    override var mirrorsChildren: Bool { true }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        let natural = all.map(\.natural).reduce(0, +) + spacing * max(0, all.count - 1)
        return (min(all.map(\.minimum).max() ?? 0, Self.minimumWidth), natural)
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let height =
            flow(children, width ?? self.width(of: children).natural).map { $0.rect.y + $0.rect.height }.max() ?? 0
        return (height, height)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for (child, rect) in aligned(flow(children, width), in: width) {
            child.allocate(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        }
    }

    private func aligned(_ slots: [Slot], in width: Int) -> [Slot] {
        guard lines != .start else { return slots }
        let ends = Dictionary(slots.map { ($0.rect.y, $0.rect.x + $0.rect.width) }, uniquingKeysWith: max)
        return slots.map { slot in
            let left = max(0, width - (ends[slot.rect.y] ?? width))
            var moved = slot
            moved.rect.x += lines == .end ? left : left / 2
            return moved
        }
    }

    private func flow(_ children: [LayoutChild], _ width: Int) -> [Slot] {
        var slots: [Slot] = []
        var (x, y, lineHeight) = (0, 0, 0)
        for child in children {
            let wanted = child.width
            let taken = max(wanted.minimum, min(wanted.natural, width))
            if x > 0, x + taken > width { (x, y, lineHeight) = (0, y + lineHeight + lineSpacing, 0) }
            let height = child.height(forWidth: taken).natural
            slots.append((child, PixelRect(x: x, y: y, width: taken, height: height)))
            x += taken + spacing
            lineHeight = max(lineHeight, height)
        }
        return slots
    }
}
