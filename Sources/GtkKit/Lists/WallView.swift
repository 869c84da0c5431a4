internal import CGtk
internal import CGtkShim

/// A wall of cells of one size, in lines of as many as fit, under the headings of their sections. Only the cells in view
/// and some around them have widgets; arrow keys move in both directions. It must be inside a ScrolledWindow.
public final class WallView: Widget, RowsView {
    public let model = RowModel()
    public let handlers = RowHandlers()
    /// The cells that begin a section with a heading, in order; they are drawn with the next ``replace(_:renewing:)``.
    public var sectionStarts: [Int] = []
    let layout: WallLayout
    let makeCell: @MainActor () -> ListRow
    let sizes: @MainActor () -> WallGeometry.Sizes
    let drawHeading: @MainActor (_ start: Int, PixelRect, Snapshot) -> Void
    var geometry: WallGeometry
    var cells: [UInt64: WallCell] = [:]
    var spare: [WallCell] = []
    /// The cells that have widgets, apart from the one with the keyboard.
    var made = 0..<0
    var selected: Set<UInt64> = []
    /// The cell that Tab leads to.
    var current: UInt64?
    /// Whether keys that move the keyboard leave the selection as it is, and Return only activates.
    public var keepsSelection = false
    /// Where a selection with Shift begins.
    var start: UInt64?
    var adjustment: GObjectRef?
    var scrolling: Connection?
    var isWaiting = false

    /// A wall without cells.
    /// - Parameters:
    ///   - sizes: the sizes of its parts; called each time it is measured.
    ///   - drawHeading: draws the heading over the cell `start`.
    ///   - makeCell: makes the widget of a cell.
    public init(
        sizes: @escaping @MainActor () -> WallGeometry.Sizes,
        drawHeading: @escaping @MainActor (_ start: Int, PixelRect, Snapshot) -> Void,
        makeCell: @escaping @MainActor () -> ListRow
    ) {
        (self.sizes, self.drawHeading, self.makeCell) = (sizes, drawHeading, makeCell)
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

    // MARK: Selection and keyboard

    public var selectedIDs: [UInt64] {
        selected.count < 2 ? selected.filter { model.position(of: $0) != nil } : model.ids.filter(selected.contains)
    }

    public func select(_ ids: [UInt64]) {
        selected = Set(ids)
        if ids.count == 1 { start = ids.first }
        for (id, cell) in cells { cell.show(isSelected: selected.contains(id)) }
        if focusedID == nil, let first = ids.first, model.position(of: first) != nil { setCurrent(first) }
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
        setCurrent(id)
        return gtk_widget_grab_focus(cell.box.widget).isTrue
    }

    /// Only one cell is a Tab stop.
    func setCurrent(_ id: UInt64) {
        current = id
        for (other, cell) in cells where cell.box.focusable != (other == id) { cell.box.focusable = other == id }
    }

    // MARK: Rows

    public var boundRows: [ListRow] { cells.values.map(\.row) }

    public func refresh(_ ids: Set<UInt64>? = nil) {
        for (id, cell) in cells where ids?.contains(id) ?? true { cell.row.bind(id: id) }
        queueDraw()
    }

    public func replace(_ ids: [UInt64], renewing: [UInt64] = []) {
        let scroll = scrollValue
        let seen = scroll > 0 ? rowsInView.filter { !renewing.contains($0.id) } : []
        model.replace(ids, renewing: renewing)
        for id in renewing { cells.removeValue(forKey: id).map(giveUp) }
        measure()
        var value = scroll
        if let anchor = rowToKeep(of: seen, selected: selected), let position = model.position(of: anchor.id) {
            value = Double(geometry.rect(of: position).y) - anchor.top
        }
        setScroll(value)
        fill()
        queueResize()
        queueDraw()
    }

    /// Measures the parts again, and fills all cells: their sizes may be others.
    public func resize() {
        let seen = rowsInView.first { $0.top >= 0 }
        measure()
        if scrollValue > 0, let seen, let position = model.position(of: seen.id) {
            setScroll(Double(geometry.rect(of: position).y) - seen.top)
        }
        made = 0..<0
        fill()
        refresh()
        queueResize()
    }

    private func draw(on snapshot: Snapshot) {
        let rects = [made.lowerBound, max(made.lowerBound, made.upperBound - 1)].map(geometry.rect)
        let bottom = max(rects[1].y + rects[1].height, Int(scrollValue + viewHeight))
        for heading in geometry.headings(from: min(geometry.top(of: made.lowerBound), Int(scrollValue)), to: bottom) {
            drawHeading(heading.start, heading.rect, snapshot)
        }
    }
}

/// What keys and clicks do.
extension WallView {
    /// A click selects the cell and opens it; with Control it adds or removes the cell, with Shift it selects up to it.
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

    /// - Returns: whether the key is used up.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, let id = focusedID, let position = model.position(of: id) else { return false }
        if let next = destination(of: key, from: position) {
            move(to: next, key)
            return true
        }
        switch key.name {
        case "Return", "KP_Enter", "ISO_Enter":
            guard !key.control, !key.shift else { return false }
            if !keepsSelection { selectOnly(id) }
            handlers.activate(id)
        case "space", "KP_Space":
            if !key.control, !key.shift, handlers.spaced.contains(where: { $0(id) }) { return true }
            key.control ? toggle(id) : key.shift ? extend(to: position) : selectOnly(id)
        case "a" where key.control && !key.shift: chosen(model.ids)
        case "A" where key.control && key.shift: chosen([])
        default: return false
        }
        return true
    }

    /// The cell that a key moves to, or nil for another key.
    private func destination(of key: Key, from position: Int) -> Int? {
        let name = key.name.hasPrefix("KP_") ? String(key.name.dropFirst(3)) : key.name
        let (ahead, last) = (isMirrored ? -1 : 1, model.count - 1)
        let next: Int
        switch name {
        case "Right": next = position + ahead
        case "Left": next = position - ahead
        case "Down": next = geometry.position(from: position, lines: 1)
        case "Up": next = geometry.position(from: position, lines: -1)
        case "Page_Down", "Next": next = geometry.position(from: position, lines: geometry.lines(in: Int(viewHeight)))
        case "Page_Up", "Prior": next = geometry.position(from: position, lines: -geometry.lines(in: Int(viewHeight)))
        case "Home": next = 0
        case "End": next = last
        default: return nil
        }
        return min(max(0, next), last)
    }

    private func move(to position: Int, _ key: Key) {
        guard let id = model.id(at: position) else { return }
        if key.shift, start == nil { start = current }
        scrollTo(id: id)
        focus(id: id)
        if key.shift { extend(to: position) } else if !key.control, !keepsSelection { selectOnly(id) }
    }

    private func selectOnly(_ id: UInt64) {
        start = id
        chosen([id])
    }

    private func toggle(_ id: UInt64) {
        start = id
        let others = selected.symmetricDifference([id])
        chosen(model.ids.filter(others.contains))
    }

    private func extend(to position: Int) {
        let first = (start ?? current).flatMap(model.position) ?? position
        chosen((min(first, position)...max(first, position)).compactMap(model.id))
    }

    private func chosen(_ ids: [UInt64]) {
        guard Set(ids) != selected else { return }
        selected = Set(ids)
        for (id, cell) in cells { cell.show(isSelected: selected.contains(id)) }
        for handler in handlers.selected { handler(ids) }
    }
}
