internal import CGtk
internal import CGtkShim

/// A virtual grid of cells in lines, with headings of sections. It must be in a ``ScrolledWindow``.
public final class WallView: Widget, RowsView {
    public let model = RowModel()
    public let handlers = RowHandlers()
    /// The first cells of sections with a heading, in order. Set it before ``replace(_:renewing:)``.
    public var sectionStarts: [Int] = []
    let layout: WallLayout
    let makeCell: @MainActor () -> ListRow
    let sizes: @MainActor () -> WallGeometry.Sizes
    let drawHeading: @MainActor (_ start: Int, PixelRect, Snapshot) -> Void
    var geometry: WallGeometry
    var cells: [UInt64: WallCell] = [:]
    var spare: [WallCell] = []
    /// The cells that have widgets, except the focused one.
    var boundRange = 0..<0
    var selected: Set<UInt64> = [] {
        didSet { for (id, cell) in cells { cell.show(isSelected: selected.contains(id)) } }
    }
    /// The Tab stop.
    var tabStop: UInt64?
    /// Whether moving the focus keeps the selection, and Return only activates.
    public var preservesSelection = false
    /// The start of a selection with Shift.
    var rangeStart: UInt64?
    /// The cell of the last press. The second press of a double click is on the cell of the first, which may have moved.
    private(set) var lastPress: (id: UInt64, press: PointerPress)?
    var adjustment: GObjectRef?
    var scrolling: Connection?
    var isFillPending = false

    /// - Parameters:
    ///   - sizes: called for each measurement.
    ///   - drawHeading: draws the heading of the section that begins at `start`.
    ///   - makeCell: creates the widget of a cell.
    public init(
        sizes: @escaping @MainActor () -> WallGeometry.Sizes,
        drawHeading: @escaping @MainActor (_ start: Int, PixelRect, Snapshot) -> Void,
        makeCell: @escaping @MainActor () -> ListRow
    ) {
        self.sizes = sizes
        self.drawHeading = drawHeading
        self.makeCell = makeCell
        let layout = WallLayout()
        self.layout = layout
        geometry = WallGeometry(count: 0, starts: [], width: 0, sizes())
        let handle = DrawnBox.make(role: .list) { [weak layout] snapshot in
            layout?.wall?.draw(on: snapshot)
            snapshot.drawChildren()
        }
        super.init(handle: layout.makeContainer(handle))
        layout.wall = self
        handlers.view = widget
        tabLeaves()
        onKey { [weak self] in self?.pressed($0) ?? false }
        addShortcut("Menu|<Shift>F10") { [weak self] in
            guard let self, let cell = focusedID.flatMap({ cells[$0] }) else { return }
            let box = cell.box
            handlers.openMenu(of: cell.row, in: box.widget, Double(box.width) / 2, Double(box.height) / 2)
        }
    }

    isolated deinit { letGoOfAdjustment() }

    public var makesManyRows: Bool { false }

    public var selectedIDs: [UInt64] {
        selected.count < 2 ? selected.filter { model.position(of: $0) != nil } : model.ids.filter(selected.contains)
    }

    public func select(_ ids: [UInt64]) {
        selected = Set(ids)
        if ids.count == 1 { rangeStart = ids.first }
        if focusedID == nil, let first = ids.first, model.position(of: first) != nil { setTabStop(first) }
    }

    public var focusedID: UInt64? {
        let focus = windowFocus(of: widget)
        return cells.first { $0.value.box.widget == focus }?.key
    }

    @discardableResult
    public func focus(id: UInt64) -> Bool {
        guard let position = model.position(of: id) else { return false }
        if cells[id] == nil { fill(adding: position) }
        guard let cell = cells[id] else { return false }
        setTabStop(id)
        return gtk_widget_grab_focus(cell.box.widget).isTrue
    }

    /// Makes one cell the Tab stop.
    func setTabStop(_ id: UInt64) {
        tabStop = id
        for (other, cell) in cells where cell.box.focusable != (other == id) { cell.box.focusable = other == id }
    }

    public var boundRows: [ListRow] { cells.values.map(\.row) }

    public func refresh(_ ids: Set<UInt64>? = nil) {
        for (id, cell) in cells where ids?.contains(id) ?? true { cell.row.bind(id: id) }
        queueDraw()
    }

