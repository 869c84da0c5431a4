internal import CGtk

/// Two widgets beside each other, one with its natural width and the other with all the space that is left; where that
/// is too little for it, one above the other. So large letters and narrow windows do not clip them.
public final class SideBySide: Widget {
    /// Which of the two gets the space that is left.
    public enum Wide: Sendable {
        /// The first.
        case first
        /// The second.
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
