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

    /// A group of none.
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
