internal import CGtk
internal import CGtkShim

/// A wall of cells of one size, in lines of as many as fit, under the headings of their sections. Only the cells in view
/// and some around them have widgets; arrow keys move in both directions. It must be inside a ScrolledWindow.
public final class WallView: Widget, RowsView {
    /// The cells.
    public let model = ListModel()
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
    var longPressed: (@MainActor (UInt64) -> Void)?
    var rowPressed: (@MainActor (ListRow, Double, Double) -> Bool)?
    /// Where a selection with Shift begins.
    var start: UInt64?
    var adjustment: GObjectRef?
    var handlers: [UInt] = []
    var isWaiting = false
    private let contextMenu = ContextMenu()
    var activated: [@MainActor (UInt64) -> Void] = []
    var selectionChanged: [@MainActor ([UInt64]) -> Void] = []
    var menuWanted: [@MainActor (UInt64, Double, Double) -> Void] = []
    var spacePressed: [@MainActor (UInt64) -> Bool] = []

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
        tabLeaves()
        onKey { [weak self] in self?.pressed($0) ?? false }
        addShortcut("Menu|<Shift>F10") { [weak self] in
            guard let self, let id = focusedID, let cell = cells[id] else { return }
            openMenu(cell, x: Double(cell.box.width) / 2, y: Double(cell.box.height) / 2)
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
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return nil }
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
        let left = seen.filter { model.position(of: $0.id) != nil }
        let anchor = left.first { $0.top >= 0 && selected.contains($0.id) } ?? left.first { $0.top >= 0 } ?? left.first
        var value = scroll
        if let anchor, let position = model.position(of: anchor.id) {
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

    public func showMenu(_ menu: [Menu.Part], at x: Double, _ y: Double) { contextMenu.show(menu, in: self, at: x, y) }

    func openMenu(_ cell: WallCell, x: Double, y: Double) {
        guard let id = cell.row.id else { return }
        let (position, place) = (model.position(of: id), cell.box.place(in: self))
        guard position != nil, let place else { return }
        for handler in menuWanted { handler(id, place.x + x, place.y + y) }
    }

    private func draw(on snapshot: Snapshot) {
        let rects = [made.lowerBound, max(made.lowerBound, made.upperBound - 1)].map(geometry.rect)
        let bottom = max(rects[1].y + rects[1].height, Int(scrollValue + page))
        for heading in geometry.headings(from: min(geometry.top(of: made.lowerBound), Int(scrollValue)), to: bottom) {
            drawHeading(heading.start, heading.rect, snapshot)
        }
    }

    // MARK: Handlers

    public func onLongPress(_ handler: @escaping @MainActor (UInt64) -> Void) { longPressed = handler }
    public func onPress(_ handler: @escaping @MainActor (ListRow, Double, Double) -> Bool) { rowPressed = handler }

    public func onActivate(_ handler: @escaping @MainActor (UInt64) -> Void) { activated.append(handler) }
    public func onSelectionChanged(_ handler: @escaping @MainActor ([UInt64]) -> Void) {
        selectionChanged.append(handler)
    }
    public func onSpace(_ handler: @escaping @MainActor (UInt64) -> Bool) { spacePressed.append(handler) }
    public func onContextMenu(_ handler: @escaping @MainActor (UInt64, Double, Double) -> Void) {
        menuWanted.append(handler)
    }
}
