internal import CGtk

/// Two widgets beside each other, the second with all the room the first leaves; where that is too little for it, one
/// above the other. So large letters and narrow windows clip neither.
public final class SideBySide: Widget {
    /// The two, with so many pixels between them, and `lineSpacing` where one is above the other.
    public convenience init(_ first: Widget, _ second: Widget, spacing: Int = 12, lineSpacing: Int = 6) {
        self.init(handle: SideBySideLayout(spacing: spacing, lineSpacing: lineSpacing).makeContainer())
        for child in [first, second] { gtk_box_append(cast(pointer), child.widget) }
    }
}

private final class SideBySideLayout: ChildLayout {
    private let spacing: Int
    private let lineSpacing: Int

    init(spacing: Int, lineSpacing: Int) { (self.spacing, self.lineSpacing) = (spacing, lineSpacing) }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        let between = spacing * max(0, all.count - 1)
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).reduce(between, +))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        guard let width, let widths = besides(children, in: width) else {
            let isBeside = width == nil
            let all = children.map { $0.height(forWidth: width) }
            let between = isBeside ? 0 : lineSpacing * max(0, all.count - 1)
            let sum = { (heights: [Int]) in isBeside ? heights.max() ?? 0 : heights.reduce(between, +) }
            return (sum(all.map(\.minimum)), sum(all.map(\.natural)))
        }
        let all = zip(children, widths).map { $0.height(forWidth: $1) }
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        if let widths = besides(children, in: width) {
            var x = 0
            for (child, width) in zip(children, widths) {
                child.place(x: x, y: 0, width: width, height: height)
                x += width + spacing
            }
            return
        }
        var y = 0
        for child in children {
            let needed = child.height(forWidth: width).natural
            child.place(x: 0, y: y, width: width, height: needed)
            y += needed + lineSpacing
        }
    }

    /// The widths of children that stand beside each other, or nil where there is no room for that.
    private func besides(_ children: [LayoutChild], in width: Int) -> [Int]? {
        guard children.count == 2 else { return children.map { _ in width } }
        let (first, second) = (children[0].width.natural, children[1].width)
        let rest = width - first - spacing
        // It would like as much room as the first has, if it can use it.
        return rest >= max(second.minimum, min(second.natural, first)) ? [first, rest] : nil
    }
}
