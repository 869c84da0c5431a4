internal import CGtk

/// Two widgets side by side, one with its natural width and the other with the rest. If the rest is too small, they are
/// stacked.
public final class SideBySide: Widget {
    /// The widget that gets the rest of the width.
    public enum Wide: Sendable {
        case first
        case second
    }

    /// - Parameters:
    ///   - first: the leading or upper widget.
    ///   - second: the trailing or lower widget.
    ///   - wide: the widget that gets the rest of the width.
    ///   - claim: limits the width that the wide widget needs, as a multiple of the other's natural width.
    ///   - spacing: pixels between them.
    ///   - group: pairs that are stacked together.
    public convenience init(
        _ first: Widget, _ second: Widget, wide: Wide = .second, claim: Int = 1, spacing: Int = 12,
        group: SideBySideGroup? = nil
    ) {
        let layout = SideBySideLayout(wide: wide, claim: claim, spacing: spacing)
        self.init(handle: layout.makeContainer())
        for child in [first, second] { gtk_box_append(cast(pointer), child.widget) }
        group?.add(layout, [LayoutChild(first), LayoutChild(second)])
    }
}

/// Pairs that are all stacked if one is too wide, such as the rows of a form.
@MainActor
public final class SideBySideGroup {
    private struct Member {
        weak var layout: SideBySideLayout?
        let children: [LayoutChild]
    }

    private var members: [Member] = []
    /// Decisions by width, so that measurement and layout agree.
    private var decisions: [[Int]: Bool] = [:]

    public init() {}

    func add(_ layout: SideBySideLayout, _ children: [LayoutChild]) {
        members.append(Member(layout: layout, children: children))
        decisions = [:]
        layout.group = self
    }

    /// Whether all pairs fit side by side.
    func fits(_ width: Int, fixed: Int) -> Bool {
        if let decision = decisions[[width, fixed]] { return decision }
        let all = members.allSatisfy { member in member.layout.map { $0.hasRoom(member.children, in: width) } ?? true }
        decisions[[width, fixed]] = all
        return all
    }
}

final class SideBySideLayout: ChildLayout {
    var group: SideBySideGroup?
    private let wide: SideBySide.Wide
    private let claim: Int
    private let spacing: Int
    /// Pixels between children that are stacked.
    private let lineSpacing = 6

    init(wide: SideBySide.Wide, claim: Int, spacing: Int) {
        self.wide = wide
        self.claim = claim
        self.spacing = spacing
    }

    override var mirrorsChildren: Bool { true }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        let between = spacing * max(0, all.count - 1)
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).reduce(between, +))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        guard let width, let widths = widthsSideBySide(children, in: width) else {
            let isBeside = width == nil
            // In its natural width, a label may need a pixel more than for any width.
            let all = children.map { $0.height(forWidth: width ?? $0.width.natural) }
            let between = isBeside ? 0 : lineSpacing * max(0, all.count - 1)
            let sum = { (heights: [Int]) in isBeside ? heights.max() ?? 0 : heights.reduce(between, +) }
            return (sum(all.map(\.minimum)), sum(all.map(\.natural)))
        }
        let all = zip(children, widths).map { $0.height(forWidth: $1) }
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        if let widths = widthsSideBySide(children, in: width) {
            var x = 0
            for (child, width) in zip(children, widths) {
                child.allocate(x: x, y: 0, width: width, height: height)
                x += width + spacing
            }
            return
        }
        var y = 0
        for child in children {
            let needed = child.height(forWidth: width).natural
            child.allocate(x: 0, y: y, width: width, height: needed)
            y += needed + lineSpacing
        }
    }

    /// The widths side by side, or nil if the children must be stacked.
    private func widthsSideBySide(_ children: [LayoutChild], in width: Int) -> [Int]? {
        guard children.count == 2 else { return children.map { _ in width } }
        let fixed = (wide == .second ? children[0] : children[1]).width.natural
        guard hasRoom(children, in: width), group?.fits(width, fixed: fixed) ?? true else { return nil }
        let rest = width - fixed - spacing
        return wide == .second ? [fixed, rest] : [rest, fixed]
    }

    /// Whether the children fit side by side.
    func hasRoom(_ children: [LayoutChild], in width: Int) -> Bool {
        let (first, second) = (children[0].width, children[1].width)
        let (fixed, other) = wide == .second ? (first.natural, second) : (second.natural, first)
        return width - fixed - spacing >= max(other.minimum, min(other.natural, claim * fixed))
    }
}
