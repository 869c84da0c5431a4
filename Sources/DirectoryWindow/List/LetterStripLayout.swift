import GtkKit

/// Places a list and, where there is room, the letters at the side of its scroll bar.
final class LetterStripLayout: ChildLayout {
    var box: WeakWidget<Box>?

    override var heightFollowsWidth: Bool { false }

    override func width(of children: [LayoutChild]) -> Lengths { children.first?.width ?? (0, 0) }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        children.first?.height(forWidth: nil) ?? (0, 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        guard let list = children.first else { return }
        let strip = children.dropFirst().first
        let room = strip.map { letterRoom(for: $0, beside: list, width: width, height: height) } ?? 0
        strip?.setShown(room > 0)
        let isMirrored = box?.widget?.isMirrored ?? false
        list.place(x: isMirrored ? room : 0, y: 0, width: width - room, height: height)
        guard room > 0 else { return }
        strip?.place(x: isMirrored ? 0 : width - room, y: 0, width: room, height: height)
    }

    /// The width of the letters, 0 where there is not enough room: they must not take more than a twelfth of the width.
    private func letterRoom(for strip: LayoutChild, beside list: LayoutChild, width: Int, height: Int) -> Int {
        let wanted = strip.width.natural
        let fits = wanted * 12 <= width && width - wanted >= list.width.minimum
        return fits && strip.height(forWidth: nil).minimum <= height ? wanted : 0
    }
}
