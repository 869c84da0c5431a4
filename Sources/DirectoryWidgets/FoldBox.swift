public import GtkKit

/// A sidebar, a list and a detail side by side, as many of them as there is room for. It is content with 360 pixels,
/// whatever its children say; what does not fit is cut off.
public final class FoldBox: Widget {
    /// How much is seen.
    public enum Mode: Sendable {
        /// The list or the detail, as `showsDetail` says.
        case folded
        /// The list and the detail.
        case twoPanes
        /// All three.
        case threePanes
    }

    private let layout: FoldLayout

    /// The three, each in a pane that cuts off what is too wide.
    public init(sidebar: Widget, list: Widget, detail: Widget) {
        layout = FoldLayout()
        let box = Box(handle: layout.makeContainer())
        super.init(root: box)
        overflowHidden = true
        for (part, child) in [(FoldLayout.Part.sidebar, sidebar), (.list, list), (.detail, detail)] {
            if part != .sidebar { layout.add(Separator(.vertical), as: part.separatorBefore, to: box) }
            layout.add(Pane(child), as: part, to: box)
        }
        let handle = FoldHandle(layout: layout)
        layout.add(handle.widget, as: .handle, to: box)
        handle.connect(to: box)
        keep(handle, as: "handle")
    }

    /// How much is seen at the width it has.
    public var mode: Mode { layout.mode }

    /// Whether the detail is seen, in place of the list, when folded.
    public var showsDetail: Bool {
        get { layout.showsDetail }
        set {
            guard newValue != layout.showsDetail else { return }
            layout.showsDetail = newValue
            queueAllocate()
        }
    }
    /// Runs the handler, soon after, each time the mode changed.
    public func onFoldChanged(_ handler: @escaping @MainActor (Mode) -> Void) { layout.handlers.append(handler) }

    /// The width of the sidebar in pixels.
    public var sidebarWidth: Int {
        get { layout.sidebarWidth }
        set { change { layout.sidebarWidth = newValue } }
    }
    /// The width of the list in pixels, where there is room.
    public var listWidth: Int {
        get { layout.listWidth }
        set { change { layout.listWidth = newValue } }
    }
    /// How wide the user may make the list by dragging its edge; a double click on it brings back the usual width. Nil
    /// where the edge cannot be dragged.
    public var listWidths: ClosedRange<Int>? {
        get { layout.listWidths }
        set { change { layout.listWidths = newValue } }
    }
    /// Runs the handler with the width each time the user gave the list another.
    public func onListWidthChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        layout.widthHandlers.append(handler)
    }
    /// Makes the list so much wider, or narrower, than it is or is about to be seen, as the user would.
    public func widenList(by pixels: Int) {
        guard mode != .folded, layout.listWidths != nil else { return }
        layout.setListWidth(layout.allowed(layout.listWidth) + pixels, isOver: true)
    }
    /// The width that the list may shrink to.
    public var listMinimumWidth: Int {
        get { layout.listMinimumWidth }
        set { change { layout.listMinimumWidth = newValue } }
    }
    /// The width in pixels from which three panes are seen.
    public var threePanesFrom: Int {
        get { layout.threePanesFrom }
        set { change { layout.threePanesFrom = newValue } }
    }

    private func change(_ body: () -> Void) {
        body()
        queueResize()
    }
}

/// Cuts off what its child needs beyond the room there is.
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

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for child in children { child.place(x: 0, y: 0, width: width, height: height) }
    }
}
