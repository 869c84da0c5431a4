internal import CGtk
internal import CGtkShim

final class WallLayout: ChildLayout {
    weak var wall: WallView?

    override func width(of children: [LayoutChild]) -> Lengths {
        guard let sizes = wall?.sizes() else { return (0, 0) }
        return (2 * sizes.side, 2 * (sizes.side + sizes.cellWidth))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        guard let wall else { return (0, 0) }
        let height = wall.geometry(forWidth: width ?? wall.width).height
        return (height, height)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) { wall?.layOut(width: width) }
}

extension WallView {
    func geometry(forWidth width: Int) -> WallGeometry {
        WallGeometry(count: model.count, starts: sectionStarts, width: width, sizes(), isMirrored: isMirrored)
    }

    func measure() { geometry = geometry(forWidth: width) }

    func layOut(width: Int) {
        followAdjustment()
        let now = geometry(forWidth: width)
        if now != geometry {
            geometry = now
            boundRange = 0..<0
        }
        for (id, cell) in cells {
            // The cell of a removed row is drawn where it was until it is recycled.
            if let position = position(of: cell, id) { cell.rect = geometry.rect(of: position) }
            guard let rect = cell.rect else { continue }
            LayoutChild(cell.box).allocate(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        }
        // Widgets must not be created during a layout.
        fillSoon()
    }

    /// The position of a cell; takes linear time if it moved.
    private func position(of cell: WallCell, _ id: UInt64) -> Int? {
        guard model.id(at: cell.position) != id else { return cell.position }
        guard let position = model.position(of: id) else { return nil }
        cell.position = position
        return position
    }

    var scrollValue: Double { adjustment.map { gtk_adjustment_get_value(cast($0.pointer)) } ?? 0 }
    public var viewHeight: Double { adjustment.map { gtk_adjustment_get_page_size(cast($0.pointer)) } ?? 0 }

    /// Scrolls to an offset. Sets the new height in advance, which the adjustment would get only after the next layout.
    func setScroll(_ value: Double) {
        guard let adjustment, viewHeight > 0 else { return }
        let object: UnsafeMutablePointer<GtkAdjustment> = cast(adjustment.pointer)
        let upper = max(viewHeight, Double(geometry.height))
        if gtk_adjustment_get_upper(object) != upper { gtk_adjustment_set_upper(object, upper) }
        gtk_adjustment_set_value(object, min(max(0, value), upper - viewHeight))
    }

    public func scrollToTop() {
        setScroll(0)
        fill()
    }

    public func scrollTo(id: UInt64) {
        guard let position = model.position(of: id) else { return }
        let (top, rect) = (Double(geometry.top(of: position)), geometry.rect(of: position))
        let bottom = Double(rect.y + rect.height)
        if top < scrollValue {
            setScroll(top)
        } else if bottom > scrollValue + viewHeight {
            setScroll(bottom - viewHeight)
        }
        fill()
    }

    /// Also shows the heading of the row's line.
    public func reveal(id: UInt64) { scrollTo(id: id) }

    public var rowsInView: [RowPosition] {
        geometry.positions(from: Int(scrollValue), to: Int(scrollValue + viewHeight)).compactMap { position in
            let rect = geometry.rect(of: position)
            return model.id(at: position).map { ($0, Double(rect.y) - scrollValue, Double(rect.height)) }
        }
    }

    private func followAdjustment() {
        guard adjustment == nil, let view = gtk_widget_get_ancestor(widget, gtk_viewport_get_type()),
            let found = gtk_scrollable_get_vadjustment(cast(view))
        else { return }
        // It would scroll to a cell that is not yet in its place.
        gtk_viewport_set_scroll_to_focus(cast(view), 0)
        adjustment = .retaining(cast(found))
        let handlers = ["value-changed", "changed"].map { signal in
            Signal.connect(cast(found), signal) { [weak self] in self?.fillSoon() }
        }
        scrolling = Connection(.retaining(cast(found)), handlers)
    }

    func letGoOfAdjustment() {
        scrolling?.disconnect()
        adjustment = nil
        scrolling = nil
    }

    private func fillSoon() {
        guard !isFillPending else { return }
        isFillPending = true
        MainLoop.soon { [weak self] in
            self?.isFillPending = false
            self?.fill()
        }
    }

    /// Binds the cells in and near the view, and recycles others.
    /// - Parameter extra: the position of another cell to bind.
    func fill(adding extra: Int? = nil) {
        guard width > 0, adjustment != nil else { return }
        let wanted = geometry.positions(
            from: Int(scrollValue - viewHeight / 2), to: Int(scrollValue + viewHeight * 1.5))
        let isSame =
            wanted == boundRange && extra == nil
            && wanted.allSatisfy { model.id(at: $0).map { cells[$0] != nil } ?? true }
        guard !isSame else { return }
        boundRange = wanted
        var indices = Array(wanted)
        let pinned = [focusedID.flatMap(model.position), tabStop.flatMap(model.position), extra].compactMap(\.self)
        for index in Set(pinned) where !wanted.contains(index) {
            index < wanted.lowerBound ? indices.insert(index, at: 0) : indices.append(index)
        }
        let ids = indices.sorted().compactMap(model.id)
        let wantedIDs = Set(ids)
        for (id, cell) in cells where !wantedIDs.contains(id) {
            cells[id] = nil
            recycle(cell)
        }
        for id in ids where cells[id] == nil { cells[id] = bound(id) }
        if tabStop.flatMap({ cells[$0] }) == nil, let first = selected.first(where: { cells[$0] != nil }) ?? ids.first {
            setTabStop(first)
        }
        order(ids)
        queueAllocate()
    }

    func recycle(_ cell: WallCell) {
        cell.unbind()
        cell.box.focusable = false
        spare.append(cell)
    }

    private func bound(_ id: UInt64) -> WallCell {
        let cell = spare.popLast() ?? newCell()
        cell.box.focusable = id == tabStop
        cell.bind(id, isSelected: selected.contains(id))
        return cell
    }

    private func newCell() -> WallCell {
        let cell = WallCell(makeCell())
        gtk_box_append(cast(pointer), cell.box.widget)
        cell.box.onClick { [weak self, weak cell] press in
            if let id = cell?.row.id { self?.pressed(id, press) }
        } released: { [weak self] control, shift in
            if let id = self?.lastPress?.id { self?.clicked(id, control: control, shift: shift) }
        }
        handlers.watch(cell.row, in: cell.box)
        return cell
    }

    /// Assistive technologies read children in order.
    private func order(_ ids: [UInt64]) {
        var last: WidgetPointer?
        for id in ids {
            guard let box = cells[id]?.box.widget else { continue }
            if gtk_widget_get_prev_sibling(box) != last {
                gtk_box_reorder_child_after(cast(pointer), box, last)
            }
            last = box
        }
    }
}

/// The widget of a cell: a focusable box around the row's widget.
@MainActor
final class WallCell {
    let row: ListRow
    /// Unlike other boxes, Tab reaches it.
    let box = Box(handle: DrawnBox.make(role: .listItem) { $0.drawChildren() })
    /// The last known position.
    var position = 0
    /// Where it was last laid out.
    var rect: PixelRect?

    init(_ row: ListRow) {
        self.row = row
        box.orientation = .vertical
        box.append(row.widget)
        box.addClass("cell")
        row.positioned()
    }

    func bind(_ id: UInt64, isSelected: Bool) {
        row.id = id
        show(isSelected: isSelected)
        row.bind(id: id)
        if !box.isVisible { box.isVisible = true }
    }

    func unbind() {
        row.unbind()
        row.id = nil
        box.isVisible = false
    }

    func show(isSelected: Bool) {
        if isSelected {
            gtk_widget_set_state_flags(box.widget, GTK_STATE_FLAG_SELECTED, 0)
        } else {
            gtk_widget_unset_state_flags(box.widget, GTK_STATE_FLAG_SELECTED)
        }
        gtkkit_accessible_selected(box.widget, isSelected.g)
    }
}
