public import GtkKit

/// A sidebar, a list and a detail side by side, as many of them as there is room for. Its minimum width is 360 pixels,
/// whatever its children request; what does not fit is cut off.
public final class FoldBox: Widget {
    /// How many panes are shown.
    public enum Mode: Sendable {
        /// The list or the detail, depending on `showsDetail`.
        case folded
        /// The list and the detail.
        case twoPanes
        /// All three.
        case threePanes
    }

    /// The sizes of the panes, in pixels.
    public struct Sizes: Sendable {
        static let usualList = 380

        public var sidebar = 200
        /// The width of the list, where there is room.
        public var list = usualList
        /// The minimum width of the list.
        public var leastList = 300
        /// How wide the user may make the list by dragging its edge; a double click on it brings back the usual width.
        /// Nil where the edge cannot be dragged.
        public var listRange: ClosedRange<Int>?
        /// The total width from which on two panes are shown.
        public var twoPanesFrom = 600
        /// The total width from which on three panes are shown.
        public var threePanesFrom = 860

        /// Usual sizes where letters are so many times as large as usual: pictures and buttons do not grow with them.
        public static func usual(forTextScale scale: Double) -> Sizes {
            var sizes = Sizes()
            let growth = 1 + (scale - 1) / 2
            // Titles and counts fit beside each other.
            sizes.sidebar += Int(90 * (scale - 1))
            sizes.twoPanesFrom = Int(Double(sizes.twoPanesFrom) * growth)
            sizes.threePanesFrom = Int(Double(sizes.threePanesFrom) * growth)
            return sizes
        }
    }

    private let layout: FoldLayout

    /// The three, each in a pane that cuts off content that is too wide.
    public init(sidebar: Widget, list: Widget, detail: Widget) {
        layout = FoldLayout()
        let box = Box(handle: layout.makeContainer())
        super.init(root: box)
        overflowHidden = true
        addClass("fold")
        for (part, child) in [(FoldLayout.Part.sidebar, sidebar), (.list, list), (.detail, detail)] {
            if part != .sidebar { layout.add(Separator(.vertical), as: part.separatorBefore, to: box) }
            layout.add(Pane(child), as: part, to: box)
        }
        layout.addHandle(to: box)
    }

    /// How many panes are shown at the current width.
    public var mode: Mode { layout.mode }

    /// Whether the detail is shown, in place of the list, when folded.
    public var showsDetail: Bool {
        get { layout.showsDetail }
        set {
            guard newValue != layout.showsDetail else { return }
            layout.showsDetail = newValue
            queueAllocate()
        }
    }
    /// Runs the handler, shortly after, each time the mode has changed.
    public func onFoldChanged(_ handler: @escaping @MainActor (Mode) -> Void) { layout.handlers.append(handler) }

    public var sizes: Sizes {
        get { layout.sizes }
        set {
            layout.sizes = newValue
            queueResize()
        }
    }
    /// Runs the handler with the new width each time the user changes the width of the list.
    public func onListWidthChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        layout.widthHandlers.append(handler)
    }
    /// Makes the list wider, or narrower, than its current or next width by some pixels, as the user would.
    public func widenList(by pixels: Int) {
        guard mode != .folded, sizes.listRange != nil else { return }
        layout.setListWidth(layout.allowed(sizes.list) + pixels, isOver: true)
    }
}

/// Cuts off what does not fit of its child.
private final class Pane: Widget {
    init(_ child: Widget) {
        let box = Box(handle: PaneLayout().makeContainer())
        super.init(root: box)
        overflowHidden = true
        box.append(child)
    }
}

private final class PaneLayout: ChildLayout {
    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        (0, children.map { $0.height(forWidth: width).natural }.max() ?? 0)
    }
}
