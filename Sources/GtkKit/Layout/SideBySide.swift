internal import CGtk

/// Two widgets beside each other, one with its natural width and the other with all the space that is left; where that
/// is too little for it, one above the other. So large letters and narrow windows do not clip them.
public final class SideBySide: Widget {
    /// Which of the two gets the space that is left.
    public enum Wide: Sendable {
        case first
        case second
    }

    /// The two beside each other, or one above the other.
    /// - Parameters:
    ///   - first: the widget at the start, or above.
    ///   - second: the widget at the end, or below.
    ///   - wide: which of the two gets the space that is left.
    ///   - claim: how much space the wide one must get to be beside the other: its natural width, but at most this many
    ///     times the other's.
    ///   - spacing: pixels between them.
    ///   - lineSpacing: pixels between them where one is above the other.
    ///   - group: others that are all one above the other where one of them is, or nil.
    public convenience init(
        _ first: Widget, _ second: Widget, wide: Wide = .second, claim: Int = 1, spacing: Int = 12,
        lineSpacing: Int = 6,
        group: SideBySideGroup? = nil
    ) {
        let layout = SideBySideLayout(wide: wide, claim: claim, spacing: spacing, lineSpacing: lineSpacing)
        self.init(handle: layout.makeContainer())
        for child in [first, second] { gtk_box_append(cast(pointer), child.widget) }
        group?.add(layout, [LayoutChild(first), LayoutChild(second)])
    }
}

/// Several pairs of widgets that look alike: all beside each other, or all one above the other, as in the rows of a card.
@MainActor
public final class SideBySideGroup {
    private struct Member {
        weak var layout: SideBySideLayout?
        let children: [LayoutChild]
    }
    private struct Key: Hashable {
        let width: Int
        let fixed: Int
    }

    private var members: [Member] = []
    /// What was decided for a width and the width of what is fixed: what is measured later must be placed the same way.
    private var decided: [Key: Bool] = [:]

    public init() {}

    func add(_ layout: SideBySideLayout, _ children: [LayoutChild]) {
        members.append(Member(layout: layout, children: children))
        decided = [:]
        layout.group = self
    }

    /// Whether all of them fit beside each other in a width, where the part that gets no more is so wide.
    func fits(_ width: Int, fixed: Int) -> Bool {
        let key = Key(width: width, fixed: fixed)
        if let decided = decided[key] { return decided }
        let all = members.allSatisfy { member in member.layout.map { $0.hasRoom(member.children, in: width) } ?? true }
        decided[key] = all
        return all
    }
}

/// Places two widgets beside each other where there is room, and one above the other where there is not.
final class SideBySideLayout: ChildLayout {
    var group: SideBySideGroup?
    private let wide: SideBySide.Wide
    private let claim: Int
    private let spacing: Int
    private let lineSpacing: Int

    init(wide: SideBySide.Wide, claim: Int, spacing: Int, lineSpacing: Int) {
        (self.wide, self.claim, self.spacing, self.lineSpacing) = (wide, claim, spacing, lineSpacing)
    }

    override var mirrorsPlaces: Bool { true }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        let between = spacing * max(0, all.count - 1)
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).reduce(between, +))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        guard let width, let widths = besides(children, in: width) else {
            let isBeside = width == nil
            // A label may need a pixel more in the width it asks for than it says it needs in any.
            let all = children.map { $0.height(forWidth: width ?? $0.width.natural) }
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

    /// The widths of children beside each other, or nil where there is not enough space.
    private func besides(_ children: [LayoutChild], in width: Int) -> [Int]? {
        guard children.count == 2 else { return children.map { _ in width } }
        let fixed = (wide == .second ? children[0] : children[1]).width.natural
        guard hasRoom(children, in: width), group?.fits(width, fixed: fixed) ?? true else { return nil }
        let rest = width - fixed - spacing
        return wide == .second ? [fixed, rest] : [rest, fixed]
    }

    /// Whether there is enough space for the two beside each other.
    func hasRoom(_ children: [LayoutChild], in width: Int) -> Bool {
        let (first, second) = (children[0].width, children[1].width)
        let (fixed, other) = wide == .second ? (first.natural, second) : (second.natural, first)
        return width - fixed - spacing >= max(other.minimum, min(other.natural, claim * fixed))
    }
}
