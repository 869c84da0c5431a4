import GtkKit

/// Places letters under each other, or every second one where there is less room.
final class LetterColumn: ChildLayout {
    private var places: [(letter: Int, range: Range<Int>)] = []

    override var heightFollowsWidth: Bool { false }

    /// Which letter is at a height or nearest to it; nil where there are none.
    func letter(at y: Double) -> Int? {
        (places.first { y < Double($0.range.upperBound) } ?? places.last)?.letter
    }

    override func width(of children: [LayoutChild]) -> Lengths {
        let width = children.map(\.width.natural).max() ?? 0
        return (width, width)
    }

    /// The least is the height of every second letter.
    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let line = line(of: children)
        return (line * ((children.count + 1) / 2), line * children.count)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        let line = line(of: children)
        let step = line * children.count <= height ? 1 : 2
        let count = (children.count + step - 1) / step
        // Far apart they would not look like a column.
        let pitch = count > 0 ? min(line * 5 / 4, height / count) : 0
        let top = (height - pitch * count) / 2
        places = (0..<count).map { ($0 * step, top + $0 * pitch..<top + ($0 + 1) * pitch) }
        for (index, child) in children.enumerated() { child.setShown(index.isMultiple(of: step)) }
        for (letter, range) in places {
            children[letter].place(x: 0, y: range.lowerBound, width: width, height: range.count)
        }
    }

    private func line(of children: [LayoutChild]) -> Int {
        children.map { $0.height(forWidth: nil).natural }.max() ?? 0
    }
}
