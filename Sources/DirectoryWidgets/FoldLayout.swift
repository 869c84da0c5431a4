internal import GtkKit

/// Decides in `allocate` which panes are shown, as GtkStack does: children are mapped or not, never shown or hidden.
final class FoldLayout: ChildLayout {
    enum Part: Int {
        case sidebar, listSeparator, list, detailSeparator, detail, handle

        var separatorBefore: Part { self == .list ? .listSeparator : .detailSeparator }
    }

    private static let leastWidth = 360
    private static let detailWidth = 360
    private static let handleWidth = 9
    private var parts: [Part: LayoutChild] = [:]
    private var container: WeakWidget<Box>?
    private var isReported = true
    private(set) var mode = FoldBox.Mode.threePanes
    var handlers: [@MainActor (FoldBox.Mode) -> Void] = []
    var showsDetail = false
    var isListAlone = false
    var sizes = FoldBox.Sizes()
    var widthHandlers: [@MainActor (Int) -> Void] = []
    /// The list's width, and the position of the line after it.
    private(set) var shownListWidth = 0
    private var line: Int?
    private var room = 0
    /// The list's width when dragging began.
    private var widthBefore: Int?

    override var heightFollowsWidth: Bool { false }

    // The container keeps the child, and this object no longer than itself.
    func add(_ child: Widget, as part: Part, to container: Box) {
        container.append(child)
        self.container = WeakWidget(container)
        parts[part] = LayoutChild(child)
    }

    /// Adds the handle over the line between list and detail. A double click restores the usual width. The container
    /// handles the drag, because the handle moves with the pointer.
    func addHandle(to container: Box) {
        let handle = Box(.horizontal, role: .presentation)
        handle.setCursor("col-resize")
        add(handle, as: .handle, to: container)
        handle.onClick(count: 2) { [weak self] _, _ in self?.setListWidth(FoldBox.Sizes.usualList, isOver: true) }
        container.onDrag(
            phase: .capture,
            begin: { [weak self] x, _ in
                guard let self else { return false }
                widthBefore = isHandle(at: x) ? shownListWidth : nil
                return widthBefore != nil
            },
            update: { [weak self] x, _ in self?.dragged(by: x, isOver: false) ?? false },
            end: { [weak self] x, _ in
                self?.dragged(by: x, isOver: true)
                self?.widthBefore = nil
            })
    }

    /// - Returns: false for a click.
    @discardableResult
    private func dragged(by x: Double, isOver: Bool) -> Bool {
        guard let width = widthBefore, abs(x) >= 1 else { return false }
        setListWidth(width + (isMirrored ? -Int(x) : Int(x)), isOver: isOver)
        return true
    }

    /// Sets the list's width within its limits.
    /// - Parameter isOver: true at the end of a drag.
    func setListWidth(_ width: Int, isOver: Bool) {
        sizes.list = allowed(width)
        container?.widget?.queueResize()
        guard isOver else { return }
        for handler in widthHandlers { handler(sizes.list) }
    }

    override func width(of children: [LayoutChild]) -> Lengths {
        (Self.leastWidth, sizes.sidebar + sizes.list + Self.detailWidth)
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        (0, children.map { $0.height(forWidth: nil).natural }.max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        setMode(width < sizes.twoPanesFrom ? .folded : width < sizes.threePanesFrom ? .twoPanes : .threePanes)
        let widths = self.widths(in: width)
        show(widths)
        var x = 0
        let whole = width
        for part in Self.panes {
            guard let child = parts[part], let width = widths[part] else { continue }
            let left = isMirrored ? whole - x - width : x
            child.allocate(x: left, y: 0, width: width, height: height)
            if part == .detailSeparator { line = left }
            x += width
        }
        allocateHandle(height: height, isThere: widths[.detailSeparator] != nil)
        shownListWidth = widths[.list] ?? 0
    }

    private static let panes = [Part.sidebar, .listSeparator, .list, .detailSeparator, .detail]

    /// Shows panes before any is placed: a hidden pane passes the focus to a shown one, which may then want another
    /// size.
    private func show(_ widths: [Part: Int]) {
        for part in Self.panes {
            parts[part]?.setShown(widths[part] != nil)
        }
    }

    private func allocateHandle(height: Int, isThere: Bool) {
        if !isThere { line = nil }
        guard let handle = parts[.handle] else { return }
        let isSeen = line != nil && sizes.listRange != nil
        handle.setShown(isSeen)
        guard isSeen, let line else { return }
        handle.allocate(x: line - Self.handleWidth / 2, y: 0, width: Self.handleWidth, height: height)
    }

    /// True if the sidebar is at the right.
    var isMirrored: Bool { container?.widget?.isMirrored ?? false }

    /// True at a position of the line.
    private func isHandle(at x: Double) -> Bool {
        guard let line, sizes.listRange != nil else { return false }
        return abs(x - Double(line)) <= Double(Self.handleWidth) / 2
    }

    /// The allowed width nearest to `width`.
    func allowed(_ width: Int) -> Int {
        guard let listRange = sizes.listRange else { return width }
        let widest = room > 0 ? max(sizes.leastList, room - Self.detailWidth) : listRange.upperBound
        return max(listRange.lowerBound, min(width, listRange.upperBound, widest))
    }

    private func widths(in width: Int) -> [Part: Int] {
        switch mode {
        case .folded: return showsDetail ? [.detail: width] : [.list: width]
        case .twoPanes where isListAlone: return [.list: width]
        case .threePanes where isListAlone:
            return [.sidebar: sizes.sidebar, .listSeparator: 1, .list: width - sizes.sidebar - 1]
        case .twoPanes:
            let list = listWidth(in: width - 1)
            return [.list: list, .detailSeparator: 1, .detail: width - 1 - list]
        case .threePanes:
            let rest = width - sizes.sidebar - 2
            let list = listWidth(in: rest)
            return [
                .sidebar: sizes.sidebar, .listSeparator: 1, .list: list, .detailSeparator: 1, .detail: rest - list,
            ]
        }
    }

    /// The list shrinks before the detail does.
    private func listWidth(in width: Int) -> Int {
        room = width
        return min(sizes.list, max(sizes.leastList, width - Self.detailWidth))
    }

    // Handlers may change widgets, which allocation forbids.
    private func setMode(_ new: FoldBox.Mode) {
        guard new != mode else { return }
        mode = new
        guard isReported else { return }
        isReported = false
        MainLoop.soon { [weak self] in
            guard let self else { return }
            self.isReported = true
            for handler in self.handlers { handler(self.mode) }
        }
    }
}
