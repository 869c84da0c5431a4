public import GtkKit

/// A sidebar, a list, and a detail side by side, as many as fit. The minimum width is 360 pixels, whatever the children
/// request; they are cut off.
public final class FoldBox: Widget {
    /// The number of panes.
    public enum Mode: Sendable {
        /// The list or the detail, depending on `showsDetail`.
        case folded
        /// The list and the detail.
        case twoPanes
        /// All three.
        case threePanes
    }

    /// Sizes in pixels.
    public struct Sizes: Sendable {
        static let usualList = 380

        public var sidebar = 216
        public var list = usualList
        public var leastList = 300
        /// The widths to which the user may drag the list's edge; nil to disable dragging. A double click restores the
        /// usual width.
        public var listRange: ClosedRange<Int>?
        /// The minimum width for two panes.
        public var twoPanesFrom = 600
        /// The minimum width for three panes.
        public var threePanesFrom = 860

        /// Sizes for scaled letters: pictures and buttons do not grow with them.
        public static func usual(forTextScale scale: Double) -> Sizes {
            var sizes = Sizes()
            let growth = 1 + (scale - 1) / 2
            // Titles and counts fit side by side.
            sizes.sidebar += Int(90 * (scale - 1))
            sizes.twoPanesFrom = Int(Double(sizes.twoPanesFrom) * growth)
            sizes.threePanesFrom = Int(Double(sizes.threePanesFrom) * growth)
            return sizes
        }
    }

    private let layout: FoldLayout

    /// Each child is in a pane that cuts it off.
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

    public var mode: Mode { layout.mode }

    /// Whether the detail is shown instead of the list when folded.
    public var showsDetail: Bool {
        get { layout.showsDetail }
        set {
            guard newValue != layout.showsDetail else { return }
            layout.showsDetail = newValue
            queueAllocate()
        }
    }
    /// Whether the list takes the room of the detail. When folded, `showsDetail` decides.
    public var isListAlone: Bool {
        get { layout.isListAlone }
        set {
            guard newValue != layout.isListAlone else { return }
            layout.isListAlone = newValue
            queueAllocate()
        }
    }
    /// Runs the handler shortly after each change of the mode.
    public func onFoldChanged(_ handler: @escaping @MainActor (Mode) -> Void) { layout.handlers.append(handler) }

    public var sizes: Sizes {
        get { layout.sizes }
        set {
            layout.sizes = newValue
            queueResize()
        }
    }
    /// Runs the handler with the new width when the user resizes the list.
    public func onListWidthChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        layout.widthHandlers.append(handler)
    }
    /// Resizes the list by some pixels, as dragging does.
    public func widenList(by pixels: Int) {
        guard mode != .folded, sizes.listRange != nil else { return }
        layout.setListWidth(layout.allowed(sizes.list) + pixels, isOver: true)
    }
}

/// Cuts off its child.
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
