internal import GtkKit

/// Decides in `allocate` which panes are seen, as GtkStack does: children are mapped or not, never shown or hidden.
@MainActor
final class FoldLayout: ChildLayout {
    enum Part: Int {
        case sidebar, listSeparator, list, detailSeparator, detail, handle

        var separatorBefore: Part { self == .list ? .listSeparator : .detailSeparator }
    }

    static let usualListWidth = 380
    private static let leastWidth = 360
    private static let detailWidth = 360
    private var parts: [Part: LayoutChild] = [:]
    private var container: WeakWidget<Box>?
    private var isTold = true
    private(set) var mode = FoldBox.Mode.threePanes
    var handlers: [@MainActor (FoldBox.Mode) -> Void] = []
    var showsDetail = false
    var sidebarWidth = 200
    var listWidth = usualListWidth
    /// What the user may make of the list's width; nil where there is nothing to take hold of.
    var listWidths: ClosedRange<Int>?
    var widthHandlers: [@MainActor (Int) -> Void] = []
    /// The list's width as it is seen, and the place of the line after it.
    private(set) var shownListWidth = 0
    private var line: Int?
    private var room = 0
    var listMinimumWidth = 300
    private static let twoPanesFrom = 600
    var threePanesFrom = 860

    override var heightFollowsWidth: Bool { false }

    // The container holds the child, and this object lives no longer than the container.
    func add(_ child: Widget, as part: Part, to container: Box) {
        container.append(child)
        self.container = WeakWidget(container)
        parts[part] = LayoutChild(child)
    }

    /// Gives the list a width as far as it may have it; `isOver` tells of it.
    func setListWidth(_ width: Int, isOver: Bool) {
        listWidth = allowed(width)
        container?.widget?.queueResize()
        guard isOver else { return }
        for handler in widthHandlers { handler(listWidth) }
    }

    override func width(of children: [LayoutChild]) -> Lengths {
        (Self.leastWidth, sidebarWidth + listWidth + Self.detailWidth)
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        (0, children.map { $0.height(forWidth: nil).natural }.max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        setMode(width < Self.twoPanesFrom ? .folded : width < threePanesFrom ? .twoPanes : .threePanes)
        let widths = self.widths(in: width)
        show(widths)
        var x = 0
        for part in Self.panes {
            guard let child = parts[part], let width = widths[part] else { continue }
            child.place(x: x, y: 0, width: width, height: height)
            if part == .detailSeparator { line = x }
            x += width
        }
        placeHandle(height: height, isThere: widths[.detailSeparator] != nil)
        shownListWidth = widths[.list] ?? 0
    }

    private static let panes = [Part.sidebar, .listSeparator, .list, .detailSeparator, .detail]

    /// Shows those that have a width, before any is placed: what goes hands keyboard and pointer to what stays, and
    /// that may want another size then, for which it would have to be placed again.
    private func show(_ widths: [Part: Int]) {
        for part in Self.panes {
            parts[part]?.setShown(widths[part] != nil)
        }
    }

    private func placeHandle(height: Int, isThere: Bool) {
        if !isThere { line = nil }
        guard let handle = parts[.handle] else { return }
        let isSeen = line != nil && listWidths != nil
        handle.setShown(isSeen)
        guard isSeen, let line else { return }
        handle.place(x: line - FoldHandle.width / 2, y: 0, width: FoldHandle.width, height: height)
    }

    /// True where the pointer can take hold of the line after the list.
    func isHandle(at x: Double) -> Bool {
        guard let line, listWidths != nil else { return false }
        return abs(x - Double(line)) <= Double(FoldHandle.width) / 2
    }

    /// The width nearest to `width` that the list may have, as far as there is room.
    func allowed(_ width: Int) -> Int {
        guard let listWidths else { return width }
        let widest = room > 0 ? max(listMinimumWidth, room - Self.detailWidth) : listWidths.upperBound
        return max(listWidths.lowerBound, min(width, listWidths.upperBound, widest))
    }

    private func widths(in width: Int) -> [Part: Int] {
        switch mode {
        case .folded: return showsDetail ? [.detail: width] : [.list: width]
        case .twoPanes:
            let list = listWidth(in: width - 1)
            return [.list: list, .detailSeparator: 1, .detail: width - 1 - list]
        case .threePanes:
            let rest = width - sidebarWidth - 2
            let list = listWidth(in: rest)
            return [
                .sidebar: sidebarWidth, .listSeparator: 1, .list: list, .detailSeparator: 1, .detail: rest - list,
            ]
        }
    }

    /// The list shrinks before the detail gets less than it needs.
    private func listWidth(in width: Int) -> Int {
        room = width
        return min(listWidth, max(listMinimumWidth, width - Self.detailWidth))
    }

    // Handlers may change widgets, which is not allowed while sizes are being given out.
    private func setMode(_ new: FoldBox.Mode) {
        guard new != mode else { return }
        mode = new
        guard isTold else { return }
        isTold = false
        MainLoop.idle { [weak self] in
            guard let self else { return }
            self.isTold = true
            for handler in self.handlers { handler(self.mode) }
        }
    }
}