    public func replace(_ ids: [UInt64], renewing: [UInt64] = []) {
        let scroll = scrollValue
        let seen = scroll > 0 ? rowsInView.filter { !renewing.contains($0.id) } : []
        model.replace(ids, renewing: renewing)
        for id in renewing { cells.removeValue(forKey: id).map(recycle) }
        measure()
        var value = scroll
        if let anchor = anchorRow(of: seen, selected: selected), let position = model.position(of: anchor.id) {
            value = Double(geometry.rect(of: position).y) - anchor.top
        }
        setScroll(value)
        fill()
        queueResize()
        queueDraw()
    }

    /// Updates the view after the sizes changed.
    public func resize() {
        let seen = rowsInView.first { $0.top >= 0 }
        measure()
        if scrollValue > 0, let seen, let position = model.position(of: seen.id) {
            setScroll(Double(geometry.rect(of: position).y) - seen.top)
        }
        boundRange = 0..<0
        fill()
        refresh()
        queueResize()
    }

    private func draw(on snapshot: Snapshot) {
        let rects = [boundRange.lowerBound, max(boundRange.lowerBound, boundRange.upperBound - 1)].map(geometry.rect)
        let bottom = max(rects[1].y + rects[1].height, Int(scrollValue + viewHeight))
        for heading in geometry.headings(
            from: min(geometry.top(of: boundRange.lowerBound), Int(scrollValue)), to: bottom)
        {
            drawHeading(heading.start, heading.rect, snapshot)
        }
    }
}

/// Selection by keyboard and pointer.
extension WallView {
    func pressed(_ id: UInt64, _ press: PointerPress) {
        let first = lastPress.flatMap { press.isSecond(after: $0.press) ? $0.id : nil }
        lastPress = (first ?? id, press)
        focus(id: first ?? id)
    }

    func clicked(_ id: UInt64, control: Bool, shift: Bool) {
        guard let position = model.position(of: id) else { return }
        if shift {
            extend(to: position)
        } else if control {
            toggle(id)
        } else {
            selectOnly(id)
            handlers.activate(id)
        }
    }

    /// - Returns: true if the key was consumed.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, let id = focusedID, let position = model.position(of: id) else { return false }
        if let next = destination(of: key, from: position) {
            move(to: next, key)
            return true
        }
        switch key.name {
        case "Return":
            guard !key.control, !key.shift else { return false }
            if !preservesSelection { selectOnly(id) }
            handlers.activate(id)
        case "space":
            if !key.control, !key.shift, handlers.spaced.contains(where: { $0(id) }) { return true }
            key.control ? toggle(id) : key.shift ? extend(to: position) : selectOnly(id)
        case "a" where key.control && !key.shift: changeSelection(model.ids)
        case "A" where key.control && key.shift: changeSelection([])
        default: return false
        }
        return true
    }

    /// The position that a key moves to, or nil for other keys.
    private func destination(of key: Key, from position: Int) -> Int? {
        let (ahead, last) = (isMirrored ? -1 : 1, model.count - 1)
        let next: Int
        switch key.name {
        case "Right": next = position + ahead
        case "Left": next = position - ahead
        case "Down": next = geometry.position(from: position, lines: 1)
        case "Up": next = geometry.position(from: position, lines: -1)
        case "Page_Down": next = geometry.position(from: position, lines: geometry.lines(in: Int(viewHeight)))
        case "Page_Up": next = geometry.position(from: position, lines: -geometry.lines(in: Int(viewHeight)))
        case "Home": next = 0
        case "End": next = last
        default: return nil
        }
        return min(max(0, next), last)
    }

    private func move(to position: Int, _ key: Key) {
        guard let id = model.id(at: position) else { return }
        if key.shift, rangeStart == nil { rangeStart = tabStop }
        scrollTo(id: id)
        focus(id: id)
        if key.shift { extend(to: position) } else if !key.control, !preservesSelection { selectOnly(id) }
    }

    private func selectOnly(_ id: UInt64) {
        rangeStart = id
        changeSelection([id])
    }

    private func toggle(_ id: UInt64) {
        rangeStart = id
        let others = selected.symmetricDifference([id])
        changeSelection(model.ids.filter(others.contains))
    }

    private func extend(to position: Int) {
        let first = (rangeStart ?? tabStop).flatMap(model.position) ?? position
        changeSelection((min(first, position)...max(first, position)).compactMap(model.id))
    }

    private func changeSelection(_ ids: [UInt64]) {
        guard Set(ids) != selected else { return }
        selected = Set(ids)
        for handler in handlers.selected { handler(ids) }
    }
}
